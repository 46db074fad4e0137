"""A file of cards as text, read piece by piece, and the JSON in it value by value.

The standard decoder reads each value out of a window over the text. So a file of gigabytes takes no
more memory than its largest card, and of what is wrong the line and column are known.
"""

from __future__ import annotations

import codecs
import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from kb.errors import LudexError, quote

MAX_VALUE = 2_000_000
"""Longest text of one card, in characters; those of the publishers stay under 200,000."""

CHUNK = 1 << 18
_BLANK = " \t\n\r"


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


_SAID = {
    "Unterminated string starting at": "a text begins here and does not end",
    "Invalid control character at": "a control character in a text",
    "Invalid \\escape": "no escape of JSON",
    "Invalid \\uXXXX escape": "no escape of JSON",
    "Expecting value": "expected a value",
    "Expecting property name enclosed in double quotes": "expected a key in quotes",
    "Illegal trailing comma before end of object": "a comma before the end of an object",
    "Illegal trailing comma before end of array": "a comma before the end of a list",
}


def _said(message: str) -> str:
    """Return what the decoder says as a message says it, whose place stands before it."""
    message = message.removesuffix(": ").removesuffix(":")
    return _SAID.get(message, message.lower().replace("expecting", "expected"))


class ImportedFile:
    """A file of text, which may be packed (gzip).

    Raises
    ------
    LudexError
        When it cannot be read, with the place.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._raw = path.open("rb")
            packed = self._raw.read(2) == b"\x1f\x8b"
            self._raw.seek(0)
            self.size = path.stat().st_size
        except OSError as error:
            raise LudexError(f"cannot read it: {error.strerror}", file=str(path)) from None
        self._bytes = gzip.GzipFile(fileobj=self._raw) if packed else self._raw
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._line = 1

    def __enter__(self) -> ImportedFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._raw.close()

    @property
    def done(self) -> int:
        """How many bytes of the file have been read."""
        return self._raw.tell()

    def read(self) -> str:
        """Return the next piece of text; empty at the end."""
        while True:
            try:
                data = self._bytes.read(CHUNK)
                text = self._decoder.decode(data, final=not data)
            except UnicodeDecodeError as error:
                line = self._line + error.object[: error.start].count(b"\n")
                raise self.error("not UTF-8", line) from None
            except (EOFError, zlib.error, gzip.BadGzipFile):
                raise self.error("it is packed, and broken or cut off") from None
            except OSError as error:
                raise self.error(f"cannot read it: {error.strerror}") from None
            if "\0" in text:
                line = self._line + text[: text.index("\0")].count("\n")
                raise self.error("control character U+0000", line)
            self._line += text.count("\n")
            if text or not data:
                return text

    def error(self, message: str, line: int | None = None, column: int | None = None) -> LudexError:
        """Return an error at a place of the file."""
        return LudexError(message, file=str(self.path), line=line, column=column)


class Window:
    """The part of a file's text that is looked at."""

    def __init__(self, source: ImportedFile) -> None:
        self.source = source
        self._text = ""
        self._began = 0
        self._at = 0
        self._lines = 1  # the line, and the column, in which the window begins
        self._column = 1
        self._ended = False
        self._decoder = json.JSONDecoder(parse_constant=_no_number)

    def peek(self) -> str:
        """Return the next character that is not blank; empty at the end."""
        while True:
            while self._at < len(self._text):
                c = self._text[self._at]
                if c not in _BLANK:
                    return c
                self._at += 1
            if not self._more():
                return ""

    def value(self) -> Any:
        """Return the next value of JSON."""
        self.peek()
        self._began = self._at
        while True:
            try:
                found, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                within = error.pos - self._at  # the window moves as it grows
                if self._cut(error) and self._grow():
                    continue
                at = self._at + within
                end = len(self._text[:at].rstrip(_BLANK))
                # Of a line that breaks off, the line is told and not the next one.
                at = end if "\n" in self._text[end:at] else at
                raise self._broken(_said(error.msg), at) from None
            except RecursionError:
                raise self._broken("nested too deep", self._at) from None
            except ValueError as error:
                if self._grow():
                    continue
                reason = "a number too large" if "limit" in str(error) else str(error)
                raise self._broken(reason, self._at) from None
            # What ends the window could go on behind it: 12 and 3.
            if end < len(self._text) or isinstance(found, dict | list) or not self._grow():
                self._at = end
                return found

    def members(self) -> Iterator[str]:
        """Yield the keys of an object; after each its value must be taken."""
        self._take("{")
        more = self.peek() != "}"
        while more:
            name = self.value() if self.peek() == '"' else None
            if not isinstance(name, str):
                raise self._broken("expected a key in quotes", self._at)
            self._take(":")
            yield name
            more = self._goes_on("}")
        self._take("}")

    def elements(self) -> Iterator[None]:
        """Stop before each element of a list, which must be taken."""
        self._take("[")
        more = self.peek() != "]"
        while more:
            yield None
            more = self._goes_on("]")
        self._take("]")

    def skip(self, depth: int = 0) -> None:
        """Pass over a value, however long it is."""
        if depth > 50:
            raise self._broken("nested too deep", self._at)
        match self.peek():
            case "{":
                for _ in self.members():
                    self.skip(depth + 1)
            case "[":
                for _ in self.elements():
                    self.skip(depth + 1)
            case _:
                self.value()

    def end(self) -> None:
        """Refuse whatever still comes."""
        if self.peek():
            raise self._broken(f"{quote(self.peek())} after its end", self._at)

    def lines(self) -> Iterator[str]:
        """Yield what is left, line by line, each with its end."""
        while True:
            end = self._text.find("\n", self._at)
            if end < 0 and len(self._text) - self._at > MAX_VALUE:
                raise self._broken(f"a line of more than {MAX_VALUE:,} characters", self._at)
            if end < 0 and self._more():
                continue
            line = self._text[self._at : end + 1] if end >= 0 else self._text[self._at :]
            if not line:
                return
            self._began = self._at
            self._at += len(line)
            yield line

    def error(self, message: str) -> LudexError:
        """Return an error about the value that was taken last."""
        return self.source.error(message, self._place(self._began)[0])

    def _goes_on(self, closing: str) -> bool:
        c = self.peek()
        if c == ",":
            self._at += 1
            return True
        if c != closing:
            self._expected(f"',' or {quote(closing)}")
        return False

    def _take(self, character: str) -> None:
        if self.peek() != character:
            self._expected(quote(character))
        self._at += 1

    def _expected(self, what: str) -> NoReturn:
        found = quote(self.peek()) if self.peek() else "the end of the file"
        raise self._broken(f"found {found}, expected {what}", self._at)

    def _broken(self, reason: str, at: int) -> LudexError:
        return self.source.error(f"not JSON: {reason}", *self._place(at))

    def _place(self, at: int) -> tuple[int, int]:
        before = self._text.count("\n", 0, at)
        if not before:
            return self._lines, self._column + at
        return self._lines + before, at - self._text.rfind("\n", 0, at)

    def _cut(self, error: json.JSONDecodeError) -> bool:
        """Return whether a value may only seem broken, as the window ends within it."""
        return error.msg.startswith("Unterminated") or error.pos + 16 > len(self._text)

    def _grow(self) -> bool:
        """Look further than a value that seems to be cut off; a card has a bound."""
        if len(self._text) - self._at > MAX_VALUE:
            message = f"a card of more than {MAX_VALUE:,} characters"
            raise self.source.error(message, *self._place(self._at))
        return self._more()

    def _more(self) -> bool:
        if self._ended:
            return False
        piece = self.source.read()
        self._lines, self._column = self._place(self._at)
        self._text = self._text[self._at :] + piece
        self._began = max(self._began - self._at, 0)
        self._at = 0
        self._ended = not piece
        return bool(piece)
