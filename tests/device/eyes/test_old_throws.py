"""What of last time still lies there after switching on is no throw, wherever it lies; what was seen falling is one."""

import pytest

from device.eyes.old_throws import is_old_throw
from device.eyes.sight import Shaken, Thrown
from vision.base.reading import BallReading, BallsReading, DiceReading, DieReading, Status


def thrown(*faces, witnessed=False):
    dice = tuple(DieReading(face, 100.0 * n, 100.0, 0.99) for n, face in enumerate(faces))
    return Thrown(DiceReading(Status.SURE, dice), witnessed=witnessed)


def shaken(*colours, witnessed=False):
    balls = tuple(BallReading(colour, 100.0 * n, 100.0, 0.99) for n, colour in enumerate(colours))
    return Shaken(BallsReading(Status.SURE, balls), witnessed=witnessed)


@pytest.mark.parametrize("of", [thrown, shaken])
def test_the_pieces_that_lie_there_are_old_in_whichever_order_they_are_read(of):
    assert is_old_throw(of("red", "blue", "red"), ("red", "red", "blue"))
    assert not is_old_throw(of("red", "blue", "blue"), ("red", "red", "blue"))
    assert not is_old_throw(of("red", "blue"), ("red", "red", "blue"))


@pytest.mark.parametrize("of", [thrown, shaken])
def test_what_was_seen_falling_is_never_old(of):
    assert not is_old_throw(of("red", "blue", witnessed=True), ("red", "blue"))


@pytest.mark.parametrize("of", [thrown, shaken])
def test_where_nobody_knows_what_lies_there_nothing_is_old(of):
    assert not is_old_throw(of("red", "blue"), None)
