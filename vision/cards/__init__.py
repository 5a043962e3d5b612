"""Printed cards that were taught from one picture each, recognised again in any turn and light.

Imports base and table only.
"""
