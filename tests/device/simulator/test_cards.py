"""Number cards on the simulated table: how they look, who lays them where, and what the player holds."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from device.eyes.pieces import CARD_COLOURS
from device.simulator.acts.laid_cards import CARD_CAMERA, NumberCard, cell_middle
from device.simulator.acts.table import SimulatedTable
from device.simulator.render.card_faces import PAINTS, card_front
from device.simulator.render.cards import to_table
from device.simulator.render.geometry import Projection
from device.simulator.render.picture import render
from device.simulator.render.scene import (
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    PICTURE_SIZE,
    CameraPose,
    Hand,
    Light,
    Pieces,
    Scene,
    Surface,
    TableCard,
)

EIGHT = Scene(
    cards=tuple(
        TableCard(1 + number % 6, colour, -196.0 + 56.0 * number, 10.0 - 6.0 * number, 0.02 * number)
        for number, colour in enumerate(PAINTS)
    ),
    surface=Surface.FELT,
    camera=CARD_CAMERA,
)
PROJECTION = Projection(CARD_CAMERA, *PICTURE_SIZE)


class Clock:
    """A clock that goes only when told."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def table_with_clock(seed: int = 1, size: int = 5, hand: int = 1) -> tuple[SimulatedTable, Clock]:
    clock = Clock()
    table = SimulatedTable(seed, clock)
    table.set_out(size, hand=hand)
    return table, clock


def let_rest(table: SimulatedTable, clock: Clock) -> None:
    clock.seconds = table.state().rest_seconds


def pixel_of(card: TableCard, right_mm: float, down_mm: float) -> tuple[int, int]:
    """The pixel of a point of a card, from its top left corner."""
    x, y, _ = to_table(card) @ (right_mm, down_mm, 1.0)
    u, v = PROJECTION.project(np.array([x, y, 0.35]))
    return round(float(u)), round(float(v))


def colour_at(picture: NDArray[np.uint8], card: TableCard, right_mm: float, down_mm: float) -> NDArray[np.float64]:
    """Blue, green and red around a point of a card."""
    u, v = pixel_of(card, right_mm, down_mm)
    patch: NDArray[np.float64] = picture[v - 2 : v + 3, u - 2 : u + 3].mean(axis=(0, 1))
    return patch


# --- pictures --------------------------------------------------------------------------------------------------------


def test_there_is_a_paint_for_every_colour_of_the_box() -> None:
    assert tuple(PAINTS) == CARD_COLOURS


def test_a_scene_with_cards_always_gives_the_same_picture() -> None:
    assert np.array_equal(render(EIGHT), render(EIGHT))
    assert not np.array_equal(render(EIGHT), render(replace(EIGHT, noise_seed=1)))


