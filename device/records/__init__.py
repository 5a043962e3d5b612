"""What is kept: the journal of all sessions, and the challenge book and ranked games read from its results.

Writes and reads lines; who made them and what they mean to a game is not known here.
"""
