"""The parts of the device: camera, display, buttons, beeper as protocols, with `drivers` for the real ones.

Nothing slow is imported at the top of a module here, since the first screen waits for it; and nothing of the eyes,
which look through a camera they are given.
"""
