"""What is kept: the journal of all sessions, the challenge book and the ranked games that are read from its results.

Writes and reads lines; who made them and what they mean to a game is not known here. Imports errors and words of the
spine only, no screen and no part.
"""
