"""The cache: nothing in it is trusted, nothing in it runs, and without it all goes as before."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from zlib import compress

import pytest

from kb import cache
from kb.cache import Entry
from kb.inference.index import Index
from kb.inference.slicing import slicer_of
from kb.rulebook import Rulebook

RULES = """
%: input card(card)  {1} is a card
%: predicate good(card)  {1} is good
%: predicate better(card)  {1} is better

%! 1 [2020-01-01 .. ]
%! source: a book
%! Every card is good.
good(C) :- card(C).

%! 2 [2020-01-01 .. ]
%! source: a book
%! What is good is better.
better(C) :- good(C).

%! define words
%! What is better is good.
good(C) :- better(C).
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "cache"))
    (tmp_path / "core").mkdir()
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy" / "toy.lp").write_text(RULES)
    monkeypatch.chdir(tmp_path)


def book() -> Rulebook:
    return Rulebook.load("toy", Path())


def entries() -> list[Path]:
    return sorted(cache.folder().glob(f"*{cache.SUFFIX}"))


def entry(source: str = "a") -> Entry:
    return Entry.of("thing", ["plain.py"], [source])


def kept(value: object = "kept") -> Entry:
    one = entry()
    one.save(value)
    assert one.load() == value
    return one


def test_what_was_kept_is_there_under_its_sources_only() -> None:
    kept({"a": [1, None, "ä"]})
    assert entry("b").load() is None
    assert Entry.of("thing", ["errors.py"], ["a"]).load() is None
    assert Entry.of("other", ["plain.py"], ["a"]).load() is None
    assert Entry.of("thing", ["plain.py"], ["a", ""]).load() is None


def test_another_version_of_a_library_has_entries_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept()
    for name in ("clingo", "sys", "find_spec"):
        with monkeypatch.context() as patch:
            cache._versions.cache_clear()
            match name:
                case "clingo":
                    patch.setattr("clingo.__version__", "5.0.0")
                case "sys":
                    patch.setattr("sys.version", "3.99.0")
                case _:
                    spec = SimpleNamespace(origin=str(Path(cache.__file__)))
                    patch.setattr(cache, "find_spec", lambda _, spec=spec: spec)
            assert entry().load() is None
    cache._versions.cache_clear()
    assert entry().load() == "kept"


def cut(data: bytes) -> bytes:
    return data[:-3]


def changed(data: bytes) -> bytes:
    return data[:-3] + bytes(each ^ 1 for each in data[-3:])


def older(data: bytes) -> bytes:
    return data.replace(b"ludex %d " % cache.FORMAT, b"ludex 0 ")


def of_another(data: bytes) -> bytes:
    return data.replace(entry().key.encode(), entry("b").key.encode())


def deep(data: bytes) -> bytes:
    return signed(compress(b"[" * 100_000))


def signed(body: bytes) -> bytes:
    return entry()._head(body) + b"\n" + body


@pytest.mark.parametrize(
    "spoil",
    [
        cut,
        changed,
        older,
        of_another,
        deep,
        lambda _: b"",
        lambda _: b"\x80\x04\x95",
        lambda _: signed(b"\xff\xfe"),
        lambda _: signed(compress(b"\xff\xfe")),
        lambda _: signed(compress(b"__import__('os')")),
        lambda _: signed(compress(b'"kept"')[:-1]),
        lambda _: signed(compress(b" " * cache.LARGEST + b'"kept"')),
        lambda data: data + b" " * cache.LARGEST,
    ],
)
def test_a_spoilt_entry_counts_as_absent(spoil: Callable[[bytes], bytes]) -> None:
    one = kept()
    one.path.write_bytes(spoil(one.path.read_bytes()))
    assert one.load() is None
    one.save("again")
    assert one.load() == "again"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the system knows no owners")
def test_an_entry_of_somebody_else_counts_as_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    one = kept()
    with monkeypatch.context() as patch:
        patch.setattr(os, "geteuid", lambda: one.path.stat().st_uid + 1)
        assert one.load() is None
    one.path.chmod(0o666)
    assert one.load() is None
    one.path.chmod(0o600)
    assert one.load() == "kept"


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="the system cannot refuse links")
def test_a_link_and_a_pipe_count_as_absent(tmp_path: Path) -> None:
    one = kept()
    other = one.path.rename(tmp_path / "elsewhere")
    one.path.symlink_to(other)
    assert one.load() is None
    one.path.unlink()
    os.mkfifo(one.path)
    assert one.load() is None


