"""The questions of sessions that were begun with flow 1: asked what they were asked then, by the same rules."""
