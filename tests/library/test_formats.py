"""The formats of the publishers become the same cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kb.cards.commands import cards_coverage
from kb.errors import LudexError
from kb.library.formats import load_cards
from kb.library.held import Found
from kb.library.importing import Imported, import_cards
from kb.library.store import Store
from tests.library import samples
from tests.library.samples import written


def taken(tmp_path: Path, data: object, name: str = "cards.json", **options: Any) -> Imported:
    packed = options.pop("packed", False)
    file = written(tmp_path / name, data, packed=packed)
    return import_cards("mtg", file, tmp_path / "store.sqlite", **options)


def found(tmp_path: Path, name: str) -> list[Found]:
    with Store.reading(tmp_path / "store.sqlite") as store:
        assert store is not None
        return store.find("mtg", name)


def only(tmp_path: Path, name: str) -> Found:
    (one,) = found(tmp_path, name)
    return one


@pytest.mark.parametrize("packed", [False, True])
def test_scryfall(tmp_path: Path, packed: bool) -> None:
    cards = [samples.OWL, samples.OWL_FR, samples.TURNING, samples.REVERSIBLE, samples.OWL_AGAIN]
    done = taken(tmp_path, cards, "all-cards-20240315090217.json", packed=packed)
    assert (done.format, done.days, done.entries, done.cards) == ("Scryfall", ("2024-03-15",), 5, 2)
    owl = only(tmp_path, "lamplit owl")
    assert owl == only(tmp_path, "Chouette éclairée") == only(tmp_path, "CHOUETTE ECLAIREE")
    assert owl.face.data == {
        "name": "Lamplit Owl",
        "type": "Creature — Owl",
        "text": "Flying",
        "mana_cost": "{1}{U}",
        "cmc": 2.0,
        "colors": ["U"],
        "power": "1",
        "toughness": "2",
        "keywords": ["Flying"],
        "layout": "normal",
    }
    for printing in ("Lamplit Owl (TST)", "Lamplit Owl [tsu 8]", "lamplit owl (SLX 1)"):
        assert only(tmp_path, printing).face == owl.face
    assert found(tmp_path, "Lamplit Owl (XYZ)") == []


def test_both_faces_are_found_and_belong_together(tmp_path: Path) -> None:
    taken(tmp_path, [samples.TURNING])
    for name in ("Dusk Walker", "dusk walker // dawn runner", "薄暮のガルム"):
        card = only(tmp_path, name)
        assert [face.name for face in card.faces] == ["Dusk Walker", "Dawn Runner"]
        assert card.face.name == "Dusk Walker"
    assert only(tmp_path, "Dawn Runner").face.name == "Dawn Runner"
    assert only(tmp_path, "暁の走者").face.data["power"] == "4"
    assert only(tmp_path, "Dusk Walker").face.data["back"] == "Dawn Runner"
    assert found(tmp_path, "薄暮のカルム") == []


@pytest.mark.parametrize("layout", ["split", "adventure", "flip", "modal_dfc", "aftermath"])
def test_every_layout_has_its_faces(tmp_path: Path, layout: str) -> None:
    taken(tmp_path, [samples.faces(layout, "Day Half", "Night Half")])
    second = only(tmp_path, "Night Half")
    assert second.face.data["type"] == "Instant"
    assert "power" not in second.face.data
    assert second.face.data["layout"] == layout
    assert ("back" in second.faces[0].data) == (layout == "modal_dfc")


def test_a_card_that_melds_says_into_what(tmp_path: Path) -> None:
    taken(tmp_path, [samples.MELDING])
    data = only(tmp_path, "Left Half").face.data
    assert (data["melds_with"], data["melds_into"]) == ("Right Half", "The Whole Thing")


def test_rulings_come_apart_and_in_any_order(tmp_path: Path) -> None:
    assert taken(tmp_path, [samples.RULING], "rulings.json").rulings == 1
    taken(tmp_path, [samples.OWL])
    named = {"card": "Lamplit Owl", "date": "2021-02-01", "text": "It may also walk."}
    assert taken(tmp_path, [named], "more.json").rulings == 1
    with Store.reading(tmp_path / "store.sqlite") as store:
        assert store is not None
        owl = store.find("mtg", "Lamplit Owl")[0].face
        assert [(day, text) for day, text, _ in store.rulings("mtg", owl)] == [
            ("2020-02-01", "It may fly by day, too."),
            ("2021-02-01", "It may also walk."),
        ]


@pytest.mark.parametrize(
    "data",
    [samples.ATOMIC, samples.ALL_PRINTINGS, {"meta": samples.ATOMIC["meta"], "data": samples.SET}],
)
def test_mtgjson(tmp_path: Path, data: object) -> None:
    done = taken(tmp_path, data)
    assert (done.format, done.days) == ("MTGJSON", ("2024-03-15",))
    assert only(tmp_path, "chouette eclairee").face.name == "Lamplit Owl"
    assert only(tmp_path, "薄暮のガルム").face.name == "Dusk Walker"
    card = only(tmp_path, "Dusk Walker // Dawn Runner")
    assert [face.name for face in card.faces] == ["Dusk Walker", "Dawn Runner"]
    assert found(tmp_path, "Owl") == []  # tokens of a set are none of its cards


def test_cards_of_one_name_are_told_apart(tmp_path: Path) -> None:
    taken(tmp_path, samples.ATOMIC)
    assert len(found(tmp_path, "Same Name")) == 2
    same = samples.ATOMIC["data"]["Same Name"]
    cards = [samples.of_set(card, "TST", str(n)) for n, card in enumerate(same, 1)]
    taken(tmp_path, {"meta": samples.ATOMIC["meta"], "data": {"cards": cards}})
    assert [one.full for one in found(tmp_path, "Same Name")] == [
        "Same Name (TST 1)",
        "Same Name (TST 2)",
    ]
    assert only(tmp_path, "Same Name (TST 2)").face.data["text"] == "Scry 1."


ROWS = [
    {"id": "1", "name": "Lamplit Owl", "type": "Creature", "text": "Flying", "lang": "en"},
    {"id": "1", "name": "Chouette éclairée", "text": "Vol", "lang": "fr"},
    {"name": "Dusk Walker", "text": "", "number": 3},
]


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.json", ROWS, "JSON"),
        ("a.jsonl", "\n".join(map(json.dumps, ROWS)), "JSON lines"),
        ("a.json", {"cards": ROWS}, "JSON"),
        ("a.json", {"as_of": "2020-01-01", "data": ROWS}, "JSON"),
        (
            "a.csv",
            "\ufeffID;Name;Type;Text;Lang\n1;Lamplit Owl;Creature;Flying;en\n"
            '1;"Chouette éclairée";;"Vol";fr\n3;Dusk Walker;;;\n',
            "CSV",
        ),
    ],
)
def test_any_game(tmp_path: Path, name: str, data: object, kind: str) -> None:
    done = taken(tmp_path, data, name)
    assert (done.format, done.entries, done.new) == (kind, 3, 3)
    assert only(tmp_path, "chouette eclairee").face.name == "Lamplit Owl"
    assert only(tmp_path, "Lamplit Owl").face.data["type"] == "Creature"


def test_a_day_comes_from_the_option_the_card_the_file_or_its_writing(tmp_path: Path) -> None:
    from datetime import date

    row = {"id": "1", "name": "Lamplit Owl", "text": "Flying", "oracle_date": "2013-04-28"}
    assert taken(tmp_path, [row]).days == ("2013-04-28",)
    assert taken(tmp_path, [row], as_of=date(2012, 1, 1)).days == ("2012-01-01",)
    assert taken(tmp_path, [samples.OWL], "oracle-cards-20240315090217.json").days == (
        "2024-03-15",
    )
    done = taken(tmp_path, [samples.OWL], "owl.json")
    assert done.assumed
    assert done.days == (str(date.fromtimestamp((tmp_path / "owl.json").stat().st_mtime)),)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "an empty file; expected cards as JSON, JSON lines or CSV"),
        ("[]", "no cards in it"),
        ("hello", "neither JSON nor CSV; expected cards as JSON, JSON lines or CSV"),
        ("a,b\n1,2\n", "1: no column 'name'; found 'a', 'b'; expected 'name'"),
        ('[{"name": "A"}\n {"name": "B"}]', "2:2: not JSON: found '{', expected ',' or ']'"),
        ('[{"name": "A"},\n{"name": }]', "2:10: not JSON: expected a value"),
        ('[{"name": "A"},\n{"name": "B}]', "2:10: not JSON: a text begins here and does not end"),
        ("{}", "no cards in it: an entry without a 'name'; expected one for each card"),
        ('[{"text": "x"}, {"name": ""}]', "no cards in it: 2 entries without a 'name'"),
        (
            '{"object": "error", "code": "not_found", "status": 404, "details": "None of that."}',
            "Scryfall's answer that something went wrong; expected cards (it says 'None of that.')",
        ),
        (
            '{"object": "list", "data": [{"object": "bulk_data", "type": "oracle_cards", "name":'
            ' "Oracle Cards", "download_uri": "https://example.com"}]}',
            "Scryfall's list of its files and no cards; download the file its download_uri names",
        ),
        ('{"object": "list", "data": []}', "no cards in it"),
        ('[{"name": "A"', "not JSON: "),
        ('[{"name": "A"}]x', "not JSON: 'x' after its end"),
        ('{"name": "A"}\n\n{"name": "B", "power": NaN}', "NaN is no number of JSON"),
        ('{"name": "A", "power": 1' + "0" * 5000 + "}", "not JSON: a number too large"),
        ('{"name": "A", "power": 1e999}', "the number in 'power' is too large"),
        ('{"name": "A", "power": 10000000000000000000}', "the number in 'power' is too large"),
        ('{"name": "A", "text": "\\u0000"}', "control character U+0000 in 'text'"),
        ('{"name": "A", "text": "\\ud800"}', "broken character U+D800 in 'text'"),
        ('{"name": "A\0"}', "control character U+0000"),
        ('{"name": "' + "A" * 400 + '"}', "a name of 400 characters; at most 300 are read"),
        ('{"name": "A", "text": "' + "A" * 30000 + '"}', "'text' of 30000 characters"),
        ('{"name": "A", "x": "' + "A" * 3_000_000 + '"}', "a card of more than 2,000,000"),
        ('{"name": "A", "x": ' + "[" * 100_000, "nested too deep"),
        ('{"name": "A", "x": [[[[[[[[1]]]]]]]]}', "'x' is nested deeper than 6"),
        ('{"name": ["A"]}', "expected 'name' to be text"),
        ("[1]", "expected an object"),
        ('{"meta": {"date": "soon"}, "data": {}}', "'soon' is not a date"),
        ('{"meta": {"date": "2024-03-15"}}', "no cards in it; expected them under 'data'"),
        ("name,name\n1,2\n", "a second column 'name'"),
        ("name,text\nA,B,C\n", "2: 3 cells in 2 columns"),
        ("name,text\nA,B\nC\nD,E\n", "3: 1 cell in 2 columns; expected a cell for each"),
        ("name,text,type\nA,B,C\nD,E", "3: 2 cells in 3 columns; expected a cell for each"),
        ('name,text\nA,"B', "2: not CSV: a quotation mark that is not closed"),
        ("name,text\n" + "A" * 3_000_000, "a line of more than 2,000,000 characters"),
        ('[{"name": "A"}, {"name": "A"}]', "a second card 'A'; expected an 'id'"),
    ],
)
def test_what_cannot_be_used_is_told_with_its_place(
    tmp_path: Path, data: str, message: str
) -> None:
    with pytest.raises(LudexError) as error:
        taken(tmp_path, data)
    assert message in str(error.value)
    assert str(error.value).startswith(str(tmp_path))
    assert "\n" not in str(error.value)


def test_bytes_that_are_no_text_are_told_with_their_line(tmp_path: Path) -> None:
    for raw, message in (
        (b'[{"name": "A"},\n{"name": "\xff"}]', "2: not UTF-8"),
        (b"\x1f\x8b" + b"no", "it is packed, and broken or cut off"),
    ):
        file = tmp_path / "cards.json"
        file.write_bytes(raw)
        with pytest.raises(LudexError, match=message):
            import_cards("mtg", file, tmp_path / "store.sqlite")


def test_files_that_stay_files_are_read_alike(tmp_path: Path) -> None:
    cards = list(load_cards(written(tmp_path / "a.json", [samples.TURNING])))
    assert [(card["name"], card["lang"]) for card in cards] == [
        ("Dusk Walker", "en"),
        ("薄暮のガルム", "ja"),
        ("Dawn Runner", "en"),
        ("暁の走者", "ja"),
    ]
    assert list(load_cards(written(tmp_path / "b.json", ROWS, packed=True))) == ROWS


SOLD_AGAIN = {**samples.OWL_AGAIN, "lang": "en"}


@pytest.mark.parametrize(
    ("rows", "cards"),
    [
        ([samples.OWL, samples.OWL_FR, SOLD_AGAIN], 1),
        ([samples.OWL, samples.TURNING, samples.TURNING], 2),
        (samples.ATOMIC, 4),
        (samples.ALL_PRINTINGS, len({card["name"] for card in samples.SET["cards"]})),
        ([{"name": "A", "text": "Flying"}, {"name": "A", "text": "Vol", "lang": "fr"}], 1),
    ],
)
def test_coverage_counts_each_card_of_a_language_once(
    rows: Any, cards: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, store = written(tmp_path / "cards.json", rows), tmp_path / "store.sqlite"
    assert cards_coverage("mtg", file).cards == cards
    import_cards("mtg", file, store)
    monkeypatch.setenv("LUDEX_STORE", str(store))
    assert cards_coverage("mtg", None).cards == cards


def test_coverage_counts_the_same_words_once(tmp_path: Path) -> None:
    for text, cards in (("Flying", 1), ("Reach", 2)):
        rows = [{"name": "A", "text": "Flying"}, {"name": "A", "text": text}]
        assert cards_coverage("mtg", written(tmp_path / "a.json", rows)).cards == cards


def test_a_file_in_another_language_has_no_card_to_count(tmp_path: Path) -> None:
    file = written(tmp_path / "cards.json", [{"name": "A", "text": "Vol", "lang": "fr"}])
    with pytest.raises(LudexError, match="no card of 'mtg' in language 'en' in it"):
        cards_coverage("mtg", file)


def test_cards_of_one_atomic_name_without_ids_are_both_kept(tmp_path: Path) -> None:
    texts = ("Draw a card.", "Scry 1.", "You gain 3 life.")
    cards = [
        samples.mtgjson("Same Name", identifiers={}, text=text, rulings=[{"text": f"Of {text}"}])
        for text in texts
    ]
    data = {"meta": samples.ATOMIC["meta"], "data": {"Same Name": [*cards, cards[0]]}}
    assert taken(tmp_path, data).cards == 3
    again = taken(tmp_path, data)
    assert (again.cards, again.new, again.changed, again.same) == (0, 0, 0, 4)
    full = [f"Same Name ({place})" for place in (1, 2, 3)]
    assert [one.full for one in found(tmp_path, "Same Name")] == full
    with Store.reading(tmp_path / "store.sqlite") as store:
        assert store is not None
        assert [held.name for held in store.search("same name")] == full
        assert [held.name for held in store.search("scry")] == [full[1]]
        for name, text in zip(full, texts, strict=True):
            face = only(tmp_path, name).face
            assert face.data["text"] == text
            assert [said for _, said, _ in store.rulings("mtg", face)] == [f"Of {text}"]
    assert found(tmp_path, "Same Name (4)") == []


def test_cards_of_one_name_without_printings_are_told_apart_by_their_ids(tmp_path: Path) -> None:
    ids = [f"{n}1b2c3d4-0000-4000-8000-000000000001" for n in (1, 2)]
    cards = [
        samples.mtgjson("Same Name", identifiers={"scryfallOracleId": one}, text=f"Scry {n}.")
        for n, one in enumerate(ids, 1)
    ]
    taken(tmp_path, {"meta": samples.ATOMIC["meta"], "data": {"Same Name": cards}})
    full = ["Same Name (11b2c3d4)", "Same Name (21b2c3d4)"]
    assert [one.full for one in found(tmp_path, "Same Name")] == full
    assert [only(tmp_path, one).face.data["text"] for one in full] == ["Scry 1.", "Scry 2."]
    assert only(tmp_path, f"same name ({ids[1].upper()})").face.data["text"] == "Scry 2."
    assert found(tmp_path, "Same Name (21b2)") == []
    # Of ids that begin alike the whole is told.
    alike = [samples.mtgjson("Twin", identifiers={"scryfallOracleId": "a" * 30 + c}) for c in "xy"]
    taken(tmp_path, {"meta": samples.ATOMIC["meta"], "data": {"Twin": alike}})
    assert [one.full for one in found(tmp_path, "Twin")] == [f"Twin ({'a' * 30}{c})" for c in "xy"]
    with Store.reading(tmp_path / "store.sqlite") as store:
        assert store is not None
        assert len(store.search("twin")) == 2


def test_a_row_that_is_cut_off_takes_nothing_from_a_card(tmp_path: Path) -> None:
    whole = "name,id,type,text\nA1,1,Creature,Flying\nA2,2,Creature,Trample\n"
    taken(tmp_path, whole, "cards.csv")
    for end in range(whole.index("A2") + 1, whole.index("Trample")):
        with pytest.raises(LudexError, match=r"3: . cells? in 4 columns"):
            taken(tmp_path, whole[:end], "cards.csv")
        assert only(tmp_path, "A2").face.data["text"] == "Trample"
    # What is said to be empty is, and lines without anything are none.
    again = "name,id,type,text\nA1,1,Creature,Flying\n\n , \nA2,2,Creature,\n"
    taken(tmp_path, again, "cards.csv")
    assert only(tmp_path, "A2").face.data["text"] == ""


def test_cards_of_one_name_without_ids_are_told_apart_across_sets(tmp_path: Path) -> None:
    plain = {"identifiers": {}, "text": "Scry 1."}
    sets = {
        code: {**samples.SET, "code": code, "cards": [samples.of_set(card, code, "7")]}
        for code, card in {
            "TST": samples.mtgjson("Twin", **plain),
            "TSU": samples.mtgjson("Twin", **plain),
            "TSV": samples.mtgjson("Twin", **{**plain, "text": "Scry 2."}),
            "TSW": samples.mtgjson("Lone", **plain),
        }.items()
    }
    done = taken(tmp_path, {"meta": samples.ATOMIC["meta"], "data": sets})
    assert (done.cards, done.same) == (3, 1)
    assert [one.full for one in found(tmp_path, "Twin")] == ["Twin (TST 7)", "Twin (TSV 7)"]
    assert only(tmp_path, "Twin (TSV 7)").face.data["text"] == "Scry 2."
    assert only(tmp_path, "Lone").face.data["text"] == "Scry 1."
