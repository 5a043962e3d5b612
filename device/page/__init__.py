"""The page: a server, what it answers a browser, and the files it serves.

Looks at the device from outside: shows pictures it is given and passes presses on; it decides nothing. May import all
rooms below; never the terminal, the app or the command.
"""
