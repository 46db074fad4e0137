"""How permanents enter: tapped, with counters, as a copy."""

from __future__ import annotations

from kb.cards.mtg.effects.exceptions import exceptions
from kb.cards.mtg.effects.shapes import unfold
from kb.cards.mtg.nodes import Unsaid, items, lemma, plain, quantifier_kind, verb_of
from kb.cards.mtg.noun_phrases import kind_of_counters
from kb.cards.mtg.standing.reader import Entry, StandingReader
from kb.cards.values import Node


class Entering(StandingReader):
    """Reads how permanents enter."""

    def _enters_as_copy(self, clause: Node) -> Entry | None:
        """Read "you may have this creature enter as a copy of any creature", "except it's …"."""
        but = clause.node("but") if clause.kind == "except_that" else None
        does = clause if but is None else clause.node("does")
        subject = None if does is None or does.kind != "may" else does.node("subject")
        core, hows = unfold(None if does is None else does.node("acts"))
        if subject is None or subject.kind != "you" or core is None or core.kind != "have_do":
            return None
        inner, how = core.node("act"), hows[0] if len(hows) == 1 else None
        copy = how.node("what") if how is not None and plain(how.get("prep")) == "as" else None
        of = items(None if copy is None else copy.node("posts"))
        copied = of[0].node("what") if len(of) == 1 and of[0].kind == "of" else None
        thing = None if inner is None or inner.kind != "act" else inner.node("object")
        if lemma(copy) != "copy" or verb_of(inner) != "enter" or copied is None:
            return None
        quantifier = copied.node("quantifier")
        one = quantifier is not None and quantifier.kind in ("a", "any", "another")
        if not (self.phrases.is_this(core.node("whom")) and one):
            raise Unsaid("what it enters as")
        if thing is not None and lemma(thing) != "battlefield":
            raise Unsaid("where it enters")
        words = self.phrases.filter(copied)
        if "card" in words.split():
            raise Unsaid("a copy of a card")
        made: Entry = {"enters as copy of": words}
        if but is None:
            return made
        return {**made, "except": exceptions(but, self.phrases, self.abilities)}

    def _chosen_as_it_enters(self, clause: Node) -> str:
        """Read "as this creature enters, choose a color", or "choose a creature type"."""
        opening, does = clause.node("opening"), clause.node("does")
        event = None if opening is None else opening.node("event")
        as_it = opening is not None and plain(opening.get("word")) == "as" and event is not None
        if not as_it or event is None or does is None or does.kind != "do":
            return ""
        entering, choice = event.node("acts"), does.node("acts")
        where = None if entering is None else entering.node("object")
        this = self.phrases.is_this(event.node("subject")) and verb_of(entering) == "enter"
        thing = choice.node("object") if choice is not None and choice.kind == "act" else None
        if not this or verb_of(choice) != "choose" or thing is None:
            return ""
        if where is not None and lemma(where) != "battlefield":
            return ""
        if quantifier_kind(thing) != "a" or items(thing.node("posts")):
            return ""
        sorts = [plain(one.get("sort") or one.kind) for one in items(thing.node("describers"))]
        chosen = " ".join([*sorts, lemma(thing)])
        return {"color": "choose color", "creature type": "choose type"}.get(chosen, "")

    def _enters_if(self, opening: Node, does: Node) -> list[Entry]:
        """Read "if this was kicked, it enters with two +1/+1 counters on it"."""
        said = opening.node("condition")
        condition = self.phrases.condition(said)
        self.about_this = self.phrases.is_this(None if said is None else said.node("subject"))
        made = self.read(does)
        ours = {"this was kicked", "this was cast by you", "this was cast from your hand"}
        before = condition.endswith(" this turn") and not condition.startswith(("this ", "it "))
        if condition not in ours and not before and " you control is at " not in condition:
            raise Unsaid("when it enters")
        if [*made[0]["static"]][:1] != ["enters with"] or "what" in made[0]["static"]:
            raise Unsaid("how it enters")
        return [{**one, "if": condition} for one in made]

    def _enters(self, acts: Node, whom: str) -> list[Entry]:
        """Read "enters tapped" and "enters with …"."""
        how, inner = acts.node("how"), acts.node("act")
        thing = None if inner is None else inner.node("object")
        if how is not None and how.kind == "prep" and plain(how.get("prep")) == "with":
            return self._enters_with(how.node("what"), whom)
        if how is None or how.kind != "manner" or plain(how.get("manner")) != "tapped":
            raise Unsaid("how it enters")
        if thing is not None and lemma(thing) != "battlefield":
            raise Unsaid("where it enters")
        return [{"static": {"enters tapped": whom}}]

    def _enters_equal(self, acts: Node, equal: Node, whom: str) -> list[Entry]:
        """Read "enters with a number of +1/+1 counters on it equal to …"."""
        how, entering = acts.node("how"), acts.node("act")
        thing = None if how is None or plain(how.get("prep")) != "with" else how.node("what")
        posts = items(None if thing is None else thing.node("posts"))
        of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
        plainly = verb_of(entering) == "enter" and plain(equal.get("how")) == "equal to"
        if lemma(thing) != "number" or of is None or not plainly or whom != "this":
            raise Unsaid("how it enters")
        several = Node("phrase", (("quantifier", Node("a", ())), *of.parts), of.style, of.span)
        (made,) = self._enters_with(several, whom)
        made["static"]["enters with"] = self.phrases.amount(equal.get("to"))
        return [made]

    def _enters_with_x(self, clause: Node) -> list[Entry]:
        """Read "enters with X +1/+1 counters on it, where X is …"."""
        where, does = clause.node("where"), clause.node("does")
        subject = None if where is None else where.node("subject")
        if where is None or subject is None or subject.kind != "x" or self.phrases.x:
            raise Unsaid("where")
        self.phrases.x = "where"
        made = self.read(does)
        self.phrases.x = ""
        static = made[0]["static"] if len(made) == 1 else {}
        if not isinstance(static, dict) or static.get("enters with") != "x" or "what" in static:
            raise Unsaid("where")
        static["enters with"] = self.phrases.amount(where.get("amount"))
        return made

    def _enters_for_each(self, acts: Node, each: Node, whom: str) -> list[Entry]:
        """Read "enters with a +1/+1 counter on it for each …"."""
        one = each.node("each")
        if one is None or one.kind != "one_each" or verb_of(acts.node("act")) != "enter":
            raise Unsaid("for each")
        (made,) = self._enters(acts, whom)
        if "enters with" not in made["static"] or whom != "this":
            raise Unsaid("how it enters")
        number, counted = made["static"]["enters with"], self.phrases.number_of(one)
        made["static"]["enters with"] = counted if number == 1 else f"{number} times {counted}"
        return [made]

    def _enters_with(self, thing: Node | None, whom: str) -> list[Entry]:
        """Read "with two +1/+1 counters on it"."""
        describers = items(None if thing is None else thing.node("describers"))
        posts = items(None if thing is None else thing.node("posts"))
        on_it = (
            len(posts) == 1 and posts[0].kind == "placed" and plain(posts[0].get("prep")) == "on"
        )
        if describers and plain(describers[0].get("state")) == "additional":
            describers = describers[1:]
        if thing is None or lemma(thing) != "counter" or not describers or not on_it:
            raise Unsaid("how it enters")
        on = posts[0].node("what")
        if on is None or on.kind not in ("it", "him", "her", "them"):
            raise Unsaid("how it enters")
        kind = kind_of_counters(describers)
        number = self.phrases.count(thing)
        known = isinstance(number, int) or (
            number == "x" and self.phrases.x in ("mana", "where") and whom == "this"
        )
        if not known:
            raise Unsaid("how it enters")
        what = {} if whom == "this" else {"what": whom}
        return [{"static": {"enters with": number, "kind": kind, **what}}]
