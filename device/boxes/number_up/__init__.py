"""The box of Number UP."""
