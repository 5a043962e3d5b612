"""Tables to measure with, one module for each kind of piece: `scenes(count, seed)` yields them with their truth.

calibrate, accuracy and test_data find these modules by name. Nothing else in render imports them.
"""
