"""The teach-in: the owner shows the pieces, and a course for each kind learns what they look like.

Imports eyes and desks; knows no game but by the names of the cards it is told to ask for.
"""
