"""The simulated table for a device without a real one: hands that play, and a camera above them.

Shares nothing with `vision`, which must not be told what lies there. Follows the talks as a player's hands would.
"""
