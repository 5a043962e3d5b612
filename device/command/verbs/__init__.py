"""One module a verb: its arguments, and what it runs.

Each imports what it runs with only when it runs: `bordbuch --help`, and the first screen, wait for all of them.
"""
