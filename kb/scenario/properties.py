"""What can be asked of players, objects and the game, as a game file declares it."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from clingo import Symbol

from kb.records import record
from kb.scenario.declared import key, own_name
from kb.scenario.holed import Holed, Term
from kb.scenario.terms import Template, fold

_WORD = "{word}"
"""Stands, in a property for each word of a list, for the word."""


@record(kw_only=True)
class Property:
    """Something that can be asked of an object or a player."""

    name: str = own_name()
    of: Literal["object", "player", "game"] = key("What it is said of.", "object")
    atom: Holed | None = key("The derived atom that says it; ? is the answer.", None)
    fluent: Holed | None = key("The fluent that says it; ? is the answer.", None)
    answer: str = key("What the answer is: a flag, a number, a player, a list of words.", "flag")
    otherwise: Term | None = key("The answer where nothing says it.", None)
    clause: str | None = key(
        "What answers say of whom it is asked, where its name alone does not do; ? is the answer, "
        "of a flag 'an' or 'no'.",
        None,
    )
    told: bool = key("Whether outcomes tell of it where it changes.", default=True)
    hides: bool = key(
        "Whether what is so counts as not being there: then it is told in the place of what else "
        "that no longer has.",
        default=False,
    )
    changed: Holed | None = key(
        "The atom that says which text may change it without any rule; ? is the text.",
        None,
        name="may be changed by",
    )
    each: str | None = key(
        "The list of words for each of which there is one; {word} is a word of it.", None
    )
    but: tuple[str, ...] = key("Words of that list for which there is none.", ())

    def about(self, word: str, term: Symbol) -> Property:
        """Return the property about one of the words for each of which there is one.

        Parameters
        ----------
        word : str
            The word.
        term : Symbol
            Its constant.
        """

        def filled(template: Template | None) -> Template | None:
            return template and Template(template.source.replace(_WORD, str(term)))

        return replace(
            self,
            name=self.name.replace(_WORD, word),
            atom=filled(self.atom),
            fluent=filled(self.fluent),
            each=None,
        )

    def word_in(self, name: str) -> str | None:
        """Return the word about which a property of that name would be, None if there is none."""
        before, _, after = self.name.partition(_WORD)
        if self.each is None or not (name.startswith(before) and name.endswith(after)):
            return None
        return fold(name[len(before) : len(name) - len(after)]) or None

    def term_in(self, symbol: Symbol) -> Symbol | None:
        """Return the constant of the word about which a symbol says something."""
        if self.each is None:
            return None
        sought = self.pattern.source.replace("?", "{value}").replace(_WORD, "?")
        return Template(sought).match(symbol)

    @property
    def pattern(self) -> Template:
        """The atom or the fluent."""
        found = self.fluent or self.atom
        assert found is not None  # `checked` refuses one with neither
        return found

    @property
    def derived(self) -> bool:
        """Whether it is derived."""
        return self.fluent is None
