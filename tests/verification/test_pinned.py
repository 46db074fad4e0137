"""Which files of cases seem to be about a rule."""

from __future__ import annotations

from pathlib import Path

from kb.verification.pinned import seeming_about, seeming_pins


def test_what_a_file_says_of_itself_tells_what_it_is_about(tmp_path: Path) -> None:
    texts = {
        "long": "# 11.8.13: it is asked again, and once more.\ngame: duel\n",
        "rows": "title: Again\nrows: [CR 11.8.13]\n",
        "other": "# 11.8.130 and 1.11.8.13\nask: [{because: ['11.8.14']}]\n",
        "late": "ask: []  # 11.8.13\n",
    }
    files = [tmp_path / name for name in texts]
    for file in files:
        file.write_text(texts[file.name], "utf-8")
    found = [Path(file).name for file in seeming_about(files, {"11.8.13"})]
    assert found == ["rows", "long"]
    assert seeming_pins(files)[str(tmp_path / "other")] == {"11.8.14"}
