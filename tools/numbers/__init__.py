"""Draws number cards in many printings and trains the two networks that read them."""
