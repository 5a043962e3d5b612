"""The real parts of the device: camera, OLED, buttons, beeper, power. Nothing here is needed on a laptop."""
