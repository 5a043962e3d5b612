"""From a scene to the picture a camera would take of it: perspective, light, shadow, blur and noise.

Imports nothing of acts, games or readers.
"""
