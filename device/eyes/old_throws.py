"""Whether a throw is an old one: dice or balls of last time that still lie there after switching on.

What has moved since then is never old. What has not can only be known by its faces or colours, so those that are known
to lie there are no news. While the device is on, the watchers know more: what was taken, and what has moved since.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.eyes.sight import Shaken, Thrown


def is_old_throw(throw: Thrown | Shaken, lying: Sequence[str] | None) -> bool:
    """Whether these are the faces, or colours, that lie there anyway; None if nobody knows what lies there."""
    if throw.witnessed or lying is None:
        return False
    return sorted(piece.value for piece in throw.reading.pieces) == sorted(lying)
