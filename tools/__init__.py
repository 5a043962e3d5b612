"""What makes the shipped data and the documents; no part of what runs at the table.

render draws tables whose truth is known, training teaches networks on them, measuring tells how well all is read,
proving tries installation and camera for real, and torture does the device all the harm it can. render is for all and
imports none of the others; training and measuring do not import each other. All may import vision, and the simulated
table of the device where that is what they show; torture imports the whole device.
"""
