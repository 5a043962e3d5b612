"""What every reader needs: frames, readings, networks, measured confidences, agreement of frames, files of profiles.

Imports nothing else of vision.
"""
