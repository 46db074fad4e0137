"""What Riftbound's noun phrases are made of."""

from __future__ import annotations

from kb.cards.mentions import MentionRules

RULES = MentionRules(
    phrases=frozenset({"phrase"}),
    pronouns=frozenset({"it", "them", "they", "me", "i", "this", "here", "there"}),
    players=frozenset({"player", "opponent", "owner", "controller", "they", "ally"}),
    roles=frozenset(
        {
            "cost",
            "trigger",
            "condition",
            "replacement",
            "must",
            "restriction",
            "destination",
            "measured",
            "count",
        }
    ),
)
