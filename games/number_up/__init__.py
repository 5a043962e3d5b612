"""For One – Number UP: cards laid in a grid, a target for every row and column, and the house book."""
