"""What hands can do at the simulated table: throw, lay, shake, show, and all that can go wrong with it.

Imports `render` for the geometry of things, nothing else of the device.
"""
