"""One module a kind of screen that every game may use: its data drawn onto a canvas.

Imports the canvas, the letters and the icons of the room above; nothing here knows who asks or why.
"""
