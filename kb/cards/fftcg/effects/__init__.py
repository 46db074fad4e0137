"""What effects become: choices and instructions in the words of card files."""
