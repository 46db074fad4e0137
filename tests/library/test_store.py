"""The store keeps what it has until all of a file is read."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from datetime import date
from pathlib import Path

import pytest

from kb.errors import LudexError
from kb.library.importing import import_cards
from kb.library.store import Store
from tests.library.samples import OWL, OWL_FR, TURNING, faces, scryfall, written


def names(path: Path) -> list[str]:
    with Store.reading(path) as store:
        return [] if store is None else [str(card["name"]) for card in store.cards("mtg")]


def test_importing_again_changes_only_what_is_no_longer_the_same(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    file = written(tmp_path / "a.json", [OWL, OWL_FR, TURNING])
    first = import_cards("mtg", file, path)
    assert (first.cards, first.new, first.changed, first.same) == (2, 6, 0, 1)
    again = import_cards("mtg", file, path)
    assert (again.cards, again.new, again.changed, again.same) == (0, 0, 0, 7)
    other = scryfall("Lamplit Owl", oracle_text="Flying, vigilance")
    file = written(tmp_path / "a.json", [other, OWL_FR | {"oracle_text": "Flying, vigilance"}])
    third = import_cards("mtg", file, path)
    assert (third.new, third.changed, third.same) == (0, 1, 2)
    with Store.reading(path) as store:
        assert store is not None
        assert [held.name for held in store.search("vigilance")] == ["Lamplit Owl"]
        assert store.find("mtg", "Lamplit Owl")[0].face.data["text"] == "Flying, vigilance"


def test_wordings_stand_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    for day, text in ((date(2013, 1, 1), "Flying (old)"), (date(2024, 1, 1), "Flying")):
        file = written(tmp_path / "a.json", [scryfall("Lamplit Owl", oracle_text=text)])
        import_cards("mtg", file, path, as_of=day)
    with Store.reading(path) as store:
        assert store is not None

        def on(day: date | None) -> tuple[str, str, bool]:
            assert store is not None
            face = store.find("mtg", "Lamplit Owl", day)[0].face
            return str(face.data["text"]), face.day, face.in_force

        assert on(None) == ("Flying", "2024-01-01", True)
        assert on(date(2024, 1, 1)) == ("Flying", "2024-01-01", True)
        assert on(date(2023, 12, 31)) == ("Flying (old)", "2013-01-01", True)
        assert on(date(2012, 1, 1)) == ("Flying (old)", "2013-01-01", False)


def test_files_that_give_a_card_other_ids_are_wordings_of_one_card(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    import_cards("mtg", written(tmp_path / "a.json", [OWL]), path, as_of=date(2024, 1, 1))
    old = {"id": "old:1", "name": "Lamplit Owl", "text": "Flying.", "oracle_date": "2013-04-28"}
    import_cards("mtg", written(tmp_path / "b.json", [old]), path)
    with Store.reading(path) as store:
        assert store is not None
        assert len(store.find("mtg", "Lamplit Owl")) == 1
        face = store.find("mtg", "Lamplit Owl", date(2014, 1, 1))[0].face
        assert (face.day, face.data["text"]) == ("2013-04-28", "Flying.")


def test_a_broken_file_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    import_cards("mtg", written(tmp_path / "a.json", [OWL]), path)
    broken = written(tmp_path / "b.json", '[{"name": "Another"}, {"name": ')
    with pytest.raises(LudexError, match="not JSON"):
        import_cards("mtg", broken, path)
    assert names(path) == ["Lamplit Owl"]


def test_a_first_import_that_fails_leaves_no_store(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with pytest.raises(LudexError, match="not JSON"):
        import_cards("mtg", written(tmp_path / "b.json", '[{"name": "Another"}, {"name": '), path)
    assert names(path) == []
    assert import_cards("mtg", written(tmp_path / "a.json", [OWL]), path).cards == 1
    assert names(path) == ["Lamplit Owl"]


def test_a_full_disk_leaves_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "store.sqlite"
    import_cards("mtg", written(tmp_path / "a.json", [OWL]), path)
    from kb.library import importing

    def small(where: Path) -> sqlite3.Connection:
        found = whole(where)
        pages = found.execute("PRAGMA page_count").fetchone()[0]
        found.execute(f"PRAGMA max_page_count = {pages + 2}")
        return found

    whole = importing.writable
    monkeypatch.setattr(importing, "writable", small)
    many = [scryfall(f"Owl of {n}", oracle_text="Flying " * 500) for n in range(200)]
    with pytest.raises(LudexError, match="no space is left for the cards; nothing was changed"):
        import_cards("mtg", written(tmp_path / "b.json", many), path)
    monkeypatch.undo()
    assert names(path) == ["Lamplit Owl"]
    assert import_cards("mtg", written(tmp_path / "b.json", many), path).cards == 200


def test_a_kill_halfway_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    import_cards("mtg", written(tmp_path / "a.json", [OWL]), path)
    many = written(tmp_path / "b.json", [scryfall(f"Owl of {n}") for n in range(3000)])
    code = (
        "import sys; from pathlib import Path; from kb.library.importing import import_cards\n"
        "def wait(done, total): print('on its way', flush=True); sys.stdin.read()\n"
        "import_cards('mtg', Path(sys.argv[1]), Path(sys.argv[2]), progress=wait)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(many), str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.kill()
    assert names(path) == ["Lamplit Owl"]
    assert import_cards("mtg", many, path).cards == 3000


def test_two_imports_at_once_wait_for_each_other(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    files = [
        written(tmp_path / f"{n}.json", [scryfall(f"Owl of {n} and {m}") for m in range(300)])
        for n in range(3)
    ]
    failed: list[BaseException] = []

    def take(file: Path) -> None:
        try:
            import_cards("mtg", file, path)
        except BaseException as error:  # noqa: BLE001
            failed.append(error)

    threads = [threading.Thread(target=take, args=(file,)) for file in files]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(names(path)) == 900


def test_reading_goes_on_while_cards_come_in(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    import_cards("mtg", written(tmp_path / "a.json", [OWL]), path)
    seen: list[int] = []
    many = [scryfall(f"Owl of {n}") for n in range(600)]
    file = written(tmp_path / "b.json", many)
    import_cards("mtg", file, path, progress=lambda *_: seen.append(len(names(path))))
    assert seen
    assert set(seen) == {1}


@pytest.mark.parametrize("raw", [b"no database", b"SQLite format 3\0" + b"\xff" * 4096])
def test_another_file_is_no_store(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "store.sqlite"
    path.write_bytes(raw)
    file = written(tmp_path / "a.json", [OWL])
    with pytest.raises(LudexError, match=r"not a card store|damaged"):
        import_cards("mtg", file, path)
    with pytest.raises(LudexError, match=r"not a card store|damaged"), Store.reading(path):
        pass
    assert path.read_bytes() == raw


def test_a_database_of_another_program_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mine (x)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(LudexError, match="not a card store"):
        import_cards("mtg", written(tmp_path / "a.json", [OWL]), path)
    assert path.read_bytes() == before


def test_words_are_found_in_any_language(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    import_cards("mtg", written(tmp_path / "a.json", [OWL, OWL_FR, TURNING]), path)
    with Store.reading(path) as store:
        assert store is not None
        for query, name in (
            ("flying owl", "Lamplit Owl"),
            ("chouette eclairee vol", "Chouette éclairée"),
            ("変身", "薄暮のガルム"),
            ("暁 狼", "暁の走者"),
            ('"transform dusk"', "Dusk Walker"),
        ):
            assert [held.name for held in store.search(query)][:1] == [name]
        assert store.search("owl", limit=1)[0].name == "Lamplit Owl"
        assert store.search("nothing like it") == []
        for hostile in ("NEAR(", 'a" OR "b', "name:owl", "owl) --", "\0"):
            assert store.search(hostile + " owl xyzzy") == []
        for empty in ('"', "*", "  ", "()"):
            with pytest.raises(LudexError, match="nothing to search for"):
                store.search(empty)
        assert store.hint(["mtg"], "Lamplit") == "; did you mean 'Lamplit Owl'?"
        assert store.nearest("mtg", "Lamplit Oul") == "Lamplit Owl"
        assert store.nearest("mtg", "Xyzzy") is None


def test_a_stamp_changes_with_what_is_read_of_the_names_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"

    def stamp(*cards: dict[str, object]) -> str:
        import_cards("mtg", written(tmp_path / "a.json", list(cards)), path)
        with Store.reading(path) as store:
            assert store is not None
            assert store.stamp("mtg", ["battlefield", ""]) == ""
            assert store.stamp("mtg", ["Lamplit Owl (no such)"]) == store.stamp(
                "mtg", [OWL["name"]]
            )
            return store.stamp("mtg", ["battlefield", str(OWL["name"])])

    first = stamp(OWL)
    assert first == stamp(TURNING)
    assert first != stamp(scryfall(str(OWL["name"]), oracle_text="Flying, vigilance"))


def test_a_store_that_cannot_be_opened_is_told_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path / "a.json", [OWL])
    with pytest.raises(LudexError, match=r"\S: a folder; expected the file of a card store"):
        import_cards("mtg", file, tmp_path)
    from kb.library.database import telling

    path = tmp_path / "store.sqlite"

    def said(problem: str, closed: Path | None = None) -> str:
        access = (lambda place, _: place != closed) if closed else (lambda *_: True)
        monkeypatch.setattr("kb.library.database.os.access", access)
        with pytest.raises(LudexError) as error, telling(path):
            raise sqlite3.OperationalError(problem)
        assert error.value.file == str(path)
        return error.value.message

    cannot = "unable to open database file"
    assert said(cannot) == "cannot make it: nothing may be written in its folder"
    path.write_bytes(b"")
    assert (
        said("attempt to write a readonly database", path) == "cannot open it: it may not be read"
    )
    assert said(cannot) == "cannot write it: nothing may be written in its folder"


ODD = {
    "œil du veilleur": "Sample Eye",
    "Größe der Bären": "Sample Bears",
    "時を試す者、サンプル・ベレレン": "Sample Timer",
}


def test_letters_and_marks_that_few_can_type_may_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    cards: list[dict[str, object]] = [
        {"name": name, "id": str(n), "text": "Flying"} for n, name in enumerate(ODD.values())
    ]
    cards += [{"name": name, "id": str(n), "lang": "xx"} for n, name in enumerate(ODD)]
    cards.append({"name": "Æther Sample", "id": "9", "text": "Flying"})
    import_cards("mtg", written(tmp_path / "a.json", cards), path)
    with Store.reading(path) as store:
        assert store is not None
        for query, name in (
            ("oeil", "œil du veilleur"),
            ("ŒIL", "œil du veilleur"),
            ("grosse baren", "Größe der Bären"),
            ("GRÖSSE", "Größe der Bären"),
            ('"größe der"', "Größe der Bären"),
            ("aether", "Æther Sample"),
            ("Ætherwright", None),
            ("試す者サンプルベレレン", "時を試す者、サンプル・ベレレン"),
        ):
            assert [held.name for held in store.search(query)] == ([name] if name else [])
        for typed in ("時を試す者サンプルベレレン", "時を試す者 サンプル・ベレレン"):
            assert [one.face.name for one in store.find("mtg", typed)] == ["Sample Timer"]
            assert store.stamp("mtg", [typed]) == store.stamp(
                "mtg", ["時を試す者、サンプル・ベレレン"]
            )
        assert store.find("mtg", "時を試す者サンフルヘレレン") == []


def test_a_name_with_its_accents_is_that_of_its_card(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    cards = [{"name": one, "id": f"u{n}"} for n, one in enumerate(("Sample", "Sámplé"), 6)]
    import_cards("mtg", written(tmp_path / "a.json", cards), path)
    with Store.reading(path) as store:
        assert store is not None

        def found(name: str) -> list[str]:
            assert store is not None
            return [one.full for one in store.find("mtg", name)]

        assert found("Sámplé") == found("Sa\u0301mple\u0301") == ["Sámplé (u7)"]
        assert sorted(held.name for held in store.search("sample")) == [
            "Sample (u6)",
            "Sámplé (u7)",
        ]
        assert found("Sample") == ["Sample (u6)"]
        assert found("sample") == found("Sámple") == ["Sample (u6)", "Sámplé (u7)"]


def test_what_begins_so_was_meant_before_what_is_only_alike(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    names = ["Isella", "Brisela, Sample Voice", "Samplerei"]
    names += [f"Sample, Hero of {n}" for n in range(4)]
    halves = [faces("split", "Day Half", "Night Half")]
    cards = [*({"name": one, "id": one} for one in names), *halves]
    import_cards("mtg", written(tmp_path / "a.json", cards), path)
    with Store.reading(path) as store:
        assert store is not None
        for said, meant in (
            ("Brisela", "; did you mean 'Brisela, Sample Voice'?"),
            ("brise", "; did you mean 'Brisela, Sample Voice'?"),
            (
                "Sample",
                "; did you mean 'Sample, Hero of 0', 'Sample, Hero of 1', 'Sample, Hero of 2' …?",
            ),
            ("Samples", "; did you mean 'Samplerei'?"),
            ("Day", "; did you mean 'Day Half'?"),
            ("Xyzzy", ""),
        ):
            assert store.hint(["fftcg", "mtg"], said) == meant


def test_a_card_names_the_files_of_its_day_that_have_it(tmp_path: Path) -> None:
    path, day = tmp_path / "store.sqlite", date(2024, 1, 1)
    other = scryfall("Other Owl")
    changed = scryfall("Other Owl", oracle_text="Flying, vigilance")

    def source(name: str) -> str:
        with Store.reading(path) as store:
            assert store is not None
            return store.find("mtg", name)[0].face.source

    import_cards("mtg", written(tmp_path / "a.json", [OWL]), path, as_of=day)
    with Store.reading(path) as store:
        assert store is not None
        before = store.stamp("mtg", [str(OWL["name"])])
    import_cards("mtg", written(tmp_path / "b.json", [other]), path, as_of=day)
    assert (source("Lamplit Owl"), source("Other Owl")) == ("a.json", "b.json")
    with Store.reading(path) as store:
        assert store is not None
        assert store.stamp("mtg", [str(OWL["name"])]) == before
    import_cards("mtg", written(tmp_path / "c.json", [OWL, changed]), path, as_of=day)
    assert (source("Lamplit Owl"), source("Other Owl")) == ("a.json, c.json", "c.json")
    # A store that was made before that was kept tells all files of the day.
    with sqlite3.connect(path) as old:
        old.execute("DROP TABLE origin")
    old.close()
    assert source("Other Owl") == "a.json, b.json, c.json"
    import_cards("mtg", written(tmp_path / "d.json", [changed]), path, as_of=day)
    assert source("Other Owl") == "d.json"
    assert source("Lamplit Owl") == "a.json, b.json, c.json, d.json"
