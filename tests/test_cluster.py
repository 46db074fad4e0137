"""Pieces of work on a Dask scheduler: the same as here, whatever becomes of a worker."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import kb
from kb import cluster
from kb.cli import main
from kb.errors import LudexError
from kb.workers import on, spread

TOY = Path(__file__).parent / "toy"

MODULE = """
import os
from pathlib import Path
from kb.errors import LudexError

def double(piece):
    return 2 * piece

def die_once(file):
    if not Path(file).exists():
        Path(file).touch()
        os._exit(9)
    return "done"

def die(piece):
    os._exit(9)

def fail(piece):
    raise LudexError(f"no {piece}", file="here", line=3)
"""


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> Any:
    place = tmp_path_factory.mktemp("pieces")
    (place / "far_pieces.py").write_text(MODULE, encoding="utf-8")
    sys.path.insert(0, str(place))
    import far_pieces

    yield far_pieces
    sys.path.remove(str(place))
    del sys.modules["far_pieces"]


@pytest.fixture(scope="module")
def address(pieces: Any) -> Any:
    distributed = pytest.importorskip("distributed", reason="the package distributed is not there")
    dask = pytest.importorskip("dask")
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
    ):
        yield local.scheduler_address


def test_all_pieces_are_done_there(pieces: Any, address: str) -> None:
    with on(address):
        assert dict(spread(pieces.double, range(5))) == {n: 2 * n for n in range(5)}
        assert list(spread(pieces.double, [])) == []


def test_what_a_killed_worker_leaves_is_done_by_another(
    pieces: Any, address: str, tmp_path: Path
) -> None:
    files = [str(tmp_path / name) for name in "abc"]
    Path(files[0]).touch()
    Path(files[2]).touch()
    with on(address):
        assert dict(spread(pieces.die_once, files)) == dict.fromkeys(range(3), "done")


def test_what_nobody_brings_to_an_end_is_lost_and_an_error_is_raised(
    pieces: Any, address: str
) -> None:
    with on(address):
        assert list(spread(pieces.die, ["x"], lost=lambda piece, _: f"lost {piece}")) == [
            (0, "lost x")
        ]
        with pytest.raises(LudexError, match="no y"):
            list(spread(pieces.fail, ["y"]))


def test_the_same_is_found_there(address: str) -> None:
    def found() -> tuple[object, ...]:
        verified = kb.verify("duel", cases=[TOY / "cases"], boards=False, rules=TOY / "duel")
        return verified.reached, verified.not_examined, verified.findings

    here = found()
    with on(address):
        assert found() == here


def test_without_a_scheduler_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed", reason="the package distributed is not there")
    monkeypatch.setattr(cluster, "ANSWERS", 1)
    case = str(TOY / "cases" / "duel.yaml")
    assert main(["test", case, "--rules", str(TOY), "--on", "tcp://127.0.0.1:9"]) == 2
    assert "no scheduler answers at 'tcp://127.0.0.1:9'" in capsys.readouterr().err


def test_without_the_package_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with on("tcp://127.0.0.1:9"), pytest.raises(LudexError, match="pip install 'ludex\\[dask\\]'"):
        list(spread(len, ["a"]))
