"""Reading program text, and refusing what the parser must never see."""

from __future__ import annotations

import re
from pathlib import Path

from kb.errors import LudexError, nearest, quote
from kb.records import record

CORE = "core"
"""The folder of what all games share."""

HALLS = "halls"
"""The folder beside core and the games, and the key of a game's file that names halls."""

LARGEST = 1_000_000
"""How long a file may be, in bytes."""

DEEPEST = 100
"""How deep terms may nest. clingo crashes on ten thousand levels; a small stack, on fewer."""

LONGEST = 10_000
"""How long one statement may be, in characters."""

OPERATORS = 400
"""How many operators one statement may have: a chain of them nests as deep as it is long."""

DIRECTIVES = frozenset(
    f"#{word}"
    for word in (
        *("true", "false", "inf", "sup", "infimum", "supremum"),
        *("sum", "sum+", "count", "min", "max"),
        *("show", "defined", "external", "minimize", "maximize"),
    )
)
"""The words with ``#`` that a rulebook may use."""

_INTERESTING = re.compile(
    r"""
    [^%"\#@()\[\]{}.\x00-\x08\x0b-\x1f\x7f-\U0010ffff]*+   # first, what is not interesting
    (?:
      (?P<block>%\*)
    | (?P<comment>%[^\n]*)
    | (?P<string>"(?:[^"\\\n]|\\[\\n"])*")
    | (?P<unclosed>")
    | (?P<directive>\#(?:[a-z_]+\+?)?)
    | (?P<call>@)
    | (?P<open>[(\[{])
    | (?P<close>[)\]}])
    | (?P<dots>\.\.+)
    | (?P<end>\.)
    | (?P<strange>[^\n\t\x20-\x7e])
    | (?P<rest>\Z)   # so that no try to match ever fails, and the time stays linear
    )
    """,
    re.VERBOSE,
)
_LARGE_NUMBER = re.compile(r"\b(?:\d{10,}|0x[0-9a-fA-F]{8,}|0o[0-7]{11,}|0b[01]{32,})")
_OPERATOR = re.compile(r"(?<!:)[-+*/\\~|&?^]")
_OUTSIDE_CODE = re.compile(r'"(?:[^"\\\n]|\\.)*"|%[^\n]*')
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")


@record
class Source:
    """The text of one file, and the name it goes by in messages.

    Attributes
    ----------
    name, text : str
    origin : int or None
        The line of the file that all of the text was made from, where it does not stand there.
    """

    name: str
    text: str
    origin: int | None = None

    @property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return self.text.split("\n")

    def error(self, message: str, line: int, column: int | None = None) -> LudexError:
        """Return an error at a place of this file."""
        return LudexError(message, file=self.name, line=line, column=column)

    def error_at(self, message: str, offset: int) -> LudexError:
        """Return an error at an offset of the text."""
        before = self.text[:offset]
        return self.error(message, before.count("\n") + 1, offset - before.rfind("\n"))


def read_source(path: Path, name: str | None = None) -> Source:
    """Read a file of rules and refuse it unless it is safe to parse; see `read_unchecked`."""
    source = read_unchecked(path, name)
    return checked_source(source.text, source.name)


def read_unchecked(path: Path, name: str | None = None) -> Source:
    """Read a file of rules, which must not be parsed before it is checked.

    Parameters
    ----------
    path : Path
        The file.
    name : str, optional
        What messages call it; its path, unless given.
    """
    shown = str(path) if name is None else name
    try:
        if path.is_file() and path.stat().st_size > LARGEST:
            raise LudexError(f"the file is longer than {LARGEST:,} bytes", file=shown)
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LudexError(f"cannot read the file: {reason}", file=shown) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise LudexError("the file is not UTF-8 text", file=shown, line=line) from None
    return Source(shown, text)


def checked_source(text: str, name: str) -> Source:
    """Return program text as a source, or refuse it before anything parses it.

    Refused are: text too long, terms nested too deep, scripts, inclusions of other files,
    calls of functions outside the program, and characters that clingo cannot report on.
    """
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise LudexError(f"the text is longer than {LARGEST:,} bytes", file=name)
    source = Source(name, text.replace("\r\n", "\n"))
    if control := _CONTROL.search(source.text):
        raise source.error_at(f"{quote(control[0])} is not text", control.start())
    depth, begin, first = 0, 0, 0
    for found in _INTERESTING.finditer(source.text):
        kind = found.lastgroup or ""
        at, word = found.start(kind), found[kind]
        match kind:
            case "comment" | "string":
                # What is not code does not count towards the length of a statement.
                begin += found.end() - at
            case "open":
                depth += 1
                if depth > DEEPEST:
                    raise source.error_at(f"terms are nested more than {DEEPEST} deep", at)
            case "close":
                depth = max(depth - 1, 0)
            case "end":
                _check_operators(source, first, at)
                begin, depth, first = found.end(), 0, found.end()
            case "dots" | "rest":
                pass
            case "directive":
                if word not in DIRECTIVES:
                    raise source.error_at(_directive_refused(word), at)
            case "call":
                raise source.error_at("'@' calls a function outside the rules: not allowed", at)
            case "block":
                raise source.error_at("comments over several lines are not allowed; use '%'", at)
            case "unclosed":
                raise source.error_at("a text without its closing quote, or with a bad escape", at)
            case _:
                raise source.error_at(
                    f"{quote(word)} outside a comment; program text is plain ASCII", at
                )
        if at - begin > LONGEST:
            raise source.error_at(f"a statement of more than {LONGEST:,} characters", at)
    if len(source.text.rstrip()) - begin > LONGEST:
        raise source.error_at(f"a statement of more than {LONGEST:,} characters", begin)
    _check_operators(source, first, len(source.text))
    _check_numbers(source)
    return source


def _check_numbers(source: Source) -> None:
    """Refuse numbers of which clingo would keep the last bits only."""
    if _LARGE_NUMBER.search(source.text):
        code = _OUTSIDE_CODE.sub(lambda found: " " * len(found[0]), source.text)
        if large := _LARGE_NUMBER.search(code):
            raise source.error_at(f"{quote(large[0])} is too large a number", large.start())


def _check_operators(source: Source, begin: int, end: int) -> None:
    if end - begin <= OPERATORS:
        return
    code = without_comments(source.text[begin:end])
    if len(_OPERATOR.findall(code)) > OPERATORS:
        raise source.error_at(f"a statement with more than {OPERATORS} operators", end - 1)


def _directive_refused(word: str) -> str:
    why = {
        "#script": "rules run no scripts",
        "#include": "rules include no other files",
        "#const": "a constant would also change the names of cards and players",
        "#end": "rules run no scripts",
    }.get(word)
    if why:
        return f"{word} is not allowed: {why}"
    meant = nearest(word, DIRECTIVES)
    return f"unknown directive {quote(word)}{meant if 'did you mean' in meant else ''}"


def without_comments(text: str) -> str:
    """Return the text of a statement without the comments inside it."""
    if "%" not in text:
        return text
    return _OUTSIDE_CODE.sub(lambda found: "" if found[0][0] == "%" else found[0], text)
