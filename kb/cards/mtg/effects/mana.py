"""Mana that is added."""

from __future__ import annotations

from typing import Any

from kb.cards.mtg.effects.reader import EffectReader
from kb.cards.mtg.effects.shapes import COLORS_OF_MANA, quantifier_of, repeated
from kb.cards.mtg.nodes import NUMBERS, Unsaid, items, lemma, plain, verb_of
from kb.cards.values import Node

Entry = dict[str, Any]


class Mana(EffectReader):
    """Mana that is added."""

    def _add(self, core: Node, who: str, hows: tuple[Node, ...]) -> list[Entry]:
        price = core.node("price")
        thing = core.node("object")
        if thing is not None and thing.kind == "additional_price" and not hows and who == "you":
            more = thing.node("price")
            return self._mana(more) if more is not None else []
        if core.kind == "act" and thing is not None and thing.kind == "counted_price":
            number = NUMBERS.get(plain(thing.get("count")))
            made = self._mana(thing.node("price") or thing)
            if number is None or hows or len(made) != 1 or "amount" in made[0] or who != "you":
                raise Unsaid("mana")
            return [{**made[0], "amount": number}]
        if core.kind == "act" and thing is not None and lemma(thing) == "amount" and who == "you":
            return self._amount_of(thing, hows)
        if core.kind == "act" and thing is not None and lemma(thing) == "mana" and who == "you":
            posts = items(thing.node("posts"))
            of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
            if not posts and not items(thing.node("describers")):
                return [self._combination(self.phrases.count(thing), hows)]
            quantifier = None if of is None else of.node("quantifier")
            plain_any = quantifier is not None and quantifier.kind in ("any", "any_one")
            if hows or not plain_any or lemma(of) != "color" or items(thing.node("describers")):
                raise Unsaid("mana")
            return [{"add any color": self.phrases.count(thing)}]
        if core.kind == "act_price" and price is not None and not hows and who == "you":
            options = _options(price)
            if len(options) > 1:
                return [self._either([self._mana(option) for option in options])]
        if core.kind != "act_price" or hows or who != "you" or price is None:
            raise Unsaid("mana")
        return self._mana(price)

    def _amount_of(self, thing: Node, hows: tuple[Node, ...]) -> list[Entry]:
        """Read "an amount of {G} equal to your devotion to green"."""
        posts = items(thing.node("posts"))
        price = posts[0].node("price") if len(posts) == 1 and posts[0].kind == "of_price" else None
        equal = hows[0] if len(hows) == 1 and hows[0].kind == "equal" else None
        if price is None or equal is None or plain(equal.get("how")) != "equal to":
            raise Unsaid("mana")
        made = self._mana(price)
        if len(made) != 1 or "amount" in made[0] or items(thing.node("describers")):
            raise Unsaid("mana")
        return [{**made[0], "amount": self.phrases.amount(equal.get("to"))}]

    def _combination(self, number: int | str, hows: tuple[Node, ...]) -> Entry:
        """Read "in any combination of {R} and/or {G}" behind so much mana."""
        mixed = hows[0].node("what") if len(hows) == 1 and hows[0].kind == "prep" else None
        quantifier = None if mixed is None else mixed.node("quantifier")
        posts = items(None if mixed is None else mixed.node("posts"))
        price = posts[0].node("price") if len(posts) == 1 and posts[0].kind == "of_price" else None
        if (
            plain(hows[0].get("prep") if hows else None) != "in"
            or lemma(mixed) != "combination"
            or quantifier is None
            or quantifier.kind != "any"
            or price is None
            or price.kind != "and_or_price"
        ):
            raise Unsaid("mana")
        kinds = [
            self._mana(one)
            for one in (price.node("first"), price.node("second"))
            if one is not None
        ]
        if len(kinds) != 2 or any(len(one) != 1 or "amount" in one[0] for one in kinds):
            raise Unsaid("mana")
        first, second = (one[0]["add mana"] for one in kinds)
        return {"add any combination": number, "of": first, "and": second}

    def _spends_only(self, core: Node) -> list[Entry] | None:
        """Read "spend this mana only to cast artifact spells or activate abilities of …"."""
        whole = core.node("first") if core.kind == "or_act" else core
        beside = core.node("second") if core.kind == "or_act" else None
        spent = None if whole is None or whole.kind != "only_to" else whole.node("act")
        goal = None if spent is None or whole is None else whole.node("goal")
        mana = None if spent is None or verb_of(spent) != "spend" else spent.node("object")
        this = mana is not None and quantifier_of(mana) == "this_one" and lemma(mana) == "mana"
        if goal is None or not this:
            return None
        if not self.steps or not _adds_mana(self.steps[-1]) or verb_of(goal) != "cast":
            raise Unsaid("which mana is spent on what")
        thing = goal.node("object")
        if thing is None or (thing.kind != "bare" and quantifier_of(thing) != "a"):
            raise Unsaid("which spells")
        words = self.phrases.filter(thing)
        if "kicked" in words or not all(one.endswith("spell") for one in words.split(" or ")):
            raise Unsaid("which spells")
        made: Entry = {"spend only on": words}
        if beside is not None:
            made["abilities of"] = self._abilities_of(beside)
        return [made]

    def _abilities_of(self, act: Node) -> str:
        """Return whose abilities "activate abilities of artifacts" means."""
        thing = act.node("object") if act.kind == "act" and verb_of(act) == "activate" else None
        posts = items(None if thing is None else thing.node("posts"))
        of = posts[0].node("what") if len(posts) == 1 and posts[0].kind == "of" else None
        if of is None or lemma(thing) != "ability" or items(thing and thing.node("describers")):
            raise Unsaid("which abilities")
        if of.kind != "bare" and quantifier_of(of) != "a":
            raise Unsaid("of what")
        return self.phrases.filter(of)

    def _mana(self, price: Node) -> list[Entry]:
        found = price.get("symbols") if price.kind == "price" else None
        symbols = [str(one).strip("{}") for one in found] if isinstance(found, tuple) else []
        if not symbols or any(one not in (*COLORS_OF_MANA, "c") for one in symbols):
            raise Unsaid("mana")
        kinds = dict.fromkeys(symbols)
        return [
            {"add mana": COLORS_OF_MANA.get(one, "colorless"), **repeated(symbols.count(one))}
            for one in kinds
        ]


def _adds_mana(step: Entry) -> bool:
    """Whether all that an instruction does is to add mana."""
    if "either" in step:
        return all(map(_adds_mana, (*step["either"], *step["or"])))
    return bool({"add mana", "add any color", "add any combination"} & set(step))


def _options(price: Node) -> list[Node]:
    """Return the prices of "{R} or {G}"."""
    if price.kind in ("or_price", "comma_price", "comma_or_price"):
        first, second = price.node("first"), price.node("second")
        return [
            *(_options(first) if first is not None else []),
            *(_options(second) if second is not None else []),
        ]
    return [price]
