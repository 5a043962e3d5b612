"""Number cards laid in a grid: digits, colours, rows and columns.

Imports base and table only.
"""
