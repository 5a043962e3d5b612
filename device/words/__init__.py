"""The catalogue: message keys become sentences in the player's language. The device's own texts lie beside it.

A game's texts lie in its box. Imports the places of the screens, since every text says where it must fit.
"""
