"""Courses: what can be taught of one kind of piece each. `device.teaching` says what a course is."""
