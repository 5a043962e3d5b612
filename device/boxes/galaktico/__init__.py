"""The box of Galaktico."""
