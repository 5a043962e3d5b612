"""What is asked beside the games: lobby, new game, settings, checks, the pages of the book, the menu in a game.

Menus lead to talks but do not import them: they return what comes next.
"""
