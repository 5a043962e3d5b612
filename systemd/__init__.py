"""Putting Bordbuch on a Raspberry Pi and taking it away again: the units, and `python3 -m systemd.install`.

Runs on the system's own Python before anything is installed: standard library only.
"""
