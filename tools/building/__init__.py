"""What a maker holds in hand: drawings of wires and stand, lengths of cables, and parts to be printed."""
