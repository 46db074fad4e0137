"""A library of cards: files that people have become a store in which scenarios find cards by name.

`source` reads a file in bounded memory, `formats` tells from its content what it is, and
`scryfall`, `mtgjson` and `plain` make `Record` objects of what it holds. `store` keeps them in an
SQLite file: every record once, and under each wording, which has a day, the records that it holds.
"""
