"""The card store, read: which cards have a name, and on which certain words stand."""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from kb.errors import LudexError, quote
from kb.library.database import connected, has_tables, telling
from kb.library.held import Found, Held, followed, in_force
from kb.library.names import key, numbers_of, spaced, spellings, unspaced
from kb.library.record import MAX_NAME

SHORT_ID = 8
"""How much of an id tells a card from others of its name, if it does."""

LISTED = 3
"""How many names that begin as one does are told."""

_SOURCE = (
    "coalesce((SELECT substr(group_concat(o.source, ', '), -500) FROM origin o WHERE"
    " o.card = h.card AND o.lang = h.lang AND o.wording = h.wording), w.source)"
)

_WITH_NUMBER = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]{1,80})[)\]]\s*")
_RARITY = re.compile(r"(?<=-\d{3})[a-z]$")
"""The letter of a rarity behind the number of a printing."""
_TOKENS = frozenset(("token", "double_faced_token", "emblem", "art_series"))


class Store:
    """A card store, open for reading.

    Raises
    ------
    LudexError
        When the file is no card store, or cannot be read.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection
        known = "SELECT 1 FROM sqlite_master WHERE name = 'origin'"
        self._source = _SOURCE if connection.execute(known).fetchone() else "w.source"

    @classmethod
    @contextmanager
    def reading(cls, path: Path) -> Iterator[Store | None]:
        """Open a store to read it; None where there is none."""
        if not path.is_file() or path.stat().st_size == 0:
            yield None
            return
        connection = connected(path, "mode=ro")
        try:
            with telling(path):
                # An import that failed before the first one leaves a file without tables.
                yield cls(path, connection) if has_tables(connection) else None
        finally:
            connection.close()

    # --- Finding ---

    def find(self, game: str, name: str, day: date | None = None) -> list[Found]:
        """Return the cards of that name in any language; several if it does not tell them apart.

        In parentheses behind it may stand the id, the set, or the set and the number of a printing,
        or the beginning of the card's own id; of cards without ids, which of them it is.
        """
        apart, rows = self._alike(game, name, day)
        # Accents may be left out; a name that is written with them is that of its card alone.
        exact = {row[0] for row in rows if _same(row[3], name)}
        return [one for one in apart if one.face.card in exact] or apart

    def _alike(
        self, game: str, name: str, day: date | None = None
    ) -> tuple[list[Found], list[tuple[int, str, str, str]]]:
        """Return all cards that could be meant by a name, told apart, and the rows of names."""
        if len(name) > 2 * MAX_NAME:
            return [], []
        rows = self._named(game, name)
        wanted = ""
        if not rows and (parts := _WITH_NUMBER.fullmatch(name)):
            wanted = parts[2].strip()
            every = (*self._named(game, parts[1]), *self._going_on(game, parts[1]))
            rows = [row for row in every if self._printed(row[0], wanted)]
            whole = [row for row in rows if self._bears(row[0], wanted)]
            rows = whole or rows
        cards: dict[int, str] = {}
        for card, face, *_ in rows:
            cards.setdefault(card, face)
        found = [self._found(card, face, game, day) for card, face in cards.items()]
        found = [one for one in found if one.faces]
        real = [one for one in found if one.face.data.get("layout") not in _TOKENS]
        # One name under two ids may be what two files call the same card: their days decide.
        best = max((in_force(one.face.day, day) for one in real or found), default=None)
        found = [one for one in real or found if in_force(one.face.day, day) == best]
        if len(found) != 1:
            return self._apart(found), rows
        (one,) = found
        full = f"{one.face.name} ({wanted})" if wanted else one.full
        return [Found(one.faces, one.place, full)], rows

    def stamp(self, game: str, names: Iterable[str]) -> str:
        """Return a hash of all that `find` reads of some names; empty where no card has one."""
        fitting = {one for one in names if one and len(one) <= 2 * MAX_NAME}
        bare = {parts[1] for one in fitting if (parts := _WITH_NUMBER.fullmatch(one))}
        wanted = {known for one in fitting | bare for known in self._keys(game, one)}
        wanted |= {key(row[3]) for one in bare for row in self._going_on(game, one)}
        rows = [
            row
            for some in _portions(sorted(wanted))
            for row in self._db.execute(
                "SELECT key, card, face, lang, name FROM name WHERE game = ? AND key IN"
                f" ({_marks(some)}) ORDER BY key, card, face, lang",
                (game, *some),
            )
        ]
        read: list[object] = []
        for some in _portions(sorted({row[1] for row in rows})):
            own = f"card IN ({_marks(some)})"
            for asked in (
                f"SELECT h.card, h.face, h.lang, w.day, {self._source}, hex(r.digest),"
                " c.key FROM holds h"
                " JOIN wording w ON w.id = h.wording JOIN record r ON r.id = h.record"
                f" JOIN card c ON c.id = h.card WHERE h.{own}"
                " ORDER BY h.card, h.face, h.lang, w.day",
                f"SELECT card, id, code, number, released FROM printing WHERE {own}"
                " ORDER BY card, id, code",
            ):
                read += self._db.execute(asked, some)
        return sha256(repr((rows, read)).encode()).hexdigest() if rows else ""

    def _named(self, game: str, name: str) -> list[tuple[int, str, str, str]]:
        rows: list[tuple[int, str, str, str]] = []
        for folded in self._keys(game, name):
            rows += self._db.execute(
                "SELECT card, face, lang, name FROM name WHERE game = ? AND key = ?", (game, folded)
            )
        return [row for row in rows if row[2] == "en"] or rows

    def _going_on(self, game: str, name: str) -> list[tuple[int, str, str, str]]:
        """Return the rows of names that go on behind a name with something in parentheses."""
        folded = key(name)
        rows: list[tuple[int, str, str, str]] = self._db.execute(
            "SELECT card, face, lang, name FROM name WHERE game = ? AND key > ? AND key < ?",
            (game, f"{folded} ", f"{folded}!"),
        ).fetchall()
        found = ((row, _WITH_NUMBER.fullmatch(row[3])) for row in rows)
        rows = [row for row, parts in found if parts and key(parts[1]) == folded]
        return [row for row in rows if row[2] == "en"] or rows

    def _keys(self, game: str, name: str) -> list[str]:
        """Return under what a name may be kept: where no spaces are written, marks may be none."""
        folded = key(name)
        if not unspaced(folded):
            return [folded]
        rows = self._db.execute(
            "SELECT DISTINCT key FROM name WHERE game = ? AND key >= ? AND key < ?"
            " AND replace(key, ' ', '') = ?",
            (game, folded[0], folded[0] + "\U0010ffff", folded.replace(" ", "")),
        )
        found = [row[0] for row in rows]
        return [folded] if folded in found else found

    def _printed(self, card: int, wanted: str) -> bool:
        """Return whether what stands in parentheses behind a name is of a card."""
        if self._bears(card, wanted):
            return True
        said, printings = wanted.casefold(), self.printings(card)
        # The letter of a rarity may be missing in the file, or left out; and one of two numbers.
        ids = {one.casefold() for identity, _, _ in printings for one in numbers_of(identity)}
        if {said, _RARITY.sub("", said)} & ids or said in {_RARITY.sub("", one) for one in ids}:
            return True
        own, whole = self._identity(card)
        if (place := _place(own, whole)) is not None:
            return said == place
        return len(said) >= SHORT_ID and own.casefold().startswith(said)

    def _bears(self, card: int, wanted: str) -> bool:
        """Return whether what stands behind a name is all that a printing of a card is called."""
        said = wanted.casefold()
        return any(said in _forms(*row) for row in self.printings(card))

    def _identity(self, card: int) -> tuple[str, set[str]]:
        """Return what a card has to itself, and the names that may be all of that."""
        ((own,),) = self._db.execute("SELECT key FROM card WHERE id = ?", (card,))
        return own, {key(name) for lang, name in self.names(card) if lang == "en"}

    def _apart(self, found: list[Found]) -> list[Found]:
        """Return cards of one name with names that tell them apart, and find each of them."""
        ways = [list(self._ways(one.face.card)) for one in found]
        taken = Counter(way for every in ways for way in {one.casefold() for one in every})
        told = [next((w for w in every if taken[w.casefold()] == 1), every[0]) for every in ways]
        return [
            Found(one.faces, one.place, f"{one.face.name} ({way})")
            for one, way in zip(found, told, strict=True)
        ]

    def _ways(self, card: int) -> Iterator[str]:
        """Yield what may stand behind the name of a card: its printings, then its own id."""
        rows = self.printings(card)
        yield from (f"{code} {number}" for _, code, number in rows if code and number)
        yield from (identity for identity, _, _ in rows if identity)
        own, whole = self._identity(card)
        place = _place(own, whole)
        yield from (own[:SHORT_ID], own) if place is None else (place,)

    def printings(self, card: int) -> list[tuple[str, str, str]]:
        """Return the id, set and number of the printings of a card, the oldest first."""
        rows: list[tuple[str, str, str]] = self._db.execute(
            "SELECT id, code, number FROM printing WHERE card = ? ORDER BY released, code, number",
            (card,),
        ).fetchall()
        return rows

    def names(self, card: int) -> list[tuple[str, str]]:
        """Return the names of a card with their languages."""
        return self._db.execute(
            "SELECT lang, name FROM name WHERE card = ? ORDER BY lang, face", (card,)
        ).fetchall()

    def _found(self, card: int, face: str, game: str, day: date | None) -> Found:
        rows = self._db.execute(
            f"SELECT h.face, h.lang, w.day, {self._source}, r.name, r.data, c.key FROM holds h"
            " JOIN wording w ON w.id = h.wording JOIN record r ON r.id = h.record"
            " JOIN card c ON c.id = h.card WHERE h.card = ?",
            (card,),
        )
        every = [
            Held(
                game,
                card,
                identity,
                side,
                lang,
                own,
                json.loads(data),
                since,
                source,
                in_force(since, day)[0],
                self.path,
            )
            for side, lang, since, source, own, data, identity in rows
        ]
        best: dict[str, tuple[tuple[Any, ...], Held]] = {}
        for held in every:
            fits, nearness = in_force(held.day, day)
            rank = (held.lang == "en", fits, nearness, held.lang)
            if held.face not in best or rank > best[held.face][0]:
                best[held.face] = (rank, held)
        faces = [followed(held, every) for _, (_, held) in sorted(best.items())]
        place = next((i for i, held in enumerate(faces) if held.face == face), 0)
        return Found(tuple(faces), place, faces[place].name if faces else "")

    def rulings(self, game: str, held: Held) -> list[tuple[str, str, str]]:
        """Return the day, text and source of the rulings on a card."""
        about = {held.key, key(held.name), key(str(held.data.get("full_name") or held.name))}
        marks = ", ".join("?" * len(about))
        return self._db.execute(
            f"SELECT day, text, source FROM ruling WHERE game = ? AND about IN ({marks})"
            " ORDER BY day, text",
            (game, *about),
        ).fetchall()

    def hint(self, games: Iterable[str], name: str) -> str:
        """Return the end of a message about a name that no card has: what was meant, if it is near.

        Whoever says less than the name has said its beginning; that comes before what is alike.
        """
        games = list(games)
        begun = [one for game in games for one in self._begun(game, name)]
        if begun:
            first = [quote(one) for one in begun[:LISTED]]
            if len(begun) > LISTED:
                return f"; did you mean {', '.join(first)} …?"
            *before, last = first
            return f"; did you mean {', '.join(before)}{' or ' if before else ''}{last}?"
        near = next(filter(None, (self.nearest(game, name) for game in games)), None)
        return f"; did you mean {quote(near)}?" if near else ""

    def _begun(self, game: str, name: str) -> list[str]:
        """Return the first names that begin so, with a whole word if any does."""
        folded = key(name[:MAX_NAME])
        if len(folded) < (2 if unspaced(folded) else 3):
            return []

        def beginning(start: str) -> list[str]:
            rows = self._db.execute(
                "SELECT name FROM name WHERE game = ? AND key >= ? AND key < ?"
                " GROUP BY name ORDER BY min(lang <> 'en'), instr(name, ' // ') > 0, key LIMIT ?",
                (game, start, start + "\U0010ffff", LISTED + 1),
            )
            return [row[0] for row in rows]

        found = beginning(f"{folded} ") or beginning(folded)
        # The name of the whole says nothing that the name of a face does not.
        return [one for one in found if not any(one.startswith(f"{other} // ") for other in found)]

    def nearest(self, game: str, name: str) -> str | None:
        """Return the name that was meant, None if none is near."""
        folded = key(name[:MAX_NAME])
        starts = [f'"{word[:3]}"*' for word in folded.split()[:12] if len(word) > 2]
        known: dict[str, str] = {}
        if starts:
            rows = self._db.execute(
                "SELECT r.name FROM words JOIN record r ON r.id = words.rowid"
                " JOIN card c ON c.id = r.card AND c.game = ? WHERE words MATCH ?"
                " ORDER BY words.rank LIMIT 200",
                (game, f"name : ({' OR '.join(starts)})"),
            )
            known = {key(one): one for (one,) in rows}
        if not known:
            rows = self._db.execute(
                "SELECT key, name FROM name WHERE game = ? AND key >= ? AND key < ?"
                " AND abs(length(key) - ?) < 3 LIMIT 400",
                (game, folded[:1], folded[:1] + "\U0010ffff", len(folded)),
            )
            known = dict(rows)
        close = get_close_matches(folded, known, n=1, cutoff=0.6)
        return known[close[0]] if close else None

    def search(self, query: str, game: str | None = None, limit: int = 20) -> list[Held]:
        """Return the cards in whose name, type or text all words of a query stand, in any language.

        Words in quotation marks stand together; a word may be the beginning of one.
        """
        terms = []
        for phrase, word in re.findall(r'"([^"]*)"|([^\s"]+)', query[:1000]):
            parts = [p for p in re.split(r"\W+", spaced(phrase or word)) if p]
            if parts:
                ways = [f'"{one}"' + ("" if phrase else "*") for one in spellings(" ".join(parts))]
                terms.append(f"({' OR '.join(ways)})")
        if not terms:
            raise LudexError(f"nothing to search for in {quote(query)}; expected a word")
        rows = self._db.execute(
            "SELECT c.game, r.card, c.key, r.face, r.lang, r.name, r.data,"
            " (SELECT max(w.day) FROM holds h JOIN wording w ON w.id = h.wording"
            "  WHERE h.record = r.id)"
            " FROM words JOIN record r ON r.id = words.rowid JOIN card c ON c.id = r.card"
            " WHERE words MATCH ? AND (? IS NULL OR c.game = ?)"
            " ORDER BY bm25(words, 10, 3, 1), r.name LIMIT ?",
            (" AND ".join(terms), game, game, 4 * limit),
        )
        found: dict[tuple[str, str, str], dict[int, Held]] = {}
        for row in rows:
            game_of, card, identity, face, lang, name, data, day = row
            whole = json.loads(data)
            held = Held(game_of, card, identity, face, lang, name, whole, day, "", True, self.path)
            found.setdefault((held.game, key(name), lang), {}).setdefault(card, held)
        return [held for alike in found.values() for held in self._shown(alike)][:limit]

    def _shown(self, alike: Mapping[int, Held]) -> Iterator[Held]:
        """Yield those of the cards of a name that a scenario could mean, told apart."""
        first = next(iter(alike.values()))
        several, _ = self._alike(first.game, first.name)
        shown = [
            replace(held := alike[one.face.card], name=held.name + one.full[len(one.face.name) :])
            for one in several
            if one.face.card in alike
        ]
        yield from shown if len(several) > 1 and shown else [first]

    # --- All of it ---

    def games(self) -> dict[str, int]:
        """Return how many cards there are of each game."""
        return dict(self._db.execute("SELECT game, count(*) FROM card GROUP BY game"))

    def wordings(self, game: str) -> list[tuple[str, str, int]]:
        """Return the day and the file of each wording, and how many records it holds."""
        return self._db.execute(
            "SELECT w.day, w.source, count(*) FROM wording w JOIN holds h ON h.wording = w.id"
            " WHERE w.game = ? GROUP BY w.id ORDER BY w.day",
            (game,),
        ).fetchall()

    def cards(self, game: str, lang: str = "en") -> Iterator[Mapping[str, Any]]:
        """Yield every face of the newest wording that has it, as a file of cards would."""
        for (data,) in self._db.execute(
            "SELECT r.data FROM holds h JOIN wording w ON w.id = h.wording JOIN record r"
            " ON r.id = h.record WHERE w.game = ? AND h.lang = ? AND w.day = (SELECT max(v.day)"
            " FROM holds g JOIN wording v ON v.id = g.wording WHERE g.card = h.card AND"
            " g.face = h.face AND g.lang = h.lang) ORDER BY r.name",
            (game, lang),
        ):
            yield json.loads(data)


_Value = TypeVar("_Value", str, int)


def _portions(values: list[_Value]) -> Iterator[list[_Value]]:
    """Yield values, no more at once than a statement may have in its place."""
    for start in range(0, len(values), 500):
        yield values[start : start + 500]


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _place(own: str, names: set[str]) -> str | None:
    """Return which of its name a card without an id is; None for one that has an id."""
    if key(own) in names:
        return "1"
    parts = _WITH_NUMBER.fullmatch(own)
    return parts[2] if parts and key(parts[1]) in names else None


def _same(one: str, other: str) -> bool:
    """Return whether two names are written alike, up to spaces."""
    written = [" ".join(unicodedata.normalize("NFC", name).split()) for name in (one, other)]
    return written[0] == written[1]


def _forms(identity: str, code: str, number: str) -> set[str]:
    return {form.casefold() for form in (identity, code, f"{code} {number}".strip()) if form}
