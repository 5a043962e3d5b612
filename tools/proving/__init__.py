"""Tries the real thing in a throw-away Debian: the whole installation, and the camera driver on a real libcamera.

prove_install runs on the bare system Python, before anything is installed. Imports no other room of tools.
"""
