"""For One – Galaktix: rockets on five star roads, driven by five space dice."""
