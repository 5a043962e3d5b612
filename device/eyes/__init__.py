"""When to look, what is news on the table, and which reader reads it with which profile.

The one room that calls the readers of `vision`. Imports parts, config and the spine's prompts; it knows kinds of
pieces, not games, and never what a reading is for.
"""
