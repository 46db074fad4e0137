"""Tiny rulebooks, written to a temporary folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kb.rulebook import Rulebook

CORE = """\
%: input given(fluent)           {1}
%: predicate begins(fluent)      from then on {1}
%: predicate next(fluent)        then {1}
%: input thing(object)           {1} is a thing
%: predicate takes(object)       {1} is taken

%! define persistence
%! What begins holds next.
next(F) :- begins(F).

%! define choice
%! Core, and only core, chooses.
1 { takes(O) : thing(O) } 1 :- given(_).
"""

GAME = """\
%: fluent tapped(object)         {1} is tapped
%: fluent night                  it is night

%! 1.1  [2012-10-01 .. ]
%! source: the book
%! Taken things get tapped.
begins(tapped(O)) :- takes(O), not given(tapped(O)).
"""

Load = Callable[..., Rulebook]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Return a loader of a game `tiny`: file names to texts, and the texts of overlays."""
    monkeypatch.chdir(tmp_path)

    def loaded(
        files: dict[str, str] | str | None = None,
        *overlays: str,
        core: str = CORE,
        game: str = GAME,
        editions: str = "",
    ) -> Rulebook:
        texts = {"tiny/2.lp": files} if isinstance(files, str) else dict(files or {})
        texts = {"core/core.lp": core, "tiny/1.lp": game} | texts
        if editions:
            texts["tiny/game.yaml"] = editions
        for name, text in texts.items():
            path = Path("rules", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        paths = []
        for number, text in enumerate(overlays, 1):
            paths.append(Path(f"house{number}.lp"))
            paths[-1].write_text(text, encoding="utf-8")
        return Rulebook.load("tiny", Path("rules"), paths)

    return loaded
