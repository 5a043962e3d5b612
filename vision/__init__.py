"""Pictures in, readings out: numpy and cv2 only; no camera, no display, no rules.

Rooms, lowest first: base, table, dice, then marks and pips, then symbols; balls, numbers and cards stand beside them
and use base and table only.
"""
