"""Balls on tables, rendered for measuring and training."""
