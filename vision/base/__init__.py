"""What every reader needs: frames, readings, networks, measured confidences, agreement of frames.

Imports nothing else of vision.
"""
