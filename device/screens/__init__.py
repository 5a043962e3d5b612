"""What the OLED shows: pure functions from data to 128x64 pictures."""
