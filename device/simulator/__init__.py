"""The simulated table for a device without a real one: hands that play, and a camera above them.

Imports no reader: `vision` must not be told what lies there. Follows the talks as a player's hands would.
"""
