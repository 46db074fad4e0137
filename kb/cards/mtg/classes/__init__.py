"""The first pass over a sentence: the class of each word, and the phrases of several.

Classes are letters: D determiner, A description, N noun, W number, R pronoun, U name, S size,
T change of size, Q quotation, K keyword, M mana, V verb, P past form, G form in -ing, B be,
L may and the like, ! not, F fixed phrase, Z preposition, + and, or, I if, H when, t then,
E for each, C contact clause ("you control"), Y what stands behind a noun, u participle behind a
noun, f form in -ing behind one, r "that" of a relative clause, i "to" before a verb,
= comparison, ' possessive, O other.
"""
