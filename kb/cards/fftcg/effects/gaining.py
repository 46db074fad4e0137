"""What is gained and lost for a while: power, keywords, abilities, being a Forward."""

from __future__ import annotations

from kb.cards.fftcg.amounts import ends_of, scaled, scales
from kb.cards.fftcg.clauses import becoming, listed, until_end
from kb.cards.fftcg.effects.reader import EffectReader, Entry
from kb.cards.fftcg.effects.things import things
from kb.cards.fftcg.forbidding import deeds_hindered, forced, not_to_be, quoted_clause
from kb.cards.fftcg.nodes import Unsaid, inner, lemma, posts_of, quantifier_kind, whose, word_in
from kb.cards.values import Node, Value

KEYWORDS = frozenset({"haste", "brave", "first strike", "back attack"})


def gain(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that something gains power, keywords or abilities, or you gain Crystals."""
    thing = core.node("object")
    if thing is not None and thing.kind == "price" and reader.orders(who) and not hows:
        symbols = thing.get("symbols")
        if isinstance(symbols, tuple) and set(symbols) == {"{c}"}:
            return [{"gain crystal icons": len(symbols)}]
    if lemma(thing) == "control":
        return _control(reader, thing, who, hows)
    if any(until_end(how) for how in hows) == reader.lasting:
        raise Unsaid("until when")
    lasts = {"until": "permanent"} if reader.lasting else {}
    parts = [] if thing is None else listed(thing)
    if reader.phrases.is_this(who) and any(one.kind == "quoted" for one in parts):
        if not all(map(until_end, hows)):
            raise Unsaid("an adverb")
        apart = [one for one in parts if one.kind not in ("quoted", "keyword")]
        made = [one for part in apart for one in gains(reader, part, hows)]
        made += _granted(reader, [one for one in parts if one not in apart])
        return [{**one, "what": "this", **lasts} for one in made]
    return [
        {**gained, "what": one, **lasts}
        for one in things(reader, who)
        for gained in gains(reader, thing, hows)
    ]


def _control(reader: EffectReader, thing: Node | None, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that a player gains control of something, for good or until the turn ends."""
    posts = posts_of(thing)
    of = posts[0] if [word_in(one, "prep") for one in posts] == ["of"] else None
    player = "you" if reader.orders(who) else reader.phrases.player(who)
    if of is None or player not in ("you", "opponent") or not all(map(until_end, hows)):
        raise Unsaid("who gains control, or until when")
    lasts = "end of turn" if hows else "permanent"
    by = {} if player == "you" else {"who": player}
    return [{"gain control": one, "until": lasts, **by} for one in things(reader, of.get("what"))]


def gains(reader: EffectReader, thing: Node | None, hows: list[Node]) -> list[Entry]:
    """Return what is gained: power and keywords."""
    found: list[Entry] = []
    ends = ends_of(hows, reader.phrases)
    if not all(until_end(how) or scales(how) for how in hows):
        raise Unsaid("an adverb")
    for part in listed(thing):
        if part.kind == "keyword" and word_in(part, "keyword") in KEYWORDS and not ends:
            found.append({"gain keyword": word_in(part, "keyword")})
            continue
        if part.kind == "quoted" and not ends:
            found += _lent(reader, part)
            continue
        quantifier = part.node("quantifier")
        change = "" if quantifier is None else str(quantifier.get("change"))
        if lemma(part) != "power" or not change.startswith("+#") or len(ends) > 1:
            raise Unsaid("what is gained")
        found.append({"get power": scaled(int(change[2:]), ends)})
    return found


def _lent(reader: EffectReader, part: Node) -> list[Entry]:
    """Return what an ability in quotation marks gives to other cards than its own."""
    try:
        return _quoted(part)
    except Unsaid:
        own = reader.phrases.name.casefold() in reader.said(part).casefold()
        if reader.grant is None or own:
            raise
    return [{"gain ability": reader.grant(part)}]


def _quoted(part: Node) -> list[Entry]:
    """Return what an ability in quotation marks says cannot be done with or by its Forward."""
    does = quoted_clause(part)
    if (must := forced(does)) is not None:
        return [{"must": must}]
    this = quantifier_kind(inner(does, "subject")) == "this_one"
    if does is None or does.kind != "may" or does.get("modal") != "cannot" or not this:
        raise Unsaid("an ability that is gained")
    being = not_to_be(does.node("acts"), ends=False)
    if being is not None:
        return [{"cannot be": being}]
    return [{"cannot": deed} for deed in deeds_hindered(does.node("acts"), ends=False)]


def _granted(reader: EffectReader, parts: list[Node]) -> list[Entry]:
    """Return keywords and abilities in quotation marks that are gained."""
    found: list[Entry] = []
    for part in parts:
        if part.kind == "keyword" and word_in(part, "keyword") in KEYWORDS:
            found.append({"gain keyword": word_in(part, "keyword")})
        elif part.kind == "quoted" and reader.grant is not None:
            found.append({"gain ability": reader.grant(part)})
        else:
            raise Unsaid("what is gained")
    return found


def become(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that something also becomes a Forward, with what it has then."""
    if bool(hows) == reader.lasting or not all(map(until_end, hows)):
        raise Unsaid("until when")
    number, more = becoming(core)
    found = [{"become a forward": number}, *_granted(reader, more)]
    lasts = {"until": "permanent"} if reader.lasting else {}
    return [{**gained, "what": one, **lasts} for one in things(reader, who) for gained in found]


def becomes(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that the power of something becomes a number."""
    its, amount = whose(who) in ("its", "their"), core.get("amount")
    lasts = bool(hows) and all(map(until_end, hows))
    if lemma(who) != "power" or not its or not isinstance(amount, int) or not lasts:
        raise Unsaid("what becomes something else")
    return [{"power becomes": amount, "what": one} for one in reader.known()]


def lose(reader: EffectReader, core: Node, who: Value, hows: list[Node]) -> list[Entry]:
    """Return that something loses power, keywords or all its abilities."""
    thing = core.node("object")
    ends = ends_of(hows, reader.phrases)
    lasts = [how for how in hows if until_end(how)]
    if thing is None or len(lasts) != 1 or len(ends) > 1 or len(lasts) + len(ends) != len(hows):
        raise Unsaid("until when")
    parts = listed(thing)
    if not ends and all(part.kind == "keyword" for part in parts):
        words = [word_in(part, "keyword") for part in parts]
        if set(words) - KEYWORDS:
            raise Unsaid("a keyword")
        return [
            {"lose keyword": word, "what": one} for one in things(reader, who) for word in words
        ]
    whole = reader.phrases.every(thing) or whose(thing) in ("their", "its")
    if not ends and lemma(thing) == "ability" and whole:
        return [{"lose abilities": None, "what": one} for one in things(reader, who)]
    if lemma(thing) != "power":
        raise Unsaid("what is lost")
    number = scaled(reader.phrases.number(thing, "how much"), ends)
    return [{"lose power": number, "what": one} for one in things(reader, who)]
