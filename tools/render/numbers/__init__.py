"""Number cards in many printings, laid out and photographed."""
