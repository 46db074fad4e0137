"""What effects become: targets and instructions in the words of card files."""
