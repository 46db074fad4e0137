"""What permanents are, besides or instead of what is printed on them."""

from __future__ import annotations

from kb.cards.mtg.effects.changing import still
from kb.cards.mtg.effects.sentences import Effects
from kb.cards.mtg.effects.shapes import creature_type, in_addition, is_described
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain
from kb.cards.mtg.noun_phrases import has_article
from kb.cards.mtg.standing.reader import Entry, StandingReader
from kb.cards.values import Node, Noun

_BASIC_LANDS = ("Plains", "Island", "Swamp", "Mountain", "Forest")
_TYPES = ("artifact", "creature", "enchantment", "land")


class Being(StandingReader):
    """Reads what permanents are."""

    became: Entry | None = None
    """What the sentence before says that something is; this one may say that it's still a land."""

    def is_so(self, acts: Node, whom: str) -> list[Entry] | None:
        """Read "is a Swamp", "is a 4/4 Soldier creature", "is a Wall in addition to its types"."""
        how = acts.node("how") if acts.kind == "act_how" else None
        core = acts if how is None else acts.node("act")
        if core is None or core.kind != "be_so":
            return None
        being = core.node("be")
        if being is not None and being.kind == "be_not":
            kind = no_longer(acts)
            return [{"static": {"not of type": kind, "what": whom}}] if kind else None
        if how is None and (land := basic_land(core.node("complement"))):
            return [{"static": {"lands are": land, "what": whom}}]
        if besides := lands_besides(acts):
            return [{"static": {"lands are also": land, "what": whom}} for land in besides]
        kept = {} if how is None else in_addition(how)
        if how is not None and not kept:
            return None
        self.became = self._look(core.node("complement"), kept, whom)
        return [{"static": {"become": self.became, "what": whom}}]

    def still_is(self, acts: Node, subject: Node) -> bool:
        """Read "it's still a land" behind what something is."""
        complement = acts.node("complement") if acts.kind == "be_so" else None
        if subject.kind != "it" or complement is None or complement.kind != "also_being":
            return False
        land = lemma(complement.node("object")) in ("land", "planeswalker")
        if self.became is None or plain(complement.get("how")) != "still" or not land:
            raise Unsaid("still")
        self.became["keeps types"] = True
        self.became = None
        return True

    def _look(self, thing: Node | None, kept: Entry, whom: str) -> Entry:
        """Read "a 4/4 Soldier creature with flying that's still a planeswalker"."""
        if thing is None or thing.kind not in ("phrase", "bare"):
            raise Unsaid("what it is")
        if thing.kind == "phrase" and self.phrases.count(thing) != 1:
            raise Unsaid("what it is")
        posts = items(thing.node("posts"))
        rest = [post for post in posts if post.kind != "that_does"]
        if any(not still(post.node("acts")) for post in posts if post.kind == "that_does"):
            raise Unsaid("what it is")
        describers = items(thing.node("describers"))
        if any(plain(one.get("state")) == "colorless" for one in describers):
            raise Unsaid("no colour")
        made = Effects(self.phrases, str, str, self.abilities).described(describers, rest)
        made.pop("called", None)
        if len(rest) < len(posts):
            kept = {**kept, "keeps types": True}
        if kind := creature_type(thing):
            made["subtypes"] = [*made.get("subtypes", []), *kind.lower().split()]
        elif (word := lemma(thing)) in _TYPES:
            made["types"] = [*made.get("types", []), word]
        else:
            raise Unsaid("what it is")
        if made.get("types") == ["artifact", "creature"]:  # 205.1b: it keeps what it was
            kept = {**kept, "keeps types": True}
        if "power" not in made and "creature" in made.get("types", ()):
            raise Unsaid("a size")
        if not kept and whom == "this" and "types" not in made:
            raise Unsaid("what it is")
        if "keeps colors" in kept and "colors" not in made:
            raise Unsaid("a colour")
        return {**made, **kept}


def basic_land(thing: Node | None) -> str:
    """Return the basic land of "is an Island" or "are Mountains"; empty for anything else."""
    noun = None if thing is None or thing.kind not in ("phrase", "bare") else thing.node("noun")
    if noun is None or noun.kind != "named" or thing is None:
        return ""
    alone = not items(thing.node("describers")) and not items(thing.node("posts"))
    found = noun.get("noun")
    name = found.lemma if isinstance(found, Noun) else ""
    return name if alone and name in _BASIC_LANDS else ""


def lands_besides(acts: Node) -> tuple[str, ...]:
    """Return the basic lands of "is a Swamp in addition to its other land types"."""
    core, how = acts.node("act"), acts.node("how")
    if core is None or core.kind != "be_so" or how is None or not in_addition(how, "land"):
        return ()
    thing = core.node("complement")
    if land := basic_land(thing):
        return (land,)
    quantifier = None if thing is None else thing.node("quantifier")
    described = items(None if thing is None else thing.node("describers"))
    words = [plain(one.get("state") or one.get("sort")) for one in described]
    every = quantifier is not None and quantifier.kind == "every" and lemma(thing) == "type"
    return _BASIC_LANDS if every and words == ["basic", "land"] else ()


def no_longer(acts: Node) -> str:
    """Return the card type of "isn't a creature"; empty for anything else."""
    being = acts.node("be") if acts.kind == "be_so" else None
    thing = acts.node("complement") if being is not None and being.kind == "be_not" else None
    if thing is None or thing.kind != "phrase" or is_described(thing) or not has_article(thing):
        return ""
    return "creature" if lemma(thing) == "creature" else ""
