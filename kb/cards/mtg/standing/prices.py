"""How much spells cost."""

from __future__ import annotations

from kb.cards.mtg.effects.shapes import quantifier_of
from kb.cards.mtg.nodes import Unsaid, items, plain, verb_of
from kb.cards.mtg.standing.reader import Entry, StandingReader
from kb.cards.values import Node

_CASTERS = {"you": "you", "your opponents": "opponent"}


class Prices(StandingReader):
    """Reads how much spells cost."""

    def own_cost(self, clause: Node | None) -> list[Entry] | None:
        """Read "this spell costs {1} less to cast for each artifact you control"; else None."""
        tail = clause.node("tail") if clause is not None and clause.kind == "tailed" else None
        does = clause if clause is None or tail is None else clause.node("does")
        subject, acts = (None, None) if does is None else (does.node("subject"), does.node("acts"))
        inner = None if acts is None or acts.kind != "in_order" else acts.node("act")
        act = None if inner is None else inner.node("act")
        if verb_of(act) != "cost" or not self.phrases.is_this(subject):
            return None
        if act is None or acts is None or inner is None or does is None or does.kind != "does":
            raise Unsaid("cost")
        how, goal, price = inner.node("how"), acts.node("goal"), act.node("price")
        less = "" if how is None else plain(how.get("manner"))
        symbols = None if price is None else price.get("symbols")
        number = str(symbols[0]).strip("{}") if isinstance(symbols, tuple) else ""
        if less not in ("less", "more") or not number.isdecimal() or symbols != (f"{{{number}}}",):
            raise Unsaid("cost")
        each = None if goal is None or goal.kind != "act_how" else goal.node("how")
        amount: int | str = int(number)
        if each is not None:
            goal = None if goal is None else goal.node("act")
            if each.kind != "for_each" or tail is not None:
                raise Unsaid("cost")
            counted = self.phrases.number_of(each.node("each"))
            if not counted.startswith(("number of ", "creatures in your party")):
                raise Unsaid("what is counted")
            amount = counted if amount == 1 else f"{number} times {counted}"
        if goal is None or goal.kind != "act_alone" or verb_of(goal) != "cast":
            raise Unsaid("cost")
        made: Entry = {"static": {f"costs {less}": amount}}
        if tail is not None:
            if tail.kind != "only_if" or plain(tail.get("word")) != "if":
                raise Unsaid("when it costs less")
            condition = tail.node("condition")
            about = None if condition is None else condition.node("subject")
            at = None
            if condition is not None and about is not None and about.kind == "it":
                at = self._aimed_at(condition)
            if at is not None:
                made["static"]["at"] = at
            else:
                made["if"] = self.phrases.condition(condition)
        return [made]

    def _cost(self, acts: Node, subject: Node) -> Entry:
        """Read "instant spells you cast cost {1} less to cast"."""
        inner, goal = acts.node("act"), acts.node("goal")
        how, act = (None, None) if inner is None else (inner.node("how"), inner.node("act"))
        less = "" if how is None else plain(how.get("manner"))
        price = None if act is None or act.kind != "act_price" else act.node("price")
        symbols = None if price is None else price.get("symbols")
        number = str(symbols[0]).strip("{}") if isinstance(symbols, tuple) else ""
        if verb_of(act) != "cost" or less not in ("less", "more") or not number.isdecimal():
            raise Unsaid("cost")
        posts = items(subject.node("posts"))
        at = self._aimed_at(posts[-1]) if posts else None
        posts = posts if at is None else posts[:-1]
        by = posts[0] if len(posts) == 1 and posts[0].kind == "related" else Node("nobody", ())
        who = _CASTERS.get(plain(by.get("subject"))) if posts else "each"
        to_cast = goal is not None and goal.kind == "act_alone" and verb_of(goal) == "cast"
        casts = plain(by.get("verb")) == "cast" and not items(by.node("how"), "adverbs")
        casts |= not posts
        if who is None or not casts or not to_cast or symbols != (f"{{{number}}}",):
            raise Unsaid("whose spells")
        words = self.phrases.filter(subject.put("posts", None))
        if subject.kind != "bare" or not words.endswith("spell"):
            raise Unsaid("which spells")
        whose = {} if who == "you" else {"whose": who}
        aimed = {} if at is None else {"at": at}
        return {f"spells cost {less}": int(number), "what": words, **whose, **aimed}

    def _aimed_at(self, post: Node) -> str | None:
        """Return what "that target a creature", "it targets a creature" says; None if nothing."""
        acts = post.node("acts") if post.kind in ("that_does", "does") else None
        if verb_of(acts) != "target" or acts is None or acts.kind != "act":
            return None
        what = acts.node("object")
        if what is None or not (self.phrases.is_this(what) or quantifier_of(what) == "a"):
            raise Unsaid("what is targeted")
        return self.phrases.filter(what)
