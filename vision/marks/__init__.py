"""Dice with a printed mark on light faces: finding marks, and which lie on top.

Imports base, table and dice.
"""
