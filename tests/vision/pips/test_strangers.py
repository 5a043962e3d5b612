"""The second opinion: what it leaves out, what it doubts, and what it leaves alone."""

from dataclasses import replace

import numpy as np
import pytest

from tools.render.scenes.pips import CONDITIONS, scene
from vision.base.calibration import Calibration
from vision.base.frame import Frame
from vision.base.reading import Reason, Status
from vision.dice.face_finding import Candidate
from vision.pips.looks import SMALL_EDGE, LookSettings, Sighting, TwoSizes
from vision.pips.naming import CROP, NOTHING, UNREADABLE_DIE
from vision.pips.reader import (
    PipDoubt,
    dice_among,
    die_of,
    evidence,
    is_faint,
    is_strange,
    is_strange_company,
    read_pips,
)
from vision.pips.slants import Lie

NO_CROP = np.zeros((CROP, CROP, 3), np.uint8)
PICTURE = TwoSizes(np.zeros((400, 600, 3), np.uint8), np.zeros((200, 300, 3), np.uint8), 0.5)
DOUBT = PipDoubt()


def seen(stranger, nothing=0.001, heat=0.9, edge=60.0, x=200.0):
    """Something that looks like a two."""
    shares = np.full(8, 0.001, np.float32)
    shares[NOTHING], shares[2] = nothing, 1 - nothing
    return Sighting(Candidate(x, 200.0, edge, heat), NO_CROP, shares, shares, stranger)


def counts(*sightings):
    dice, maybes = dice_among(sightings, PICTURE, LookSettings(), DOUBT)
    return len(dice), len(maybes)


def test_a_die_that_is_none_in_the_second_opinion_is_left_out():
    assert counts(seen(0.01)) == (1, 0)
    assert counts(seen(0.95)) == (0, 0)


def blank(stranger, heat=0.9):
    """A die that surely shows no face with pips."""
    shares = np.full(8, 0.001, np.float32)
    shares[UNREADABLE_DIE] = 0.993
    return replace(seen(stranger, heat=heat), first=shares, second=shares)


def test_a_die_of_another_game_is_left_out_but_makes_doubtful():
    assert counts(seen(0.01, x=400.0), blank(0.99)) == (1, 1)
    assert counts(seen(0.01, x=400.0), blank(0.99, heat=0.05)) == (1, 0)


@pytest.mark.parametrize(("heats", "are_faint"), [((), False), ((0.3, 0.45), True), ((0.3, 0.6), False)])
def test_where_even_the_clearest_die_is_faint_others_may_be_overlooked(heats, are_faint):
    assert is_faint([seen(0.01, heat=heat) for heat in heats], DOUBT) is are_faint


def in_shade(share):
    """A picture in whose upper part so much may be nothing but a shadow that came."""
    shade = np.zeros((100, 150), np.bool_)
    shade[: round(100 * share)] = True
    return Frame(PICTURE.pixels, news=np.ones((100, 150), np.bool_), shade=shade)


@pytest.mark.parametrize(
    ("stranger", "heat", "usual", "shade", "doubted"),
    [
        (0.3, 0.9, 60.0, 0.0, False),  # finder and namer have much against it
        (0.3, 0.1, 60.0, 0.0, True),
        (0.3, 0.9, 20.0, 0.0, True),  # three times as large as the others
        (0.15, 0.9, 60.0, 1.0, True),  # nothing came but a shadow
        (0.05, 0.9, 60.0, 1.0, False),  # a grey die looks like one
    ],
)
def test_a_strange_die_is_doubted_by_its_size_and_in_the_shade(stranger, heat, usual, shade, doubted):
    assert is_strange(seen(stranger, heat=heat), usual, in_shade(shade), DOUBT) is doubted


@pytest.mark.parametrize(("share", "is_sure"), [(0.97, False), (0.99, True)])
def test_a_large_die_must_show_its_face_more_clearly_than_the_confidence_says(share, is_sure):
    shares = np.full(8, (1 - share) / 5, np.float32)
    shares[NOTHING] = shares[UNREADABLE_DIE] = 0
    shares[2] = share
    die = replace(seen(0.01), first=shares, second=shares)
    always = Calibration((0.0, 1.0), (0.999, 0.999))
    reading = die_of(die, Lie.FLAT, PICTURE, DOUBT, always)
    assert (reading.reasons == ()) is is_sure
    assert is_sure or reading.reasons == (Reason.UNCLEAR,)


def test_narrow_dice_and_those_at_the_border_are_never_left_out():
    assert counts(seen(0.95, edge=SMALL_EDGE - 4)) == (1, 0)
    assert counts(seen(0.95, x=25.0)) == (1, 0)


def test_what_may_be_a_die_is_no_reason_to_doubt_if_it_is_none_in_the_second_opinion():
    maybe = seen(0.1, nothing=0.6, heat=0.4)
    assert DOUBT.maybe_evidence < evidence(maybe, DOUBT) < DOUBT.die_evidence
    assert counts(maybe) == (0, 1)
    assert counts(replace(maybe, stranger=0.99)) == (0, 0)


def test_less_is_enough_for_what_has_another_size_than_the_dice():
    card = seen(0.6, nothing=0.1, heat=0.7, edge=150.0)
    assert counts(seen(0.01), card) == (1, 0)
    assert counts(seen(0.01), replace(card, stranger=0.2)) == (1, 1)
    assert counts(seen(0.01), seen(0.6, nothing=0.6, heat=0.4, edge=70.0)) == (1, 1)


@pytest.mark.parametrize(
    ("strangers", "is_strange"), [((), False), ((0.5,), True), ((0.01, 0.02, 0.5), False), ((0.26, 0.28, 0.54), True)]
)
def test_dice_that_all_look_strange_are_those_of_another_game(strangers, is_strange):
    assert is_strange_company([seen(stranger) for stranger in strangers], DOUBT) is is_strange


def table(name, number):
    """The table of that number, full of the rest of a game or of things that are no dice with pips."""
    condition = next(each for each in CONDITIONS if each.name == name)
    return scene(condition, np.random.default_rng((9101, number)))


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 62, 134])
def test_space_dice_are_never_surely_dice_with_pips(number):
    """Two round ends of a tool on a shaft look like a two: all three were read as such, surely."""
    assert read_pips(table("space dice", number).frame).status is not Status.SURE


@pytest.mark.slow
def test_dice_beside_a_board_and_cards_are_sure():
    game = table("in a game", 36)
    reading = read_pips(game.frame)
    assert reading.status is Status.SURE
    assert sorted(int(die.face) for die in reading.dice) == sorted(die["value"] for die in game.truth["dice"])
