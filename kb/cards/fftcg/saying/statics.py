"""Field abilities, in the words of cards."""

from __future__ import annotations

from collections.abc import Mapping

from kb.cards.fftcg.saying.conditions import under
from kb.cards.fftcg.saying.phrases import CHOOSERS, REPLACED, amount, filter_said, harmed
from kb.cards.saying import Entry, filled, joined

_STATIC: Mapping[str, str] = {
    "gains keyword": "<what> gain <gains keyword>",
    "gains power": "<what> gain <gains power> power",
    "loses power": "<what> lose <loses power> power",
    "unchoosable": "<what> cannot be chosen by <unchoosable>",
    "unblockable": "<what> cannot be blocked by <unblockable>",
    "cannot": "<what> cannot <cannot>",
    "avoids greater power": "<what> cannot <stronger> with power greater than his",
    "to be blocked": "opponent must block <what> if possible",
    "cannot cast": "<players> cannot cast <cannot cast>",
    "costs more": "cost for <players> cast <dearer> increase <costs more>",
    "must": "<what> must <must> if possible",
    "cast only": "you only cast <cast only>",
    "unbreakable": "<what> cannot be broken",
    "guarded from being": "<what> cannot <guarded>",
    "produces": "<what> can produce <cp>",
    "does not activate": "<does not activate> does not activate during your active phase",
    "paid with any element": "cost cast <paid with any element> can paid with cp any element",
    "paid only with": "you only pay with <paid only with> cp to cast",
    "paid only by": "you only pay with cp produced by <source> to cast",
    "never beside": "you cannot play or <beside> while already in control of either character",
    "not put from": "you cannot play from your <not put from> due to summon or ability",
    "becomes a forward": "<what> also become forward with <becomes a forward> power",
    **REPLACED,
    "parties of any element": "<free> form party with forward of any element",
    "enters dull": "<enters dull> enter field dull",
    "plays several": "you can put 2 or more <plays several> character field",
    "attacks twice": "can attack twice in same turn",
    "costs less": "cost cast <cast> reduced <costs less> <at least one>",
}
_GUARDED = {
    "broken": "be broken by opposing <by> that don't deal damage",
    "dulled": "become dull by opponent <by>",
    "returned": "be returned to hand by opponent <by>",
}


def static(same: list[Entry]) -> str:
    """Return several field abilities that are about the same cards as one."""
    first = same[0]
    held = first["static"].get("while")
    said = [] if held is None else [under(held)]
    if sum("cannot" in one["static"] for one in same) > 1:
        said.append("or")
    parts = [_one(one["static"]) for one in same]
    kinds = {next(iter(one["static"])) for one in same}
    apart = len(kinds) == len(same) and _about(first["static"])[0] == "this"
    return " ".join([*said, " ".join(parts) if apart else joined(parts)])


def _one(static: Entry) -> str:
    word = next(iter(static))

    def slot(name: str) -> str:
        value = static.get(name)
        if name == "harmed":
            return harmed(word, static, filter_said(str(static["to"])))
        if name in ("hit", "from"):
            return filter_said(str(static["to" if name == "hit" else "from"]))
        if name == "cast":
            what = static["what"]
            return "" if what == "this" else filter_said(what)
        if name == "cast only":
            return under(str(value))
        if name == "at least one":
            return "it cannot become 0" if value else ""
        if name == "what":
            return "" if value in (None, "this") else filter_said(str(value), "and")
        if name == "stronger":
            blocked = static["avoids greater power"] == "be blocked"
            return f"{'be blocked by' if blocked else 'block'} forward"
        if name == "players":
            return str(static["who"])
        if name in ("cannot cast", "dearer"):
            return filter_said(str(static["cannot cast" if name == "cannot cast" else "what"]))
        if name == "cp":
            element = str(static["produces"])
            return "cp of any element" if element == "any" else f"{element} cp"
        if name in ("does not activate", "paid with any element", "enters dull"):
            return "" if value == "this" else filter_said(str(value), "and")
        if name == "free":
            free = str(static["parties of any element"])
            return "" if free == "this" else filter_said(free, "and")
        if name == "guarded":
            by = CHOOSERS[str(static.get("by", "either"))]
            return _GUARDED[str(static["guarded from being"])].replace("<by>", by)
        if name in ("source", "beside"):
            return filter_said(str(static["paid only by" if name == "source" else "never beside"]))
        if name == "unchoosable":
            opponent = "" if str(value).startswith("any") else "opponent "
            return f"{opponent}{CHOOSERS[str(value)]}"
        if name == "unblockable":
            return "" if value == "forward" else filter_said(str(value))
        return amount(value, "+" if name == "gains power" else "")

    return filled(_STATIC.get(word, word), slot)


def same_static(first: Entry, other: Entry) -> bool:
    """Whether two field abilities are about the same cards, as long as the same is so."""
    if "static" not in other:
        return False
    one, two = first["static"], other["static"]
    kept = {key: value for key, value in first.items() if key != "static"}
    same = kept == {key: value for key, value in other.items() if key != "static"}
    return same and _about(one) == _about(two)


def _about(static: Entry) -> tuple[object, object]:
    """Return what a field ability is about, and while what is so."""
    word = "from" if "from" in static else "to" if "to" in static else "what"
    return static.get(word, "this"), static.get("while")