def test_each_card_shows_paper_its_own_paint_and_a_light_digit() -> None:
    picture = render(EIGHT)
    for card in EIGHT.cards:
        beside_digit = colour_at(picture, card, CARD_WIDTH_MM / 2, 11.0)
        paper = colour_at(picture, card, CARD_WIDTH_MM / 2, 1.3)
        assert paper.min() > 150 and np.ptp(paper) < 45, card
        paint = np.array(PAINTS[card.colour][::-1], np.float64)
        seen, meant = beside_digit / beside_digit.sum(), paint / paint.sum()
        assert np.abs(seen - meant).max() < 0.08, card
        column = [pixel_of(card, CARD_WIDTH_MM / 2, down) for down in np.arange(16.0, 45.0, 0.5)]
        brightest = max(int(picture[v, u].min()) for u, v in column)
        assert brightest > int(beside_digit.min()) + 20, card


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
def test_digits_differ_and_every_card_has_round_corners(value: int) -> None:
    front = card_front(value, "red")
    assert front.shape == (round(CARD_HEIGHT_MM * 6), round(CARD_WIDTH_MM * 6), 4)
    assert front[0, 0, 3] == 0 and front[-1, -1, 3] == 0 and front[len(front) // 2, 0, 3] == 255
    others = [card_front(other, "red") for other in range(1, 7) if other != value]
    assert all((front != other).any(axis=2).mean() > 0.02 for other in others)


def test_cards_throw_a_narrow_shadow_on_the_side_away_from_the_lamp() -> None:
    card = TableCard(3, "yellow", 0.0, 0.0)
    scene = Scene(cards=(card,), light=Light.SLANTED, surface=Surface.CLOTH, camera=CARD_CAMERA)
    darker = render(replace(scene, cards=())).astype(int).sum(axis=2) - render(scene).astype(int).sum(axis=2)
    u, v = pixel_of(card, CARD_WIDTH_MM, CARD_HEIGHT_MM / 2)
    left_u, _ = pixel_of(card, 0.0, CARD_HEIGHT_MM / 2)
    away, towards = (
        darker[v - 30 : v + 30, u + 2 : u + 5].mean(),
        darker[v - 30 : v + 30, left_u - 5 : left_u - 2].mean(),
    )
    assert away > towards + 30, "the slanted lamp stands on the left"
    assert abs(darker[v - 30 : v + 30, u + 12 : u + 20].mean()) < 12, "a card is thin"


def test_the_card_on_top_hides_the_one_below() -> None:
    low, high = TableCard(2, "dark_blue", 0.0, 0.0), TableCard(5, "orange", 8.0, 6.0)
    scene = Scene(cards=(low, high), camera=CARD_CAMERA)
    on_top = colour_at(render(scene), high, CARD_WIDTH_MM / 2, 11.0)
    below = colour_at(render(replace(scene, cards=(high, low))), high, CARD_WIDTH_MM / 2, 14.0)
    assert on_top[2] > on_top[0] + 60, "orange"
    assert below[0] > below[2] + 20, "dark blue"


def test_a_hand_over_the_cards_covers_some_and_darkens_others() -> None:
    bare, covered = render(EIGHT).astype(int), render(replace(EIGHT, hand=Hand(20.0, 0.0))).astype(int)
    cards = [pixel_of(card, CARD_WIDTH_MM / 2, 11.0) for card in EIGHT.cards]
    changes = [abs(int(bare[v, u].sum()) - int(covered[v, u].sum())) for u, v in cards]
    assert max(changes) > 60
    assert min(changes) < 30


@pytest.mark.parametrize("size", [5, 6])
def test_the_whole_grid_and_a_row_below_it_are_in_the_picture(size: int) -> None:
    cells = [(row, col) for row in range(size + 1) for col in range(-1, size + 1)]
    for cell in cells:
        x, y = cell_middle(size, cell)
        corners = [(x + i * CARD_WIDTH_MM / 2, y + j * CARD_HEIGHT_MM / 2, 0.0) for i in (-1, 1) for j in (-1, 1)]
        pixels = PROJECTION.project(np.array(corners))
        assert (pixels >= 0).all() and (pixels <= (PICTURE_SIZE[0] - 1, PICTURE_SIZE[1] - 1)).all(), cell


# --- laying ----------------------------------------------------------------------------------------------------------


def test_cards_come_out_of_the_box_and_the_dice_go_into_it() -> None:
    clock = Clock()
    table = SimulatedTable(1, clock)
    table.throw_all()
    assert table.state().cards is None
    table.set_out(6)
    state = table.state()
    assert state.dice == () and state.cards is not None
    assert (state.cards.size, len(state.cards.cells), state.cards.deck, len(state.cards.drawn)) == (6, 36, 47, 1)
    assert table.scene().camera == CARD_CAMERA
    table.put_away_cards()
    assert table.state().cards is None and table.state().held == (1, 2, 3, 4, 5)
    assert table.scene().camera == CameraPose()


def test_the_deck_has_each_card_of_the_level_once() -> None:
    table = SimulatedTable(3)
    table.set_out(5, values=(1, 2, 3, 4, 5), colours=6)
    met = []
    for number in range(30):
        met.append(table.drawn()[0])
        assert table.lay_drawn(*divmod(number, 6))
    assert len(set(met)) == 30
    assert {value for value, _ in met} == {1, 2, 3, 4, 5}
    assert len({colour for _, colour in met}) == 6
    assert table.drawn() == ()
    assert not table.lay_drawn(5, 5), "no card is left"


def test_the_same_seed_gives_the_same_cards_in_the_same_places() -> None:
    def played(seed: int) -> Scene:
        table, clock = table_with_clock(seed)
        for cell in ((2, 2), (2, 3), (1, 2)):
            table.lay_drawn(*cell)
            let_rest(table, clock)
        return table.scene()

    assert played(4) == played(4)
    assert played(4) != played(5)


def test_a_hand_brings_a_card_and_leaves() -> None:
    table, clock = table_with_clock()
    table.lay(4, "red", 2, 2)
    assert table.state().is_moving
    clock.seconds += 0.1
    assert table.scene().cards == () and table.scene().hand is not None
    clock.seconds += 0.1
    assert len(table.scene().cards) == 1 and table.scene().hand is not None
    let_rest(table, clock)
    assert table.scene().hand is None
    (card,) = table.scene().cards
    assert (card.value, card.colour) == (4, "red")
    assert math.dist((card.x, card.y), cell_middle(5, (2, 2))) < 2.2
    assert abs(card.turn) <= math.radians(3.0)


def test_laid_cards_never_overlap_and_none_lies_quite_straight() -> None:
    table, clock = table_with_clock(7, size=6)
    for cell in range(36):
        table.lay_drawn(*divmod(cell, 6))
        let_rest(table, clock)
    laid = table.scene().cards
    assert len(laid) == 36
    for one, other in combinations(laid, 2):
        away = abs(one.x - other.x), abs(one.y - other.y)
        assert away[0] > CARD_WIDTH_MM or away[1] > CARD_HEIGHT_MM
    assert len({card.turn for card in laid}) == 36


def test_a_taken_card_is_the_next_one_to_be_laid() -> None:
    table, clock = table_with_clock()
    first = table.drawn()[0]
    table.lay_drawn(2, 2)
    second = table.drawn()[0]
    let_rest(table, clock)
    assert table.take(2, 2)
    assert table.drawn() == (first,)
    clock.seconds += 0.1
    assert len(table.scene().cards) == 1, "the hand is not there yet"
    let_rest(table, clock)
    assert table.scene().cards == ()
    table.lay_drawn(2, 2)
    assert table.drawn() == (second,)
    assert not table.take(0, 0)


def test_cards_are_moved_and_swapped_but_not_out_of_nothing() -> None:
    table, clock = table_with_clock()
    table.lay(1, "red", 2, 2)
    table.lay(2, "yellow", 2, 3)
    let_rest(table, clock)
    assert table.swap(2, 2, 2, 3)
    assert table.cards() == {(2, 3): (1, "red"), (2, 2): (2, "yellow")}
    assert table.move(2, 2, 1, 3)
    let_rest(table, clock)
    assert table.cards() == {(2, 3): (1, "red"), (1, 3): (2, "yellow")}
    assert len(table.scene().cards) == 2
    assert not table.move(0, 0, 1, 1)
    assert not table.swap(2, 3, 0, 0)
    assert not table.swap(2, 3, 2, 3)


def test_a_card_from_another_box_can_be_laid_and_vanishes_when_taken() -> None:
    table, clock = table_with_clock()
    twin = table.drawn()[0]
    table.lay_drawn(2, 2)
    table.lay(*twin, 2, 3)
    let_rest(table, clock)
    assert list(table.cards().values()) == [twin, twin]
    table.set_out(5, values=(1, 2, 3), colours=3)
    stranger = NumberCard(6, "purple")
    drawn = table.drawn()
    table.lay(*stranger, 2, 2)
    let_rest(table, clock)
    table.take(2, 2)
    assert table.drawn() == drawn


def test_without_cards_laying_takes_out_a_whole_box() -> None:
    table = SimulatedTable(1)
    assert not table.lay_drawn(2, 2)
    assert table.lay(4, "red", 2, 2)
    assert table.cards() == {(2, 2): (4, "red")}


def test_a_game_that_goes_on_finds_its_cards_where_they_lay() -> None:
    table = SimulatedTable(1)
    lying = {(2, 2): (4, "red"), (2, 3): (1, "purple")}
    table.set_out(5, (1, 2, 3, 4), 2, hand=3, lying=lying, gone=[(3, "red")], held=[(2, "purple")], discards=1)
    assert table.cards() == lying
    assert table.drawn()[0] == (2, "purple")
    cards = table.state().cards
    assert cards is not None
    assert (len(cards.drawn), cards.deck, cards.discards) == (3, 2, 1)
    assert {colour for _, colour in table.drawn()} <= {"red", "purple"}
    assert (3, "red") not in table.drawn()


def test_a_card_is_thrown_away_only_where_the_level_allows_it() -> None:
    table, _ = table_with_clock()
    assert not table.discard_drawn()
    table.set_out(5, discards=1)
    first = table.drawn()
    assert table.discard_drawn()
    assert table.drawn() != first
    assert not table.discard_drawn(), "one was allowed"


def test_open_cards_lie_in_a_row_below_the_grid_and_follow_the_hand() -> None:
    table, clock = table_with_clock(2, hand=5)
    five = table.drawn()
    assert len(five) == 5
    assert table.show_drawn(True)
    assert not table.show_drawn(True)
    assert [table.cards()[5, col] for col in range(5)] == list(five)
    table.lay_drawn(2, 2, 3)
    let_rest(table, clock)
    row = {cell: card for cell, card in table.cards().items() if cell[0] == 5}
    assert table.cards()[2, 2] == five[3]
    assert [row[5, col] for col in (0, 1, 2, 4)] == [five[0], five[1], five[2], five[4]]
    assert row[5, 3] == table.drawn()[-1], "the new one lies where the old one lay"
    assert table.show_drawn(False)
    assert set(table.cards()) == {(2, 2)}
    table.show_hand([(1, "red"), (2, "red")])
    assert table.drawn() == ((1, "red"), (2, "red"))
    assert table.cards()[5, 1] == (2, "red")
    table.show_hand(())
    assert set(table.cards()) == {(2, 2)}


def test_clearing_brings_all_cards_back_into_the_deck() -> None:
    table, clock = table_with_clock()
    for col in range(5):
        table.lay_drawn(2, col)
    let_rest(table, clock)
    assert table.clear_cards()
    let_rest(table, clock)
    assert table.scene().cards == () and table.cards() == {}
    cards = table.state().cards
    assert cards is not None and cards.deck == 47


# --- what nobody should do -------------------------------------------------------------------------------------------


def laid_cross(seed: int = 5) -> tuple[SimulatedTable, Clock]:
    table, clock = table_with_clock(seed)
    for cell in ((2, 2), (1, 2), (3, 2)):
        table.lay_drawn(*cell)
        let_rest(table, clock)
    return table, clock


def new_cells(act: Callable[[SimulatedTable], bool], seed: int = 5) -> set[tuple[int, int]]:
    """The cells in which a card lies after an act that were free before."""
    table, clock = laid_cross(seed)
    before = set(table.cards())
    assert act(table)
    let_rest(table, clock)
    return set(table.cards()) - before


@pytest.mark.parametrize("seed", range(4))
def test_wrong_moves_are_what_they_are_called(seed: int) -> None:
    ((row, col),) = new_cells(SimulatedTable.lay_outside, seed)
    assert col == 5 and 1 <= row <= 3
    ((row, col),) = new_cells(SimulatedTable.lay_apart, seed)
    assert min(abs(row - other) + abs(col - 2) for other in (1, 2, 3)) > 1
    assert len(new_cells(SimulatedTable.lay_two, seed)) == 2
    assert len(new_cells(SimulatedTable.move_card, seed)) == 1
    assert new_cells(SimulatedTable.lay_on_top, seed) == set()


def test_a_card_is_laid_outside_where_the_others_come_nearest_to_the_edge() -> None:
    table, clock = table_with_clock()
    for col in (2, 1, 0):
        table.lay_drawn(2, col)
    assert table.lay_outside()
    let_rest(table, clock)
    assert (2, -1) in table.cards()
    empty, _ = table_with_clock()
    assert empty.lay_outside()
    ((_, col),) = empty.cards()
    assert col == 5


def test_swapping_and_taking_some_cards() -> None:
    table, _ = laid_cross()
    before = table.cards()
    assert table.swap_cards()
    after = table.cards()
    assert after.keys() == before.keys() and sum(after[cell] != before[cell] for cell in before) == 2
    assert table.take_card()
    assert len(table.cards()) == 2


def test_a_card_laid_on_another_one_leaves_it_in_sight_and_is_the_one_to_be_taken() -> None:
    table, clock = laid_cross()
    on_top = table.drawn()[0]
    assert table.lay_on_top()
    let_rest(table, clock)
    *below, top = table.scene().cards
    assert (top.value, top.colour) == on_top
    nearest = min(below, key=lambda card: math.dist((card.x, card.y), (top.x, top.y)))
    assert 5 < math.dist((nearest.x, nearest.y), (top.x, top.y)) < 20
    cell = next(cell for cell, card in table.cards().items() if card == on_top)
    assert table.take(*cell)
    assert table.cards()[cell] == (nearest.value, nearest.colour)


def test_where_nothing_lies_there_is_little_mischief_to_make() -> None:
    table, _ = table_with_clock()
    for act in (table.lay_on_top, table.move_card, table.swap_cards, table.take_card):
        assert not act()
    table.put_away_cards()
    for act in (table.lay_outside, table.lay_apart, table.lay_two, table.clear_cards):
        assert not act()


def test_a_full_grid_has_no_free_place_for_mischief() -> None:
    table, _ = table_with_clock()
    for cell in range(25):
        table.lay_drawn(*divmod(cell, 5))
    assert not table.lay_apart()
    assert not table.lay_two()
    assert not table.move_card()


def test_a_bumped_camera_looks_a_little_elsewhere_and_still_sees_the_grid() -> None:
    table, _ = laid_cross()
    before = table.scene()
    moved = set()
    for _ in range(8):
        assert table.bump_camera()
        scene = table.scene()
        assert scene.cards == before.cards
        moved.add(scene.camera)
        cards = table.state().cards
        assert cards is not None
        places = [(cell.x, cell.y) for cell in cards.cells]
        assert all(40 < x < PICTURE_SIZE[0] - 40 and 40 < y < PICTURE_SIZE[1] - 40 for x, y in places)
    assert len(moved) == 8 and before.camera not in moved


def test_a_knock_pushes_all_cards_the_same_way_and_leaves_the_grid_a_grid() -> None:
    table, clock = laid_cross()
    before, cells = table.scene().cards, table.cards()
    assert table.nudge()
    ways = np.array([(new.x - old.x, new.y - old.y) for old, new in zip(before, table.scene().cards, strict=True)])
    lengths = np.linalg.norm(ways, axis=1)
    assert lengths.min() > 2.0 and lengths.max() < 8.0
    assert np.ptp(ways, axis=0).max() < 1.0
    assert table.cards() == cells
    by_x, by_y = ways.mean(axis=0)
    table.lay(6, "purple", 2, 3)
    let_rest(table, clock)
    last, (x, y) = table.scene().cards[-1], cell_middle(5, (2, 3))
    assert math.dist((last.x - by_x, last.y - by_y), (x, y)) < 2.6, "the next card is laid beside the pushed ones"
    for _ in range(20):
        table.nudge()
    assert max(math.dist((card.x, card.y), (0.0, 0.0)) for card in table.scene().cards) < 110
    table.clear_cards()
    assert not table.nudge(), "nothing lies there"


def test_cards_put_aside_come_back_as_they_lay() -> None:
    table, _ = laid_cross()
    laid, drawn = table.cards(), table.drawn()
    table.set_pieces(Pieces.DICE)
    assert table.state().cards is None and table.cards() == {} and table.drawn() == ()
    table.throw_all()
    table.set_pieces(Pieces.CARDS)
    assert (table.cards(), table.drawn(), table.state().dice) == (laid, drawn, ())
    assert table.scene().camera == CARD_CAMERA
    table.set_pieces(Pieces.CARDS)
    assert table.cards() == laid
    fresh = SimulatedTable(1)
    fresh.set_pieces(Pieces.DICE)
    fresh.set_pieces(Pieces.CARDS)
    cards = fresh.state().cards
    assert cards is not None and (cards.size, cards.deck) == (5, 47)


def test_cells_are_told_where_the_cards_are_seen() -> None:
    table, _ = laid_cross()
    cards = table.state().cards
    assert cards is not None
    taken = {(cell.row, cell.col): cell for cell in cards.cells if cell.has_card}
    assert set(taken) == {(2, 2), (1, 2), (3, 2)}
    for card in table.scene().cards:
        u, v = pixel_of(card, CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
        assert min(math.dist((u, v), (cell.x, cell.y)) for cell in taken.values()) < 6


def test_several_threads_lose_no_card() -> None:
    table = SimulatedTable(1)
    table.set_out(6)

    def play(row: int) -> None:
        for col in range(6):
            table.lay_drawn(row, col)
            table.scene()
            table.take(row, col)
            table.state()

    threads = [threading.Thread(target=play, args=(row,)) for row in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cards = table.state().cards
    assert cards is not None
    assert table.cards() == {} and cards.deck + len(cards.drawn) == 48
