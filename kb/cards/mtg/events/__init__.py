"""What sets an ability off: "at the beginning of …", "when …", in the words of card files."""
