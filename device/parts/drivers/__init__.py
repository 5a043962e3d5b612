"""The real parts of the device: camera, OLED, buttons, beeper, power. Nothing here is needed on a laptop.

The only modules that import gpiozero, luma.oled, picamera2 and libcamera, each inside the class that uses it.
"""
