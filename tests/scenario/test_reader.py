"""YAML is read as plain data with places, or refused in one located line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.errors import LudexError
from kb.scenario import reader
from tests.work import calls


def message(text: str) -> str:
    with pytest.raises(LudexError) as caught:
        reader.read_text(text, "f.yaml")
    return str(caught.value)


def test_every_key_and_value_has_its_place() -> None:
    node = reader.read_text("a: 1\nbee:\n  - x\n  - {c: y}\n", "f.yaml")
    place = reader.Mark
    assert reader.mark_of(node, ("a",)) == place("f.yaml", 1, 4)
    assert reader.mark_of(node, ("a",), key=True) == place("f.yaml", 1, 1)
    assert reader.mark_of(node, ("bee", 1, "c")) == place("f.yaml", 4, 9)
    assert reader.mark_of(node, ("bee", 1, "c"), key=True) == place("f.yaml", 4, 6)
    # What is not there is placed where the path ends.
    assert reader.mark_of(node, ("bee", 7, "c")) == place("f.yaml", 3, 3)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-12", -12),
        ("0", 0),
        ("+2", "+2"),  # a loyalty ability, not a number
        ("'2'", "2"),
        ("012", "012"),
        ("1:30", "1:30"),
        ("1e3", "1e3"),
        ("2013-01-30", "2013-01-30"),
        ("true", True),
        ("yes", "yes"),
        ("no", "no"),
        ("off", "off"),
        ("'true'", "true"),
        ("~", None),
        ("null", None),
        ("Null and Void", "Null and Void"),
        ("1234567890123456789012", "1234567890123456789012"),
    ],
)
def test_scalars_are_what_they_look_like(text: str, value: object) -> None:
    assert reader.plain(reader.read_text(f"a: {text}")) == {"a": value}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "f.yaml: the file is empty"),
        (" \n\n", "f.yaml: the file is empty"),
        ("# nothing\n", "f.yaml: the file holds no data, only comments"),
        ("a: 1\na: 2\n", "f.yaml:2:1: key 'a' is given twice (first in line 1)"),
        ("a: &x 1\n", "f.yaml:1:4: anchor '&x': anchors are not read"),
        ("a: *x\n", "f.yaml:1:4: alias '*x': aliases are not read"),
        (
            "a: !!python/object:os.system x\n",
            "f.yaml:1:4: tag 'tag:yaml.org,2002:python/object:os.system': tags are not read",
        ),
        ("a: !x {}\n", "f.yaml:1:4: tag '!x': tags are not read"),
        ("[a]: 1\n", "f.yaml:1:1: a list or a mapping as a key; expected a word"),
        ("? {a: 1}\n: 1\n", "f.yaml:1:3: a list or a mapping as a key; expected a word"),
        ("'': 1\n", "f.yaml:1:1: an empty key"),
        ("? \n: 1\n", "f.yaml:1:2: an empty key"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document; expected one"),
        ('a: "x\\0y"\n', "f.yaml:1:4: text with a NUL character"),
        (
            "a: 1\nb: \x07\n",
            "f.yaml:2:4: control character '\\x07' in the file; expected YAML text",
        ),
        ("a: \ud800\n", "f.yaml:1:4: '\\ud800' is not a Unicode character"),
    ],
)
def test_what_is_refused(text: str, expected: str) -> None:
    assert message(text) == expected


@pytest.mark.parametrize(
    "text", ["a: [1, 2", "a: {b", "a: 'x", "\ta: 1", "a: b: c", "%x", "@", "a: `b"]
)
def test_broken_yaml_is_one_located_line(text: str) -> None:
    found = message(text)
    assert found.startswith(("f.yaml:1:", "f.yaml:2:"))
    assert "not valid YAML: " in found
    assert "\n" not in found


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, "{a: " * 100_000, "- " * 100_000, "? " * 100_000, "a: " + "[" * 40],
    ids=["lists", "mappings", "dashes", "keys", "just too deep"],
)
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    found = message(text)
    assert calls(lambda: message(text)) < 5_000
    assert "nested more than 32 deep" in found or "not valid YAML" in found or "as a key" in found


def test_the_depth_that_is_still_read() -> None:
    reader.read_text("[" * 32 + "]" * 32)
    assert "nested more than 32 deep" in message("[" * 33 + "]" * 33)


def test_an_alias_bomb_is_refused() -> None:
    bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    assert message(bomb) == "f.yaml:1:4: anchor '&a': anchors are not read"


def test_files(tmp_path: Path) -> None:
    def refusal(data: bytes | None, name: str = "f.yaml") -> str:
        path = tmp_path / name
        if data is not None:
            path.write_bytes(data)
        with pytest.raises(LudexError) as caught:
            reader.read_file(path)
        return str(caught.value).removeprefix(str(path))

    assert refusal(None, "absent.yaml") == ": no such file"
    assert refusal(b"") == ": the file is empty"
    assert refusal(b"\x7fELF\0\0\xff") == ": this is a binary file; expected YAML text"
    assert refusal("a: é\nb: ".encode() + b"x\xff") == (
        ":2:5: byte 0xff is not UTF-8; save the file as UTF-8"
    )
    assert refusal(b"a: \0") == ":1:4: control character '\\x00' in the file; expected YAML text"
    with pytest.raises(LudexError, match="this is a folder; expected a YAML file"):
        reader.read_file(tmp_path)
    (tmp_path / "bom.yaml").write_bytes(b"\xef\xbb\xbfa: 1\n")
    assert reader.plain(reader.read_file(tmp_path / "bom.yaml")) == {"a": 1}


def test_a_file_of_50_megabytes_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.seek(50_000_000)
        stream.write(b"x")
    with pytest.raises(LudexError) as caught:
        reader.read_file(path)
    assert str(caught.value) == f"{path}: larger than 16,000,000 bytes, the most that is read"


def test_what_a_file_holds_is_counted_not_its_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_VALUES", 4)
    reader.read_text("a: [x, y]  # " + "and so on " * 200_000)
    with pytest.raises(LudexError, match="1:11: more than 4 values, the most that is read"):
        reader.read_text("a: [x, y, z]")
    with pytest.raises(LudexError, match="text of more than 1,000,000 characters"):
        reader.read_text("x" * 1_000_001)


def test_a_name_with_a_nul_is_no_file() -> None:
    with pytest.raises(LudexError, match="cannot be read: not a usable file name"):
        reader.read_file("a\0b")


def test_data_from_python_has_no_place() -> None:
    node = reader.node_of({"a": [1, "x", None, True, {"b": 2}]})
    assert reader.plain(node) == {"a": [1, "x", None, True, {"b": 2}]}
    assert reader.mark_of(node, ("a", 1)) is None
    deep: object = "x"
    for _ in range(40):
        deep = [deep]
    with pytest.raises(LudexError, match="nested more than 32 deep"):
        reader.node_of(deep)
    with pytest.raises(LudexError, match="is not Unicode text"):
        reader.node_of({"a\ud800": 1})
