"""How much one request may take, the same for everyone."""

from __future__ import annotations

from kb.records import record
from kb.workers import cores


@record(kw_only=True)
class Limits:
    """The bounds of a server.

    Attributes
    ----------
    body : int
        How long the body of a request may be, in bytes.
    text : int
        How long a single text in it may be, in characters.
    depth : int
        How deep a body may nest.
    values : int
        How many values a body may hold.
    seconds : float
        How long a question may be worked on, in seconds of the processor.
    search : float
        The same for a search, the work of which comes as a stream.
    memory : int
        How much memory a process may hold, in bytes.
    workers : int
        How many processes answer questions.
    searchers : int
        How many search.
    queue : int
        How many questions may wait for each process that answers.
    requests : int
        After how many requests a process makes room for a fresh one.
    grown : int
        The same by the memory it holds after an answer, in bytes.
    drain : float
        How long what is being answered may take when the server is to end, in seconds.
    """

    body: int = 256 * 1024
    text: int = 64 * 1024
    depth: int = 32
    values: int = 20_000
    seconds: float = 20.0
    search: float = 900.0
    memory: int = 1 << 30
    workers: int = max(1, cores())
    searchers: int = 1
    queue: int = 16
    requests: int = 200
    grown: int = 400 << 20
    drain: float = 10.0
