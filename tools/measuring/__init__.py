"""How well everything is read: accuracy, calibration, photographs, smallest sizes, views of cameras, data for tests.

Reads rendered tables and photographs with the real readers, holds the answers against the truth and writes what came
out into documents and files. May import render and vision, never training.
"""
