"""The box of Galaktix."""
