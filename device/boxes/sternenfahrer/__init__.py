"""The box of Sternenfahrer: everything the device knows about it, its texts too.

Imports its own rules, what a box is, and the rooms below the boxes; never another box.
"""
