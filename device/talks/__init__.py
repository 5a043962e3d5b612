"""One step of the loop: who has the buttons, a session at the table, and what may be seen by whom.

Here sessions, journal, eyes and desks meet. Imports no simulator and no page: those look in from outside.
"""
