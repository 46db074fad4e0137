"""What ends a command early, told in one line, and the exit status that goes with it."""

from __future__ import annotations

import errno
import sys

import typer

from kb.cli.output import print_json
from kb.errors import LudexError, escape
from kb.records import record

OK = 0
FOUND = 1  # a failed expectation, or a finding
BAD_INPUT = 2
NOT_DECIDED = 3  # a search was cut, or never came to what was to be examined
INTERRUPTED = 130  # what shells give for a process that Ctrl-C ended
PIPE_CLOSED = 141  # what they give for one whose reader went away

EXPECTED = (
    LudexError,
    typer.TyperException,
    typer.Abort,
    KeyboardInterrupt,
    MemoryError,
    OSError,
    RecursionError,
    UnicodeError,
)


@record
class Failure:
    """One line about what went wrong, where, and the exit status.

    Parameters
    ----------
    message : str
        What went wrong, on one line, without its place; empty if nobody is left to read it.
    status : int
        The exit status.
    file : str, optional
        The file at fault.
    line, column : int, optional
        The place in that file, counted from 1.
    """

    message: str
    status: int = BAD_INPUT
    file: str | None = None
    line: int | None = None
    column: int | None = None

    def as_text(self) -> str:
        """Return the line for people: it starts with the place, or else with the program."""
        error = LudexError(self.message, file=self.file, line=self.line, column=self.column)
        return str(error) if self.file is not None else f"ludex: {error}"

    def as_dict(self) -> dict[str, object]:
        """Return the failure for JSON: what is not known is left out."""
        place = {"file": self.file, "line": self.line, "column": self.column}
        known = {key: value for key, value in place.items() if value is not None}
        return {"message": self.message, **known}

    def report(self, *, as_json: bool) -> int:
        """Print the failure and return its exit status."""
        if self.message and as_json and sys.stdout is not None:
            try:
                print_json({"error": self.as_dict()})
                sys.stdout.flush()
            except OSError:  # the disk is full: then it is told as text
                self._tell()
        elif self.message:
            self._tell()
        return self.status

    def _tell(self) -> None:
        if sys.stderr is not None:
            sys.stderr.write(self.as_text() + "\n")
            sys.stderr.flush()


def describe(error: BaseException) -> Failure:
    """Return the failure that one of the exceptions in `EXPECTED` means."""
    match error:
        case LudexError():
            return Failure(
                escape(error.message), file=error.file, line=error.line, column=error.column
            )
        case typer.TyperException():
            return Failure(_usage(error))
        case KeyboardInterrupt() | typer.Abort():
            return Failure("interrupted", INTERRUPTED)
        case RecursionError():
            return Failure("the input is nested too deep")
        case MemoryError():
            return Failure("the question needs more memory than there is; try a lower --limit")
        case UnicodeError():
            return Failure("the input holds text that is not UTF-8")
        case OSError():
            return _operating_system(error)
    raise error


def _usage(error: typer.TyperException) -> str:
    """Return a wrong command line in Ludex's own words: lower case, and where help is."""
    text = escape(error.format_message()).rstrip(".")
    context = getattr(error, "ctx", None)
    help_command = "ludex" if context is None else context.command_path
    option = getattr(error, "option_name", None)
    if option and context is not None and context.parent is None:
        text = f"no option {escape(option)} before the command: an option goes behind it"
    return f"{text[:1].lower()}{text[1:]}; see '{help_command} --help'"


def _operating_system(error: OSError) -> Failure:
    if error.errno == errno.EPIPE:
        return Failure("", PIPE_CLOSED)
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    if isinstance(error.filename, (str, bytes)):
        name = error.filename if isinstance(error.filename, str) else repr(error.filename)
        return Failure(escape(reason), file=name)
    return Failure(escape(reason))
