"""A printed card as an entry of a card file: what the rules can carry out of it, and the rest.

Keyword lines become the words that card files have for them; of abilities, what the rules have no
words for becomes ``other``, with the words as they are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kb.cards.fftcg.abilities import ability_kind
from kb.cards.values import Node, Noun, Value, walk

if TYPE_CHECKING:
    from kb.cards.reading import Line, Reading

Entry = dict[str, Any]

_NUMBERS = ("cost", "power")
_KEYWORDS = frozenset({"haste", "brave", "first strike", "back attack"})
_SYMBOLS = frozenset({"fire", "ice", "wind", "lightning", "water", "earth", "dull", "c"})
"""What stands for itself in a cost that the rules can have paid."""

_ACTS = {"break": "break", "dull": "dull", "activate": "activate", "freeze": "freeze"}
"""Verbs with an object for which the rules have an instruction."""

_TYPES = frozenset({"forward", "backup", "monster", "character"})


def entries(card: Mapping[str, object], read: Callable[[str], Reading]) -> list[Entry]:
    """Return a card as an entry of a card file.

    Parameters
    ----------
    card : mapping
        The card as it stands in a file of real cards.
    read : callable
        Reads its text.
    """
    return [_Maker(card, read).entry()]


class _Maker:
    """Makes the entry of one card."""

    def __init__(self, card: Mapping[str, object], read: Callable[[str], Reading]) -> None:
        self.card = card
        self.name = str(card.get("name") or "")
        text = card.get("text")
        self.text = text if isinstance(text, str) else ""
        self.read = read
        self.made: Entry = {"name": self.name, "called": self.name}
        self.abilities: list[Entry] = []

    def entry(self) -> Entry:
        """Return the entry."""
        kind = str(self.card.get("type") or "").lower()
        self.made["type"] = kind
        named = self.card.get("elements") or str(self.card.get("element") or "").split("/")
        elements = [str(one).lower() for one in named] if isinstance(named, list) else []
        if elements:
            self.made["elements"] = elements
        for word in _NUMBERS:
            value = self.card.get(word)
            if type(value) is int or (isinstance(value, str) and value.isdecimal()):
                self.made[word] = int(value)
        if self.text.strip():
            for line in self.read(self.text).lines:
                self._line(line)
        if self.abilities:
            self.made["abilities"] = self.abilities
        return self.made

    def _line(self, line: Line) -> None:
        if not line.text:
            return
        if not line.whole or len(line.values) != 1:
            self.abilities.append({"other": line.text})
            return
        labels: Entry = {}
        body = line.values[0]
        if body.kind == "labelled":
            for label in walk(body.get("labels")):
                points = label.get("points")
                if isinstance(points, int):
                    labels["from damage"] = points
            inner = body.get("body") or body.get("effects")
            if not isinstance(inner, Node):
                self.abilities.append({"other": line.text})
                return
            body = inner
        if not labels and self._keyword(body):
            return
        ability = self._ability(body) or {"other": line.text}
        self.abilities.append({**ability, **labels})

    # --- Keywords ---

    def _keyword(self, body: Node) -> bool:
        """Take in a line of keywords; whether it is one."""
        match body.kind:
            case "keywords":
                words = [one.get("keyword") for one in walk(body) if one.kind == "keyword"]
                known = [word for word in map(_plain, words) if word in _KEYWORDS]
                self.made.setdefault("keywords", []).extend(known)
                return len(known) == len(words)
            case "warp":
                return self._numbered("warp", body.get("turns"), body)
            case "limit_break":
                return self._numbered("limit break", body.get("cards"), None)
            case "priming":
                name, cost = body.get("name"), _cost(body)
                if not isinstance(name, Noun) or cost is None:
                    return False
                self.made |= {"priming": name.lemma, "priming cost": cost}
                return True
        return False

    def _numbered(self, word: str, number: Value, paid: Node | None) -> bool:
        """Take in a keyword with a number of at least 1, and its cost if it has one."""
        if not isinstance(number, int) or number < 1:
            return False
        if paid is not None:
            cost = _cost(paid)
            if cost is None:
                return False
            self.made[f"{word} cost"] = cost
        self.made[word] = number
        return True

    # --- Abilities ---

    def _ability(self, body: Node) -> Entry | None:
        kind = ability_kind(body)
        if kind == "action":
            cost, effects = _cost(body), body.node("effects")
            if cost is None or effects is None:
                return None
            return {"cost": cost, **self._effects(list(_sentences(effects)))}
        sentences = list(_sentences(body))
        if kind == "effect" and self.made.get("type") == "summon":
            return self._effects(sentences)
        if kind == "auto" and sentences:
            return self._auto(sentences)
        if kind == "field" and len(sentences) == 1:
            return self._field(sentences[0])
        return None

    def _auto(self, sentences: list[Node]) -> Entry | None:
        under = sentences[0].node("does")
        opening = None if under is None else under.node("opening")
        does = None if under is None else under.node("does")
        event = None if opening is None else opening.node("event")
        when = None if event is None else self._event(event)
        if when is None or does is None:
            return None
        first = self._instructions(does, sentences[0])
        return {"when": when, **self._effects(sentences[1:], first)}

    def _event(self, event: Node) -> Entry | None:
        """Return a trigger on the card's own arrival or end."""
        said = self._said(event).lower().removeprefix(self.name.lower()).strip()
        if not self._said(event).lower().startswith(self.name.lower()):
            return None
        return {
            "enters the field": {"enters": "this"},
            "enters the field due to warp": {"enters due to warp": "this"},
            "is put from the field into the break zone": {"put into the break zone": "this"},
        }.get(said)

    def _field(self, sentence: Node) -> Entry | None:
        """Return a field ability by which the card itself has a keyword."""
        does = sentence.node("does")
        if does is None or does.kind != "does" or not self._is_this(does.get("subject")):
            return None
        words = [one.get("keyword") for one in walk(does) if one.kind == "keyword"]
        said = self._said(sentence).lower().rstrip(".")
        known = [word for word in map(_plain, words) if word in _KEYWORDS]
        if len(known) == 1 and said == f"{self.name.lower()} gains {known[0]}":
            return {"static": {"gains keyword": known[0]}}
        return None

    def _is_this(self, value: Value) -> bool:
        names = [one.get("noun") for one in walk(value) if one.kind == "named"]
        return names == [Noun(self.name, None, True)]

    # --- Effects ---

    def _effects(self, sentences: list[Node], first: list[Entry] | None = None) -> Entry:
        """Return the instructions of sentences, and what they choose."""
        made: Entry = {}
        effect = list(first or [])
        chosen = False
        for sentence in sentences:
            target = self._choice(sentence) if not effect and not chosen else None
            if target is not None:
                made["targets"] = [target]
                chosen = True
                continue
            does = sentence.node("does")
            effect += self._instructions(does, sentence, chosen=chosen)
        made["effect"] = effect or [{"other": "nothing"}]
        return made

    def _choice(self, sentence: Node) -> str | None:
        """Return what "Choose 1 Forward opponent controls." chooses."""
        words = self._said(sentence).rstrip(".").lower().split()
        if words[:2] != ["choose", "1"] or len(words) < 3 or words[2] not in _TYPES:
            return None
        rest = " ".join(words[3:])
        if rest in ("", "opponent controls", "you control"):
            return " ".join(words[2:])
        return None

    def _instructions(
        self, does: Node | None, sentence: Node, *, chosen: bool = False
    ) -> list[Entry]:
        if does is not None and does.kind == "do" and (found := self._act(does, chosen)):
            return [found]
        place = sentence if does is None else does
        return [{"other": self._said(place).rstrip(".")}]

    def _act(self, does: Node, chosen: bool) -> Entry | None:
        """Return an instruction that the rules have a word for."""
        act = does.node("acts")
        if act is None or act.kind != "act":
            return None
        verb = act.get("verb")
        said = self._said(does).lower().rstrip(".").split()
        if said[:1] == ["draw"] and len(said) == 3 and said[1].isdecimal():
            return {"draw": int(said[1])} if said[2] in ("card", "cards") else None
        if said[:1] == ["gain"] and all(word == "{c}" for word in _split(said[1:])):
            return {"gain crystal icons": len(_split(said[1:]))}
        lemma = getattr(verb, "lemma", "")
        if chosen and lemma in _ACTS and said[1:] == ["it"]:
            return {_ACTS[lemma]: "target 1"}
        if chosen and said[:2] == ["deal", "it"] and said[3:] == ["damage"] and said[2].isdecimal():
            return {"damage": int(said[2]), "to": "target 1"}
        return None

    def _said(self, node: Node) -> str:
        start, end = node.span
        return " ".join(self.text[start:end].split())


def _plain(word: object) -> str:
    return " ".join(part.split("^")[0] for part in str(word).split())


def _split(words: list[str]) -> list[str]:
    """Return the symbols of words such as ``{c}{c}``."""
    return [f"{part}}}" for word in words for part in word.split("}") if part]


def _sentences(body: Node) -> Iterator[Node]:
    found = body.get("sentences")
    if isinstance(found, tuple):
        yield from (one for one in found if isinstance(one, Node))


def _cost(body: Node) -> str | None:
    """Return a cost of nothing but symbols, as card files write it; None for any other."""
    costs = body.node("costs")
    inner = None if costs is None else costs.get("costs")
    parts = inner if isinstance(inner, tuple) else ()
    written = ""
    for part in parts:
        symbols = part.get("symbols") if isinstance(part, Node) and part.kind == "price" else None
        if not isinstance(symbols, tuple):
            return None
        for symbol in symbols:
            word = str(symbol).strip("{}")
            if word not in _SYMBOLS and not word.isdecimal():
                return None
            written += "{" + word + "}"
    return written or None
