"""Pictures in, readings out: numpy and cv2 only; no camera, no display, no rules.

Rooms, lowest first, each importing only from those before it: base, table, dice, then marks and pips, then symbols.
Balls, numbers and cards stand beside them and import base and table only.
"""
