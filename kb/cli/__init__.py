"""The command line: one module for each command, and what they share."""

from kb.cli.app import main

__all__ = ["main"]
