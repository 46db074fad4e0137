"""What static abilities become in the words of card files."""
