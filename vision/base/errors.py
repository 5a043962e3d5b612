"""What can go wrong with pictures, one name each."""

from __future__ import annotations


class VisionError(Exception):
    """Anything the eyes have to complain about; the message says what is wrong and what to do."""


class NotAPicture(VisionError, ValueError):
    """Bytes that are no picture, or one too large to be a photo of a table."""


class PrivatePicture(VisionError, ValueError):
    """A picture that was taken while only one player was to look; nothing of it is kept or shown."""


class BadProfile(VisionError, ValueError):
    """A profile folder that does not say what it must; names file, key and what is expected."""


class NothingToLearn(VisionError, ValueError):
    """A teaching picture that does not show what is to be learned; says which one and what to do."""
