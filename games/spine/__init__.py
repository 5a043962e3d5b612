"""The spine: prompts, answers, sessions, words and data files, shared by every game.

Imports the standard library only, and no game.
"""
