"""From a situation and the rules in force to answers: steps, graphs of outcomes, questions."""
