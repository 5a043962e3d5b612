"""What readers of dice share: finding light bodies and top faces, and making one reading of many dice.

Imports base and table only.
"""
