"""What can't be done, or does not happen: "target creature can't block this turn"."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.as_though import DESPITE_DEFENDER, blocked_if_able
from kb.cards.mtg.effects.reader import EffectReader
from kb.cards.mtg.effects.shapes import is_described, unfold
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.values import Node

Entry = dict[str, Any]


_ONE_PLAYER = ("defending player", "active player")


class Forbidding(EffectReader):
    """What can't be done, or does not happen: "target creature can't block this turn"."""

    def _does_not(self, node: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "it doesn't untap during its controller's next untap step"."""
        self._stays(node.node("acts"), node.node("subject"), hows)
        return [{"keep tapped": self.phrases.reference(node.node("subject"))}]

    def _stays(self, acts: Node | None, subject: Node | None, hows: tuple[Node, ...]) -> None:
        """See that acts are "untap during its controller's next untap step"."""
        core, more = unfold(acts)
        during = (*hows, *more)
        what = during[0].node("what") if len(during) == 1 else None
        quantifier = None if what is None else what.node("quantifier")
        whose = None if quantifier is None else quantifier.node("whose")
        yours = quantifier is not None and plain(str(quantifier.get("whose"))) == "your"
        own = yours and self.phrases.is_this(subject)
        words = [
            plain(one.get("state"))
            for one in items(None if what is None else what.node("describers"))
        ]
        untap = core is not None and core.kind == "act_alone" and verb_of(core) == "untap"
        if (
            not untap
            or lemma(what) != "untap step"
            or words != ["next"]
            or not (lemma(whose) == "controller" or own)
        ):
            raise Unsaid("not")

    def _cannot(
        self, acts: Node | None, subject: Node | None, hows: tuple[Node, ...]
    ) -> list[Entry]:
        if subject is None:
            raise Unsaid("who")
        if lemma(subject) == "damage" and not items(subject.node("describers")):
            if not _is_done(unfold(acts)[0], "prevented") or is_described(subject):
                raise Unsaid("cannot")
            return [{"damage cannot be prevented": None, **self._until((*hows, *unfold(acts)[1]))}]
        if (whose := _abilities_of(subject)) is not None:
            if not _is_done(unfold(acts)[0], "activated"):
                raise Unsaid("cannot")
            one = self.phrases.reference(whose)
            return self._is_forbidden(acts, one, hows)
        who = self.phrases.reference(subject)
        if self._stays_out(acts, who, hows):
            return []
        if (found := self._casts_nothing(acts, who, hows)) is not None:
            return [found]
        return self._is_forbidden(acts, self.phrases.found_before(who), hows)

    def _stays_out(self, acts: Node | None, who: str, hows: tuple[Node, ...]) -> bool:
        """Read "they can't phase in" behind what has phased out, which says how long then."""
        core, more = unfold(acts)
        if core is None or core.kind != "act_alone" or verb_of(core) != "phase":
            return False
        said, phased = [plain(how.get("manner") or "") for how in more], self.phased
        if phased is None or said != ["in"] or who != phased["phase out"]:
            raise Unsaid("what can't phase in")
        phased["until"] = self._until(hows).get("until", "end of turn")
        self.phased = None
        return True

    def _casts_nothing(self, acts: Node | None, who: str, hows: tuple[Node, ...]) -> Entry | None:
        """Read "target player can't cast instant or sorcery spells this turn"."""
        core, more = unfold(acts)
        thing = None if core is None or core.kind != "act" else core.node("object")
        if verb_of(core) != "cast" or thing is None or thing.kind != "bare":
            return None
        words = self.phrases.filter(thing)
        one = who.startswith(("target ", "controller of ", "owner of ")) or who in _ONE_PLAYER
        if (
            not one
            or self.phrases.several(who)
            or not (who in _ONE_PLAYER or self.phrases.is_player(who))
        ):
            raise Unsaid("who can't cast")
        if not all("spell" in one.split() for one in words.split(" or ")):
            raise Unsaid("what can't be cast")
        barred = {"static": {"cannot cast": words}}
        return {"delay": {"abilities": [barred]}, "who": who, **self._until((*hows, *more))}

    def _attacks_despite(self, acts: Node | None, one: str, hows: tuple[Node, ...]) -> Entry:
        """Read "can attack this turn as though it didn't have defender"."""
        core, more = unfold(acts)
        if core is None or core.kind != DESPITE_DEFENDER:
            raise Unsaid("can")
        who = self.phrases.found_before(one)
        return {"attacks despite defender": who, **self._until((*hows, *more))}

    def _must_be_blocked(self, acts: Node | None, one: str, hows: tuple[Node, ...]) -> Entry:
        """Read "target creature must be blocked this turn if able"."""
        if (lasts := blocked_if_able(acts)) is None:
            raise Unsaid("must")
        return {"blocked if able": self.phrases.found_before(one), **self._until((*hows, *lasts))}

    def _is_forbidden(self, acts: Node | None, one: str, hows: tuple[Node, ...]) -> list[Entry]:
        if one.startswith("each ") and one.endswith((" x", " x or less")):
            raise Unsaid("the X of what is never locked in")
        core, more = unfold(acts)
        hows = (*hows, *more)
        if core is not None and core.kind == "be_so" and _is_done(core, "activated"):
            return [{"cannot activate": one, **self._until(hows)}]
        if core is not None and core.kind == "or_act":
            first, second = core.node("first"), core.node("second")
            inner, late = unfold(second)
            deeds = [_deed(first), _deed(inner)]
            lasts = self._until((*hows, *late))
        else:
            deeds = [_deed(core)]
            lasts = self._until(hows)
        return [{f"cannot {deed}": one, **lasts} for deed in deeds]


def _is_done(acts: Node | None, past: str) -> bool:
    being = None if acts is None or acts.kind != "be_so" else acts.node("complement")
    return being is not None and plain(being.get("past")) == past


def _abilities_of(subject: Node) -> Node | None:
    """Return whose "activated abilities" are meant, of one thing that is named."""
    words = [plain(one.get("past")) for one in items(subject.node("describers"))]
    if lemma(subject) != "ability" or words != ["activated"] or items(subject.node("posts")):
        return None
    quantifier = subject.node("quantifier")
    if quantifier is not None and plain(quantifier.get("whose")) == "its":
        return Node("it", ())
    return None


def _deed(node: Node | None) -> str:
    if node is not None and node.kind == "act_alone" and verb_of(node) in ("attack", "block"):
        return verb_of(node)
    if node is not None and node.kind == "be_so":
        complement = node.node("complement")
        if complement is not None and plain(complement.get("past")) == "blocked":
            return "be blocked"
    raise Unsaid("cannot")
