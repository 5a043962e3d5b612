"""The networks that read number cards: their lessons, their layers, their training."""
