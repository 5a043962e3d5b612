"""Every screen as a picture, to look at and to hold later ones against. Imports boxes and screens."""
