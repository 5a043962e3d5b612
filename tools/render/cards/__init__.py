"""The faces of card games that never were, drawn flat."""
