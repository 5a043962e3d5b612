"""Balls on tables, loose or in the clear stern of the mothership, with things that only look like balls."""
