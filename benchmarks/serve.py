"""A server under load: ``python -m benchmarks serve``; for longer ``python -m benchmarks.serve``.

What is asked are ``may`` questions on boards that all differ, and answers come with their whole
JSON. The machine does the asking, too.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import itertools
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import kb
from benchmarks.ratio import Result, result

JACES = Path(__file__).parents[1] / "examples" / "two-jaces.yaml"
ANSWERS_A_SECOND = 40
ONE_ANSWER_AT_MOST = 1.3
SECONDS = 20.0

WALKERS = {"Jace Beleren": "+2", "Jace, the Mind Sculptor": "+2", "Gideon Jura": "+2"}
OTHERS = ("Doubling Season", "Grizzly Bears", "Black Knight", "Ornithopter", "Orb of Dreams")


def body(number: int) -> bytes:
    """Return a question about a board; each number has a board of its own."""
    chance = random.Random(number)
    name = chance.choice(list(WALKERS))
    hers: list[Any] = [{"card": name, "loyalty": chance.randint(1, 9)}]
    if chance.random() < 0.5:
        hers[0]["activated"] = True
    his = [card for card in OTHERS if chance.random() < 0.4]
    her = f"Anna {number}"
    scenario = {
        "game": "mtg",
        "date": "2013-01-30",
        "players": {
            her: {"life": chance.randint(1, 40), "battlefield": hers},
            "Bob": {"life": chance.randint(1, 40), "battlefield": his},
        },
        "ask": [{"may": {"activate": name, "ability": WALKERS[name], "by": her}}],
    }
    return json.dumps({"scenario": scenario}).encode()


def expected(number: int) -> bool:
    """Return the answer: who has used an ability of a planeswalker may use no other."""
    scenario = json.loads(body(number))["scenario"]
    (hers, *_) = next(iter(scenario["players"].values()))["battlefield"]
    return "activated" not in hers


@contextlib.contextmanager
def serving(*words: str) -> Iterator[tuple[str, int]]:
    """Run a server, and yield its address and the id of its process."""
    command = [sys.executable, "-m", "kb", "serve", "--port", "0", *words]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1]
            yield address, process.pid
        finally:
            process.send_signal(signal.SIGTERM)


@dataclass
class Load:
    """So many clients ask one question after the other, each with a connection of its own.

    Parameters
    ----------
    address : str
    clients : int
    seconds : float
    """

    address: str
    clients: int
    seconds: float
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: int = 0
    lost: int = 0
    took: list[float] = field(default_factory=list)

    def run(self) -> float:
        """Ask, and return after how many seconds the last answer was there."""
        numbers = itertools.count(random.randrange(10**9))
        began = time.monotonic()
        threads = [
            threading.Thread(target=self._ask, args=(numbers, began + self.seconds))
            for _ in range(self.clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.monotonic() - began

    def _ask(self, numbers: Iterator[int], end: float) -> None:
        host = urlsplit(self.address).netloc
        connection = http.client.HTTPConnection(host, timeout=120)
        while time.monotonic() < end:
            number = next(numbers)
            began = time.monotonic()
            try:
                headers = {"Content-Type": "application/json"}
                connection.request("POST", "/api/ask", body(number), headers)
                answer = connection.getresponse()
                text = answer.read()
            except OSError:
                self.lost += 1
                connection.close()
                continue
            self.statuses[answer.status] += 1
            if answer.status == 200:
                self.took.append(time.monotonic() - began)
                found = json.loads(text)["rulings"][0]
                self.wrong += found["answer"] is not expected(number)
            elif answer.status in (429, 503):
                assert answer.getheader("Retry-After"), answer.status
                time.sleep(0.05)  # far less than asked for: the load is to stay


def family(process: int) -> set[int]:
    """Return a process and those that it began, as far as Linux says so."""
    found = {process}
    for _ in range(3):
        for entry in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(entry.read_text().rpartition(")")[2].split()[1]) in found:
                    found.add(int(entry.parent.name))
    return found


def worked(process: int) -> float:
    """Return the seconds that a process and those that it began have worked, ended ones too."""
    ticks = 0
    for one in family(process):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def held(process: int) -> float:
    """Return how much memory a process and those that it began hold of their own, in MB."""
    pages = 0
    for one in family(process):
        with contextlib.suppress(OSError):
            _, resident, shared, *_ = Path(f"/proc/{one}/statm").read_text().split()
            pages += int(resident) - int(shared)
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class _Serve:
    """An answer through the API beside one in this process, and answers a second."""

    name = "serve"
    slow = True

    def run(self, repeats: int) -> Sequence[Result]:
        with serving() as (address, _):
            load = Load(address, 1, 3)
            load.run()  # until all is warm
            pairs = [self._pair(address, turn) for turn in range(repeats)]
            load = Load(address, 4, SECONDS)
            seconds = load.run()
        each = seconds / max(load.statuses[200], 1)
        assert not load.wrong
        return [
            result(
                "serve: one answer",
                "two-jaces.yaml through the API",
                "kb.ask in this process",
                pairs[1:],
                at_most=ONE_ANSWER_AT_MOST,
            ),
            result(
                "serve: under load",
                "an answer, on all cores with whoever asks",
                f"1/{ANSWERS_A_SECOND} s",
                [(each, 1 / ANSWERS_A_SECOND)],
                at_most=1.0,
            ),
        ]

    def _pair(self, address: str, turn: int) -> tuple[float, float]:
        text = JACES.read_text(encoding="utf-8").replace("Norbert", f"Norbert {turn}")
        asked = json.dumps({"yaml": text}).encode()
        connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=120)
        connection.connect()
        began = time.perf_counter()
        connection.request("POST", "/api/ask", asked, {"Content-Type": "application/json"})
        json.loads(connection.getresponse().read())
        ours = time.perf_counter() - began
        connection.close()
        began = time.perf_counter()
        rulings = kb.ask(kb.read_scenario(text))
        json.dumps([one.to_json() for one in rulings])
        return ours, time.perf_counter() - began


def benchmarks() -> Iterator[_Serve]:
    """Yield the one benchmark."""
    yield _Serve()


def main(arguments: Sequence[str] | None = None) -> int:
    """Load a server, and print what came of it; 1 for a wrong or a lost answer."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serve", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")
    parser.add_argument("--clients", type=int, default=4, help="how many ask at once (default: 4)")
    parser.add_argument("--kill", type=float, default=0, help="kill a worker every so many seconds")
    options = parser.parse_args(arguments)
    with serving() as (address, process):
        Load(address, 1, 3).run()
        load = Load(address, options.clients, options.seconds)
        before, mine = worked(process), time.process_time()
        over = threading.Event()
        watch = threading.Thread(target=_watch, args=(process, over, options.kill))
        watch.start()
        seconds = load.run()
        over.set()
        watch.join()
        work, mine = worked(process) - before, time.process_time() - mine
    answers = load.statuses[200]
    print(f"{answers} answers in {seconds:.0f} s: {answers / seconds:.1f} a second")
    each = [1000 * one / max(answers, 1) for one in (work, mine)]
    print(f"processor, an answer: {each[0]:.1f} ms of the server, {each[1]:.1f} ms of the clients")
    print(f"statuses: {dict(load.statuses)}; wrong: {load.wrong}; without a status: {load.lost}")
    if len(load.took) > 1:
        hundredth = statistics.quantiles(load.took, n=100)
        print(f"median {hundredth[49]:.3f} s, 99 of 100 within {hundredth[98]:.3f} s")
    return 1 if load.wrong or load.lost else 0


def _watch(process: int, over: threading.Event, kill: float) -> None:
    """Print now and then how much memory is held, and kill workers."""
    began = killed = told = time.monotonic()
    while not over.wait(0.5):
        now = time.monotonic()
        if kill and now - killed > kill:
            killed = now
            _kill(process)
        if now - told > 10:
            told = now
            print(f"{now - began:5.0f} s: {held(process):.0f} MB held by the server", flush=True)


def _kill(process: int) -> None:
    """Kill one of the workers: a process that a process of the server forked."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.parent.name))
    workers = [leaf for one in children.get(process, ()) for leaf in children.get(one, ())]
    if workers:
        os.kill(random.choice(workers), signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
