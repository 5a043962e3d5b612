"""The world around the rules: camera, OLED, buttons, journal, book, page, simulated table, command line."""
