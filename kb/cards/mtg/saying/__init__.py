"""Magic's entries in the words of its cards: the way back (see `kb.cards.saying`)."""
