"""What answers cost, as ratios to work that anyone can repeat: ``python -m benchmarks``."""
