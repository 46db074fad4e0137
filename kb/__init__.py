"""Ludex: a judge for card games whose rulebook is a program."""

__version__ = "0.1.0"
