"""The networks that see balls: their lessons, their layers, their training."""
