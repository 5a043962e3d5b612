"""What games by a book share: levels, medals, targets, simulation.

Imports the spine only, and no game.
"""
