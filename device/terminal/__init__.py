"""The device in a terminal: the OLED as text, keys for the buttons and for the simulated table.

Like the page it only looks in from outside, and imports neither that nor the app.
"""
