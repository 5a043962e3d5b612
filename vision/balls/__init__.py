"""Balls in the stern of a ship or on the table.

Imports base and table only.
"""
