"""The networks that read pips: their lessons, their layers, their training."""
