"""Rulings: answers that people and programs can use, with their reasons."""
