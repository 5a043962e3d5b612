"""What the OLED shows: pure functions from data to 128x64 pictures, and the same in words.

Imports neither prompts nor texts: a screen comes with its words finished. No game is named here; a game draws its own
screens in its box.
"""
