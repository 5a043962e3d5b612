"""Galaktico: two or three fleets, secret weapons and shields, and a board of three sectors that mirror each other."""
