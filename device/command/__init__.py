"""The command `bordbuch`: its verbs and what belongs to them.

The topmost room: it may import everything, and nobody imports it.
"""
