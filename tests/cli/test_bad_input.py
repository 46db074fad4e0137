"""Bad input ends in one located line and status 2, never in a traceback, a crash or a hang."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from kb.cli import main

ASK = "ask: [{outcomes: {}}]\n"
HEAD = "game: mtg\nplayers:\n  Archibald: {battlefield: [Jace Beleren]}\n  Norbert: {}\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", " the file is empty\n"),
        ("\x00\x01\x02", ""),
        ("game: mtgo\n" + ASK, "1:7: unknown game 'mtgo'; did you mean 'mtg'?"),
        (HEAD + "aks: []\n", "5:1: unknown key 'aks' in a scenario; did you mean 'ask'?"),
        (
            HEAD.replace("Jace Beleren", "Jase Beleren") + ASK,
            "3:29: unknown card 'Jase Beleren'; did you mean 'Jace Beleren'?",
        ),
        (
            HEAD + "ask: [{may: {activate: Jace Beleren, ability: '+9'}}]\n",
            "",
        ),
        (HEAD + "ask: [{what: loyalti, of: Jace Beleren}]\n", "5:14: unknown property 'loyalti'"),
        (HEAD + "date: 1999-01-01\n" + ASK, "5:7: no edition of the rules covers 1999-01-01"),
        (HEAD + "ask: " + "[" * 100_000 + "\n", ""),
    ],
    ids=["empty", "binary", "game", "key", "card", "ability", "property", "date", "deep"],
)
def test_one_located_line(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(text.encode())
    assert main(["ask", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"{file}:{message}")
    assert err.count("\n") == 1


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ask", "nowhere.yaml"]) == 2
    assert capsys.readouterr().err == "nowhere.yaml: no such file\n"


def test_a_huge_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "huge.yaml"
    with file.open("wb") as stream:
        stream.truncate(50_000_000)
    assert main(["ask", str(file)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(str(file))
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "name",
    ['"; #script', "%! 1.2", "%* x *%", "a\nb", "{1} {2}", "not", "\\", "ø'´\u202e", "obj(x,1)"],
)
def test_names_are_only_names(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.yaml"
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    file.write_text(
        f"title: {quoted}\ngame: mtg\nplayers:\n  {quoted}: {{battlefield: [{{card: Jace Beleren,"
        f" as: {quoted[:-1]} J{quoted[-1]}}}]}}\n  Norbert: {{}}\n"
        f"ask:\n  - options: {{by: {quoted}}}\n    name: {quoted}\n  - outcomes: {{}}\n",
        encoding="utf-8",
    )
    assert main(["ask", str(file)]) == 0
    out = capsys.readouterr().out
    assert "may do one of 3 things" in out or "may pass;" in out
    assert main(["export", str(file)]) == 0


_FRAGMENTS = [
    HEAD.encode(),
    ASK.encode(),
    b"do: [{cast: Shock, by: Archibald}]\n",
    b"cards: [{name: X, types: [instant], abilities: [{effect: [{damage: 3, to: target 1}]}]}]\n",
    b"date: 2013-01-30\n",
    b"  ",
    b"- ",
    b"{",
    b"}",
    b"[",
    b"]",
    b": ",
    b"&a ",
    b"*a",
    b"!!",
    b"'",
    b'"',
    b"#script",
    b"\n",
]


@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    data=st.one_of(
        st.binary(max_size=200),
        st.lists(st.sampled_from(_FRAGMENTS), max_size=8).map(b"".join),
        st.tuples(st.integers(0, len(HEAD)), st.binary(min_size=1, max_size=4)).map(
            lambda cut: HEAD.encode()[: cut[0]] + cut[1] + HEAD.encode()[cut[0] :] + ASK.encode()
        ),
    )
)
@example(data=(HEAD + ASK).encode())
def test_arbitrary_bytes_end_in_an_answer_or_one_line(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "any.yaml"
    file.write_bytes(data)
    capsys.readouterr()
    status = main(["ask", str(file), "--limit", "50", "--time-limit", "5"])
    out, err = capsys.readouterr()
    assert status in (0, 2)
    assert err.count("\n") == (status == 2)
    assert (status == 2) == err.startswith(str(file))
    assert status == 0 or out == ""
