"""The spine: prompts, answers, sessions and words, shared by every game.

Imports the standard library only, and no game.
"""
