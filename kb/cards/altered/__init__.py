"""Altered's card text in English and in French.

``en`` and ``fr`` hold a grammar each, with the same frames; `meaning` makes the facts that both
share, `kinds` says of each line whether it is a quick action, a reaction, a passive ability or an
effect, and `compare` lists the cards whose two texts do not say the same.
"""
