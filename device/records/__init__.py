"""What is kept: the journal of all sessions, and the books that are read from its results.

Writes and reads lines; who made them and what they mean to a game is not known here.
"""
