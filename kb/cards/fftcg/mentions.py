"""What Final Fantasy's noun phrases are made of."""

from __future__ import annotations

from kb.cards.mentions import MentionRules

RULES = MentionRules(
    phrases=frozenset({"phrase", "bare", "one_each", "so_many", "every_one", "small", "part_of"}),
    pronouns=frozenset(
        {
            "it",
            "them",
            "they",
            "he_or_she",
            "him_or_her",
            "itself",
            "the_other",
            "the_others",
            "the_former",
            "the_latter",
            "this",
            "those_ones",
            "these_ones",
        }
    ),
    players=frozenset({"player", "opponent", "owner", "controller", "they", "he_or_she"}),
    roles=frozenset(
        {"cost", "trigger", "condition", "destination", "measured", "count", "restriction"}
    ),
)
