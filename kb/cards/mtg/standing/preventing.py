"""Which damage is prevented."""

from __future__ import annotations

from kb.cards.mtg.effects.damage import would_be_dealt
from kb.cards.mtg.effects.shapes import unfold
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, verb_of
from kb.cards.mtg.standing.reader import Entry, StandingReader
from kb.cards.values import Node

_DAMAGE = {"damage": "", "combat damage": "combat", "noncombat damage": "noncombat"}
_DEALT = {
    "to": ("prevent damage to",),
    "by": ("prevent damage by",),
    "to and dealt by": ("prevent damage to", "prevent damage by"),
}


class Preventing(StandingReader):
    """Reads which damage is prevented."""

    def _prevents(self, acts: Node | None) -> list[Entry]:
        """Read "prevent all combat damage that would be dealt to and dealt by this creature"."""
        core, hows = unfold(acts)
        thing = None if core is None or core.kind != "act" else core.node("object")
        if thing is None or verb_of(core) != "prevent" or lemma(thing) not in _DAMAGE:
            raise Unsaid("prevent")
        quantifier = thing.node("quantifier")
        if quantifier is None or quantifier.kind != "all":
            raise Unsaid("which damage")
        about: Entry = {} if not _DAMAGE[lemma(thing)] else {_DAMAGE[lemma(thing)]: True}
        words = [plain(one.get("state")) for one in items(thing.node("describers"))]
        if words == ["noncombat"]:
            about = {"noncombat": True}
        elif words:
            raise Unsaid("which damage")
        made: list[Entry] = []
        during: Entry = {}
        for how in (*would_be_dealt(thing), *hows):
            if plain(how.get("time")) == "during your turn":
                during = {"while": "it is your turn"}
                continue
            preps = _DEALT.get(plain(how.get("prep"))) if how.kind == "prep" else None
            if preps is None:
                raise Unsaid("prevent")
            whom = "this" if self.phrases.is_this(how.node("what")) else self._them(how)
            made += [{"static": {prep: whom, **about}} for prep in preps]
        if not made or (len(made) > 1 and during):
            raise Unsaid("prevent")
        return [{**one, **during} for one in made]

    def _them(self, how: Node) -> str:
        """Return all of a kind: "you and permanents you control"."""
        what = how.node("what")
        parts = (
            [what]
            if what is None or what.kind != "all_of"
            else [what.node("first"), what.node("second")]
        )
        said = []
        for part in parts:
            if part is None or part.kind not in ("you", "bare", "small_bare"):
                raise Unsaid("to what")
            said.append("you" if part.kind == "you" else self.phrases.filter(part))
        return " or ".join(said)
