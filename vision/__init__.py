"""Pictures in, readings out: numpy and cv2 only; no camera, no display, no rules."""
