"""The parts of the device: camera, display, buttons, beeper as protocols, with `drivers` for the real ones.

Nothing slow is imported here at the top of a module: the first screen waits for it.
"""
