"""A campaign against the device: killed, short of disk and memory, pressed at random, fed with rubbish, flooded.

Each part is a module with a `run(plan)` that counts what it did and names what went wrong, with all it takes to repeat
it. Imports the device as it is built; no other room of tools.
"""
