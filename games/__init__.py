"""The rules of the games, pure: standard library only, no clock, no files, no hidden randomness."""
