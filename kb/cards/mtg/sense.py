"""What parses and makes no sense: words said twice, out of order, without their article."""

from __future__ import annotations

from kb.cards.english import said_twice
from kb.cards.mtg.subtypes import SUBTYPES
from kb.cards.mtg.words import listed
from kb.cards.values import Node, Noun, Value, walk

_PHRASES = listed("phrase bare small small_bare one_each so_many_each whose whose_bare")
_LISTS = listed("describers posts adverbs")
_CLAUSES = listed("does may does_not do")
_BARE = listed("bare small_bare whose_bare")
_TYPES = listed("artifact creature enchantment instant land planeswalker sorcery")
_COLORS = listed("white blue black red green colorless multicolored monocolored")
_SORTS = _TYPES | listed(
    "card spell permanent token player turn combat source time type color power mana name number"
    " damage counter indestructible"
)
"""Nouns that describe a noun behind them; before "counter", "cost", "ability" any word does."""
_SORTED = listed(
    "counter cost ability token trigger counters damage step phase card effect die dice spell"
    " symbol pool land creature permanent"
)
_MASS = listed(
    "hand damage life mana power toughness loyalty combat control exile play turn day night energy"
    " devotion experience order poison intensity speed mind initiative end face name half lore"
    " one flip attack block top bottom left right upkeep excess cost step target"
)
"""Nouns that stand without an article in the singular."""
_KNOWN = listed("enchanted equipped fortified defending active paired")
"""Participles after which the article is left out: enchanted creature."""
_COMMAS = {
    "comma_noun": listed("comma_noun comma_or_noun comma_and_noun comma_and_or_noun"),
    "comma_describer": listed(
        "comma_describer comma_or_describer comma_and_describer comma_and_or_describer"
    ),
    "comma_state": listed("comma_state or_state and_state"),
}
"""Lists that want an end: by what, the frames that go on with them."""
_TRANSITIVE = listed("destroy counter create put return sacrifice exile discard tap untap gain get")


def objection(node: Node) -> str | None:
    """Say what was expected in place of a node that no card would say."""
    kind = node.kind
    if kind in _LISTS:
        items = node.parts[0][1] if node.parts else ()
        if isinstance(items, tuple) and len(items) > 1 and said_twice(items):
            return "something not said yet"
        return _order(items) if kind == "describers" and isinstance(items, tuple) else None
    if kind in _PHRASES:
        return _phrase(node)
    if kind in ("or_noun", "and_noun") and _kind_of(node.get("first")) == "comma_noun":
        return "a comma"
    if kind in ("any_of", "all_of") and _kind_of(node.get("first")) == "comma_of":
        return "a comma"
    if kind.endswith("_noun") and _plain_noun(node.get("first")) == _plain_noun(node.get("noun")):
        return "another noun"
    if kind == "act_how":
        inner = node.node("act")
        how = node.get("how")
        while inner is not None and inner.kind == "act_how":
            if inner.get("how") == how:
                return "something not said yet"
            inner = inner.node("act")
    if kind == "done_after" and str(node.get("past")).partition("^")[0] in _KNOWN:
        how = node.node("how")
        if how is not None and how.parts[0][1] == ():
            return "'by'"
    if kind == "prep_prep" and not str(node.get("prep")).startswith("instead"):
        return "a noun"
    if kind in _CLAUSES and _kind_of(node.get("acts")) == "be_alone":
        return "what it is"
    if kind == "do" and _only(node.node("acts")):
        return "a verb"
    if kind == "keyword_from" and node.get("keyword") not in ("protection^k", "hexproof^k"):
        return "the end"
    if kind == "keyword" and node.get("keyword") == "protection^k":
        return "'from'"
    if kind == "described_noun":
        noun = _plain_noun(node.get("noun"))
        head = str(noun[0]).partition("^")[0] if isinstance(noun, tuple) else ""
        return "another noun" if head and _word(node.get("describer")) == head else None
    if kind == "related" and str(node.get("verb")).partition("^")[0] in ("cost", "costs"):
        return "another verb"
    return None


def _only(acts: Node | None) -> bool:
    """Whether an order begins with "only"."""
    while acts is not None and acts.kind in ("act_how", "in_order", "and_act"):
        acts = acts.node("act") or acts.node("first")
    return acts is not None and acts.kind == "act_before" and acts.get("how") == "only^v"


def _kind_of(value: Value) -> str:
    return value.kind if isinstance(value, Node) else ""


def _plain_noun(value: Value) -> object:
    """Return the noun of a head that is nothing but a noun; else what equals nothing."""
    if isinstance(value, Node) and value.kind == "noun":
        noun = value.get("noun")
        if isinstance(noun, Noun):
            return noun.lemma, noun.number
    return object()


def _word(item: Value) -> str:
    if not isinstance(item, Node):
        return ""
    for name in ("state", "past", "sort", "subtype", "what"):
        word = item.get(name)
        if isinstance(word, str):
            return word.partition("^")[0]
    return ""


def _order(items: tuple[Value, ...]) -> str | None:
    """Refuse descriptions out of order: colours, then subtypes, then types."""
    words = [_word(inner) for item in items for inner in walk(item) if _word(inner)]
    if len(set(words)) < len(words):
        return "something not said yet"
    typed = named = False
    for item in items:
        if not isinstance(item, Node):
            continue
        if named and item.kind == "subtype":
            return "a noun"
        for inner in walk(item):
            if inner.kind == "subtype":
                if not _known(str(inner.get("subtype"))):
                    return "a subtype"
                if typed:
                    return "a noun"
                named = True
            elif inner.kind == "state_of" and (typed or named) and _word(inner) in _COLORS:
                return "a noun"
        typed = typed or (item.kind == "sort" and _word(item) in _TYPES)
    return None


def _known(subtype: str) -> bool:
    name = subtype.strip("~").partition("^")[0]
    return name == "Time_Lord" or all(part in SUBTYPES for part in name.split("_"))


def _phrase(node: Node) -> str | None:
    head = node.node("noun")
    first = head
    while first is not None and first.get("first") is not None:
        first = first.node("first")
    noun = None if first is None else first.get("noun")
    describers = node.node("describers")
    items = None if describers is None else describers.get("items")
    words = [_word(item) for item in items] if isinstance(items, tuple) else []
    sorts = [_word(item) for item in walk(describers) if item.kind == "sort"]
    if isinstance(noun, Noun):
        lemma = noun.lemma.partition("^")[0]
        if lemma in words and not noun.name:
            return "another noun"
        if noun.name and any(sort in _TYPES for sort in sorts):
            return "a noun"
        last = items[-1] if isinstance(items, tuple) and items else None
        if noun.name and head is first and _kind_of(last) == "subtype":
            return "another noun"
        if lemma in _TYPES and any(s in ("token", "card", "spell", "permanent") for s in sorts):
            return "a noun"
        if lemma not in _SORTED and any(sort not in _SORTS for sort in sorts):
            return "a noun"
        if (
            node.kind in _BARE
            and noun.number == "one"
            and not noun.name
            and head is first
            and lemma not in _MASS
            and not lemma.endswith(" step")
            and "^z" not in noun.lemma
            and not any(word in _KNOWN for word in words)
        ):
            return "a or the"
    quantifier = node.node("quantifier")
    if quantifier is not None and quantifier.kind == "of_whose":
        whose = quantifier.node("whose")
        if whose is not None and _plain_noun(whose.get("noun")) == _plain_noun(head):
            return "another noun"
    return None