@pytest.mark.parametrize("where", ["file", "file/below", "\0", "x" * 5000])
def test_a_folder_that_cannot_be_is_no_error(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(cache, "folder", lambda: tmp_path / where)
    entry().save("kept")
    assert entry().load() is None
    assert book().statements


def test_a_full_disk_is_no_error_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    entry().save("kept")
    assert entry().load() is None
    assert list(cache.folder().iterdir()) == []


LONG = "".join(sha256(bytes([n])).hexdigest() for n in range(21))
"""What takes some 800 bytes to keep."""


def test_the_entries_unused_for_longest_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 3_000)
    for age, source in enumerate("abcde"):
        entry(source).save(LONG)
        os.utime(entry(source).path, (10**9 + age, 10**9 + age))
    assert [entry(one).load() is not None for one in "abcde"] == [False, False, True, True, True]
    # The third was just used, so the fourth is the one unused for longest.
    entry("f").save(LONG)
    assert entry("f").load() is not None
    assert sum(path.stat().st_size for path in entries()) <= 3_000


def test_what_is_too_large_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGEST", 100)
    entry().save("x" * 101)
    assert entry().load() is None


def test_a_rulebook_from_the_cache_is_the_same() -> None:
    fresh, again = book(), book()
    assert fresh.key == again.key
    for name in ("labels", "headers", "files", "editions", "gaps"):
        assert getattr(fresh, name) == getattr(again, name)
    assert fresh.vocabulary.entries == again.vocabulary.entries
    assert list(fresh.vocabulary.entries) == list(again.vocabulary.entries)
    for one, other in zip(fresh.statements, again.statements, strict=True):
        assert vars(one) == vars(other)
        assert str(one.ast) == str(other.ast)
    assert again.statements[0].label is again.headers[0]


def test_an_index_from_the_cache_is_the_same() -> None:
    made = slicer_of(book().on()).index
    assert any(path.name.startswith("index-") for path in entries())
    found = slicer_of(book().on()).index
    assert json.dumps(found.pack()) == json.dumps(made.pack())
    assert Index.of(one.code for one in book().statements).needs.keys() == found.needs.keys()


def test_a_changed_source_is_read_again() -> None:
    first, path = book(), Path("toy/toy.lp")
    path.write_text(path.read_text().replace("Every card is good.", "All cards are."))
    second = book()
    said = [one.headers[0].sentence for one in (first, second)]
    assert said == ["Every card is good.", "All cards are."]
    assert first.key != second.key


@pytest.mark.parametrize(
    "body",
    [
        b"null",
        b"7",
        b"{}",
        b'{"statements": 1}',
        b'["os.system", "touch ran"]',
        b'{"headers": [["eval", "1"]], "entries": [], "files": [], "signatures": []}',
        b'{"headers": [["Label"]], "entries": [["__import__", "os"]], "files": [["x"]]}',
    ],
)
def test_an_entry_with_the_right_checksum_and_strange_content_is_made_again(body: bytes) -> None:
    expected = [one.text for one in book().statements]
    (path,) = entries()
    one = Entry("rulebook", book().key)
    assert one.path == path
    path.write_bytes(one._head(body) + b"\n" + body)
    assert [one.text for one in book().statements] == expected
    slicer_of(book().on())
    (path,) = (each for each in entries() if each.name.startswith("index-"))
    key = path.read_bytes().split()[3].decode()
    path.write_bytes(Entry("index", key)._head(body) + b"\n" + body)
    assert slicer_of(book().on()).index.units


def test_a_script_in_an_entry_does_not_run(tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    one = Entry("rulebook", book().key)
    data = one.load()
    script = f"#script (python) import pathlib; pathlib.Path({str(ran)!r}).touch() #end."
    data["statements"] = [[script, *rest] for _, *rest in data["statements"]]
    one.save(data)
    program = (
        "import clingo; from pathlib import Path; from kb.rulebook import Rulebook; "
        "view = Rulebook.load('toy', Path()).on(); "
        "text = next(s.code for s in view.statements); assert text.startswith('#script'); "
        "c = clingo.Control(logger=lambda *_: None); c.add('base', [], text); "
        "c.ground([('base', [])])"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True)
    assert b"Error" in done.stderr
    assert b"AssertionError" not in done.stderr
    assert not ran.exists()


def test_concurrent_first_runs_do_not_disturb_each_other() -> None:
    program = (
        "from pathlib import Path; from kb.rulebook import Rulebook; "
        "book = Rulebook.load('toy', Path()); print(book.key, len(book.statements))"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    said = {run.communicate()[0] for run in runs}
    assert [run.returncode for run in runs] == [0, 0]
    assert len(said) == 1
    assert [path.name.partition("-")[0] for path in entries()] == ["rulebook"]
    assert not list(cache.folder().glob("*.part"))
    (path,) = entries()
    body = path.read_bytes().partition(b"\n")[2]
    assert path.read_bytes().split()[4].decode() == sha256(body).hexdigest()
