"""What the camera says of pieces that were thrown: which of them are in doubt, and why nothing can be taken yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from device.eyes.sight import Sight
from games.spine.dialogue import Text, say
from vision.base.reading import BallReading, BallsReading, DiceReading, DieReading, Reason

# Below this a piece blinks and asks. The reader says "sure" only when every piece is above its own, stricter bound.
DOUBT_BELOW = 0.9

Reading: TypeAlias = DiceReading | BallsReading


def doubtful_pieces(reading: Reading) -> set[int]:
    """The pieces that must be asked for: every one in doubt, and if none is but the whole is, the least sure one."""
    pieces: Sequence[DieReading | BallReading] = reading.pieces
    doubtful = {n for n, piece in enumerate(pieces) if piece.reasons or piece.confidence < DOUBT_BELOW}
    if not doubtful and pieces:
        doubtful = {min(range(len(pieces)), key=lambda n: pieces[n].confidence)}
    return doubtful


def status_of(sight: Sight, wanted: int) -> Text | None:
    """One line on what the camera sees while nothing can be taken yet; `wanted` is how many pieces there should be."""
    if sight.has_failed:
        return say("status.no_camera")
    if Reason.TOO_MANY in sight.trouble or Reason.TOO_FEW in sight.trouble:
        return say("status.count", seen=sight.count, wanted=wanted)
    if sight.lying_still:
        return say("status.lying_still", n=sight.lying_still)
    troubles = [reason for reason in sight.trouble if reason is not Reason.NOTHING]  # an empty table is no trouble
    return say(f"status.{troubles[0].value}") if troubles else None
