"""Gathers lessons from rendered tables, and trains and writes the shipped networks and the profile of space dice.

One folder for each kind of piece. Needs torch and onnx, which nothing installs; gathering alone needs neither. May
import render and vision, never measuring.
"""
