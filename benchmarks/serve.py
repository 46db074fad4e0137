"""A server under load: ``python -m benchmarks serve``; for longer ``python -m benchmarks.serve``.

What is asked are ``may`` questions on boards that all differ, and answers come with their whole
JSON. The machine does the asking, too. ``python -m benchmarks.serve --seconds 600 --times 4 --kill
20`` asks four times as much as was found that it can take, and kills a process that answers every
20 seconds: no answer may be wrong, every request has a status, a process that is killed costs one
request at most, and the memory that is held stays as it is after the first tenth.
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
MAY_GROW = 0.10

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
    rate : float, optional
        How many requests a second are due from all of them, whether answers come or not; without
        it, each asks as soon as it is answered.

    Attributes
    ----------
    statuses : Counter
    wrong : int
        How many answers were wrong.
    lost : int
        How many requests had no status.
    ended : int
        How many were told that the process that answered was ended.
    rude : int
        How many were refused without being told when to come again.
    took : list of float
        How long each answer took.
    """

    address: str
    clients: int
    seconds: float
    rate: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    wrong: int = 0
    lost: int = 0
    ended: int = 0
    rude: int = 0
    took: list[float] = field(default_factory=list)

    def run(self) -> float:
        """Ask, and return after how many seconds the last answer was there."""
        numbers = itertools.count(random.randrange(10**9))
        began = time.monotonic()
        turns = itertools.count()
        threads = [
            threading.Thread(target=self._ask, args=(numbers, turns, began))
            for _ in range(self.clients)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.monotonic() - began

    def _ask(self, numbers: Iterator[int], turns: Iterator[int], started: float) -> None:
        host = urlsplit(self.address).netloc
        connection = http.client.HTTPConnection(host, timeout=120)
        while time.monotonic() < started + self.seconds:
            number = next(numbers)
            if self.rate:
                time.sleep(max(0.0, started + next(turns) / self.rate - time.monotonic()))
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
            elif answer.status == 503:
                self.rude += not answer.getheader("Retry-After")
                self.ended += b"ended" in text
                if not self.rate:
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
    """Return how much memory a process and those that it began hold, in MB.

    What several share counts once, in parts.
    """
    found = 0
    for one in family(process):
        with contextlib.suppress(OSError):
            said = Path(f"/proc/{one}/smaps_rollup").read_text()
            found += next(int(line.split()[1]) for line in said.splitlines() if line[:4] == "Pss:")
    return found / 1000


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


@dataclass
class Watch:
    """Looks every second how much memory a server holds, and kills workers.

    Parameters
    ----------
    process : int
        The server.
    every : float
        After how many seconds a worker is killed; 0 for never.
    """

    process: int
    every: float
    held: list[float] = field(default_factory=list)
    killed: int = 0

    def run(self, over: threading.Event) -> None:
        """Look until it is over."""
        began = last = time.monotonic()
        while not over.wait(1.0):
            self.held.append(held(self.process))
            now = time.monotonic()
            if self.every and now - last > self.every:
                last = now
                self.killed += _kill(self.process)
            if len(self.held) % 10 == 0:
                mean = statistics.mean(self.held[-10:])
                print(f"{now - began:5.0f} s: {mean:.0f} MB held by the server", flush=True)

    def growth(self) -> float:
        """Return by how much the memory of the last third is beyond that of the first.

        A tenth goes before, until all is warm. The processes that answer are replaced now and
        then, so that what is held goes up and down all the time.
        """
        warm = self.held[max(10, len(self.held) // 10) :]
        third = len(warm) // 3
        return statistics.mean(warm[-third:]) / statistics.mean(warm[:third]) - 1 if third else 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Load a server, and print what came of it; 1 if something went wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serve", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (default: 60)")
    parser.add_argument("--clients", type=int, help="how many ask at once (default: 4, or 100)")
    parser.add_argument("--times", type=float, default=0, help="so many times what it can take")
    parser.add_argument("--kill", type=float, default=0, help="kill a worker every so many seconds")
    options = parser.parse_args(arguments)
    with serving() as (address, process):
        Load(address, 1, 3).run()
        rate = 0.0
        if options.times:
            most = Load(address, 4, min(20.0, options.seconds / 4))
            seconds = most.run()
            rate = options.times * most.statuses[200] / seconds
            print(f"it can take {rate / options.times:.1f} a second; {rate:.1f} are asked")
        load = Load(address, options.clients or (100 if rate else 4), options.seconds, rate)
        before, mine = worked(process), time.process_time()
        over, watch = threading.Event(), Watch(process, options.kill)
        watching = threading.Thread(target=watch.run, args=(over,))
        watching.start()
        seconds = load.run()
        over.set()
        watching.join()
        work, mine = worked(process) - before, time.process_time() - mine
    return _report(load, watch, seconds, work, mine)


def _report(load: Load, watch: Watch, seconds: float, work: float, mine: float) -> int:
    """Print what came of it, and whether that is well."""
    answers = load.statuses[200]
    print(f"{answers} answers in {seconds:.0f} s: {answers / seconds:.1f} a second")
    each = [1000 * one / max(answers, 1) for one in (work, mine)]
    print(f"processor, an answer: {each[0]:.1f} ms of the server, {each[1]:.1f} ms of the clients")
    print(f"statuses: {dict(load.statuses)}; wrong: {load.wrong}; without a status: {load.lost}")
    print(f"workers killed: {watch.killed}; requests that it cost: {load.ended}")
    if len(load.took) > 1:
        hundredth = statistics.quantiles(load.took, n=100)
        print(f"median {hundredth[49]:.3f} s, 99 of 100 within {hundredth[98]:.3f} s")
    growth = watch.growth()
    print(f"memory of the last third beyond the first: {100 * growth:+.1f} %")
    well = {
        "a wrong answer": not load.wrong,
        "a request without a status": not load.lost,
        "another status than 200 and 503": not set(load.statuses) - {200, 503},
        "a refusal that says not when to come again": not load.rude,
        "a killed worker that cost more than one request": load.ended <= watch.killed,
        f"memory that grows by more than {MAY_GROW:.0%}": growth <= MAY_GROW,
    }
    failed = [what for what, fine in well.items() if not fine]
    print("failed: " + "; ".join(failed) if failed else "all is well")
    return 1 if failed else 0


def _kill(process: int) -> int:
    """Kill one of the workers, a process that a process of the server forked; return how many."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
            children.setdefault(parent, []).append(int(entry.parent.name))
    workers = [leaf for one in children.get(process, ()) for leaf in children.get(one, ())]
    if workers:
        os.kill(random.choice(workers), signal.SIGKILL)
    return len(workers[:1])


if __name__ == "__main__":
    sys.exit(main())
