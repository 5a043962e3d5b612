"""What is printed: plain shapes in millimetres on sheets, and the same sheets as a PDF or as an SVG.

Imports nothing of the device.
"""
