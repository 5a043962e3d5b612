"""What the owner set: bordbuch.toml, what was set on the device, and the lock on the data folder.

Imports nothing of the device but its errors.
"""
