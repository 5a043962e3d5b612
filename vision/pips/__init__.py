"""Ordinary dice with pips, of any size and colour.

Imports base, table and dice.
"""
