"""Pasch: a game with five ordinary dice for one to four players, as a package of its own."""
