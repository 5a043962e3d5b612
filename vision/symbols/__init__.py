"""Dice with a picture on each face, shipped or taught.

Imports base, table, dice and marks.
"""
