"""The table before anything on it is read: its place, its light, its rest, the printed mat.

Imports base only.
"""
