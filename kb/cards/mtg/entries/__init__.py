"""A printed card as an entry of a card file: what the rules have words for, and the rest."""
