"""What an evening costs its players: presses, questions, seconds, complaints; counted at the whole device.

`python -m tools.measuring.friction` plays the evenings in `evenings` and prints the tables of docs/friction.md.
How an evening is written stands in `tools.measuring.friction.evening`.
"""
