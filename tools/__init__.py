"""What makes the shipped data and the documents: rendered scenes, training, calibration, tables."""
