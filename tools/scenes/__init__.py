"""Tables with known truth, one module for each kind of piece; rendered here, seen by no photograph."""
