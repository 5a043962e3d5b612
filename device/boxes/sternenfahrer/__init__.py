"""The box of Sternenfahrer."""
