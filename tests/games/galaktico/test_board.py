"""The board against its real shape: rhombs laid round a centre, neighbours that share a corner, mirrors at the axes."""

from cmath import exp, pi

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.galaktico.board import (
    SIDE,
    Sector,
    all_spaces,
    gravity_field,
    is_jump_blocked,
    mirrored,
    neighbours,
    space_at,
)
from games.spine.errors import IllegalMove

SPACES = all_spaces()
A, B, C = Sector
spaces = st.sampled_from(SPACES)


def ray(sector):
    """The direction of the edge from the centre that lies between a sector and its next one."""
    return exp(2j * pi * sector.value / 3)


def point(space, from_next, from_previous):
    """Where a distance from both inner edges leads in a space's sector, in the plane."""
    return from_next * ray(space.sector.previous) + from_previous * ray(space.sector)


def corners(space):
    """The four corners of a space in the plane."""
    shifts = [(one, other) for one in (0, 1) for other in (0, 1)]
    found = [point(space, space.from_next + one, space.from_previous + other) for one, other in shifts]
    return {(round(corner.real, 6), round(corner.imag, 6)) for corner in found}


def middle(space):
    return point(space, space.from_next + 0.5, space.from_previous + 0.5)


CORNERS = {space: corners(space) for space in SPACES}


def test_there_are_108_different_spaces_36_in_each_sector():
    assert len(SPACES) == len(set(SPACES)) == 108
    assert [sum(space.sector is sector for space in SPACES) for sector in Sector] == [36, 36, 36]


def test_spaces_touch_exactly_if_they_share_a_corner_in_the_plane():
    for space in SPACES:
        touching = {other for other in SPACES if other != space and CORNERS[space] & CORNERS[other]}
        assert neighbours(space) == touching


@given(spaces)
def test_neighbours_are_symmetric_and_never_the_space_itself(space):
    assert space not in neighbours(space)
    assert all(space in neighbours(other) for other in neighbours(space))


def test_a_space_has_eight_neighbours_seven_in_the_middle_and_fewer_at_the_rim():
    assert len(neighbours(space_at(A, 2, 3))) == 8
    assert len(neighbours(space_at(A, 0, 3))) == 8  # three of them in B
    assert len(neighbours(space_at(A, 0, 0))) == 7
    assert len(neighbours(space_at(A, 5, 5))) == 3
    assert len(neighbours(space_at(A, 0, 5))) == 5


def test_neighbours_reach_across_the_border():
    assert {space for space in neighbours(space_at(A, 0, 3)) if space.sector is B} == {
        space_at(B, row, 0) for row in (2, 3, 4)
    }


def test_k11_the_mirror_keeps_both_distances_and_twice_is_the_start():
    for space in SPACES:
        for other in space.sector.neighbours:
            image = mirrored(space, other)
            third = next(sector for sector in Sector if sector not in (space.sector, other))
            assert image.sector is other
            assert image.rows_from(space.sector) == space.rows_from(other)  # i, from the axis
            assert image.rows_from(third) == space.rows_from(third)  # j, along it
            assert mirrored(image, space.sector) == space


def test_k11_the_mirror_is_the_reflection_in_the_plane():
    for space in SPACES:
        for other in space.sector.neighbours:
            axis = ray(space.sector if other is space.sector.next else other)
            reflected = axis * axis * middle(space).conjugate()
            assert abs(reflected - middle(mirrored(space, other))) < 1e-9


def test_a_jump_within_a_sector_and_a_row_outside_are_refused():
    with pytest.raises(IllegalMove, match="another sector"):
        mirrored(space_at(A, 1, 1), A)
    for rows in ((-1, 0), (0, SIDE), (6, 6)):
        with pytest.raises(IllegalMove, match="rows 0 to 5"):
            space_at(B, *rows)


@given(spaces)
def test_a_gravity_field_is_the_space_and_its_neighbours(space):
    assert gravity_field(space) == neighbours(space) | {space}
    assert len(gravity_field(space)) <= 9


def test_k12_a_jump_out_of_or_into_an_enemys_field_is_refused_an_own_field_allows_it():
    start = space_at(A, 2, 2)
    target = mirrored(start, B)
    for enemy in gravity_field(start) | gravity_field(target):
        assert is_jump_blocked(start, target, [enemy])
    far = [space for space in SPACES if space not in gravity_field(start) | gravity_field(target)]
    assert not is_jump_blocked(start, target, far)
    assert not is_jump_blocked(start, target, [])  # own destroyers are no enemies, however near they stand


@given(spaces, st.sampled_from(Sector), st.lists(spaces, max_size=4))
def test_a_jump_and_its_way_back_are_blocked_alike(start, into, enemies):
    if into is not start.sector:
        target = mirrored(start, into)
        assert is_jump_blocked(start, target, enemies) == is_jump_blocked(target, start, enemies)
