"""Card text: printed words -> tree -> values -> facts, and back to printed words.

The machinery here is shared by all games; a game (in one language) is a folder with

* ``lexicon.lark``: its words, as terminals grouped by word class;
* ``grammar.lark``: its productions, each named, with their parts named (`kb.cards.grammar`);
* ``__init__.py``: a `kb.cards.game.Game` that says how its symbols are written, which words are
  told apart by what follows them, and what its printer adds to the language's.

How a text goes through:

1. `text.check_bounds` refuses what no card could carry;
2. `text.set_aside` blanks reminder text in round brackets (checked by `Game.reminder`);
3. `text.tokenise` makes the normal string of a line, with the way back to the printed text;
4. `grammar.Grammar.lalr` parses it, and `build.Builder` makes `values.Node` on the way;
5. `printer.Printer` says the values again, with articles, plurals and agreement worked out;
6. `facts` writes values as facts and reads them back; `mentions` lists the noun phrases with
   quantifier, chooser, zone, side and role;
7. `reading.Reader` does all this for a whole text, line by line, and names what it cannot read.

To add a game: copy the folder of a game whose language is the same, empty its grammar down to
``line``, and grow it: `coverage.cover` ranks what blocks the most cards. Rules of thumb:

* a frame is ``lemma x form x complement``; a noun phrase is ordered slots, each a rule with an
  empty alternative, so that LALR needs no look-ahead beyond one word;
* where LALR reports a conflict, the usual cure is a mark (`text.Writing.marks`): "and" before a
  verb and "and" before a noun are two terminals, ``"and^v "`` and ``"and "``;
* never write a production for one card's sentence; `coverage` counts those that serve one card;
* same meaning in other words: same alias with a style, ``-> place__into``.
"""
