"""The rules of Number UP: the cases of the fact sheet by name, every refusal, markers, discards, hand and results."""

from dataclasses import replace
from random import Random

import pytest

from games.number_up import rules
from games.number_up.final_scores import Tally
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import CHECK, COLOURS, MINUS, LineKind, Mark, MarkKind, Place, start_cells
from games.number_up.players import RandomPlayer, play_game
from games.number_up.rules import Obstacle
from games.number_up.vocabulary import FINAL_SCORES
from games.spine.dialogue import Result
from games.spine.errors import IllegalMove
from tests.games.number_up.boards import BOOK, LEVEL_1, board, card, laid, level_with, line, rule

SIX = level_with(size=6, values=(1, 2, 3, 4, 5, 6), colours=8)


def mark(state, kind, number):
    """The marker of a row, column or diagonal, counted from 0."""
    lines = state.level.lines
    return next(state.marks[i] for i, one in enumerate(lines) if (one.kind, one.number) == (kind, number))


def chip(number):
    return Mark(MarkKind.CHIP, number)


def row(state, number):
    return mark(state, LineKind.ROW, number)


def column(state, number):
    return mark(state, LineKind.COLUMN, number)


def refused(state, move):
    """Why a move as in "22 b5" is refused; the rules must raise for the same reason."""
    place, word = move.split()
    where = Place(int(place[0]), int(place[1]))
    obstacle = rules.lay_obstacle(state, where, card(word))
    if obstacle is not None:
        with pytest.raises(IllegalMove, match=obstacle.value):
            rules.lay(state, where, card(word))
    return obstacle


# --- the cases of the fact sheet ---

BEFORE_THE_LAST_OF_A_COLUMN = """
 . . . g3 .
 . . y1 r1 .
 . . b5 . .
 . . . g4 .
 . . . y2 .
"""


def test_n1_a_line_that_reaches_the_target_is_checked_though_it_is_not_full():
    after = laid(board(BEFORE_THE_LAST_OF_A_COLUMN), "23 b4")
    assert row(after, 2) == CHECK
    assert None in after.grid[10:15]


def test_n2_the_same_card_fills_a_column_that_gets_a_number_chip():
    after = laid(board(BEFORE_THE_LAST_OF_A_COLUMN), "23 b4")
    assert column(after, 3) == chip(7)
    assert [one for one in after.marks if one is not None] == [CHECK, chip(7)]


def test_n3_the_second_card_may_not_be_laid_diagonally_to_the_first():
    state = laid(rules.start(LEVEL_1), "22 b5")
    for corner in ("11", "13", "31", "33"):
        assert refused(state, f"{corner} b4") is Obstacle.APART
    for beside in ("12", "21", "23", "32"):
        assert refused(state, f"{beside} b4") is None


def test_n4_no_card_lies_outside_the_grid_around_the_centre():
    state = laid(rules.start(LEVEL_1), "22 b5", "23 b4", "24 b3")
    assert refused(state, "25 b2") is Obstacle.OUTSIDE
    assert rules.lay_obstacle(state, Place(-1, 2), card("b2")) is Obstacle.OUTSIDE


def test_n5_six_checks_and_four_chips_are_75():
    worths = [10, 10, 10, 7, 5, 10, 10, 10, 3, 0]
    assert LEVEL_1.final_points(worths) == 75


def test_n6_a_line_of_11_at_target_9_counts_10():
    state = board(" . . . . . \n" * 2 + " b5 . b4 . b2 \n" + " . . . . . \n" * 2)
    assert row(state, 2) == CHECK
    assert row(state, 2).worth == 10


@pytest.mark.parametrize(("worths", "score"), [([0] * 10, 0), ([-10] * 5 + [10, 10, 10, 0, 0], -20)])
def test_n7_a_result_of_0_or_less_is_lost_and_not_entered(worths, score):
    assert LEVEL_1.final_points(worths) == score
    assert not Result("Ada", score).counts
    assert Result("Ada", 1).counts


def test_n8_the_first_four_cards_of_6x6_go_on_free_start_fields_of_the_players_choice():
    state = rules.start(SIX)
    fields = {Place(2, 2), Place(2, 3), Place(3, 2), Place(3, 3)}
    for move in ("33 b5", "22 b4", "32 b3", "23 b2"):
        assert set(rules.open_places(state)) == fields
        assert refused(state, "21 r1") is Obstacle.START
        fields.remove(Place(int(move[0]), int(move[1])))
        state = laid(state, move)
    assert refused(state, "22 r1") is Obstacle.OCCUPIED
    assert len(rules.open_places(state)) == 8, "around the centre of 2x2"


@pytest.mark.parametrize(("level", "cards", "lines"), [(LEVEL_1, 25, 10), (SIX, 36, 12)])
def test_n9_a_whole_grid_takes_25_cards_and_10_lines_or_36_and_12(level, cards, lines):
    rng = Random(1)
    end = play_game(level, RandomPlayer(rng), rng)
    assert (end.laid, len(set(end.grid))) == (cards, cards)
    assert len(end.marks) == lines
    assert None not in end.marks
    with pytest.raises(IllegalMove, match="over"):
        rules.lay(end, Place(0, 0), card("b1"))


def test_n10_the_best_colour_of_a_row_counts():
    assert LEVEL_1.rows.points(line("r1 r2 g3 b4 b1")) == 5


# --- laying ---


def test_level_1_is_set_up_as_printed():
    assert (LEVEL_1.size, LEVEL_1.values, LEVEL_1.colours, LEVEL_1.deck_size) == (5, (1, 2, 3, 4, 5), 6, 30)
    assert (LEVEL_1.rows, LEVEL_1.columns, LEVEL_1.diagonals) == (rule("best_colour"), rule("best_colour"), None)
    assert start_cells(5) == (12,)


def test_the_first_card_goes_on_the_start_card():
    assert rules.open_places(rules.start(LEVEL_1)) == (Place(2, 2),)
    assert refused(rules.start(LEVEL_1), "21 b5") is Obstacle.START


def test_no_card_covers_another():
    assert refused(laid(rules.start(LEVEL_1), "22 b5"), "22 b4") is Obstacle.OCCUPIED


def test_places_that_are_open_are_those_that_are_not_refused():
    state = laid(rules.start(LEVEL_1), "22 b5", "21 b4", "20 b3", "10 b2", "32 r1")
    allowed = {
        Place(r, c) for r in range(5) for c in range(5) if rules.lay_obstacle(state, Place(r, c), card("g1")) is None
    }
    assert allowed == set(rules.open_places(state))


def test_cards_that_cannot_be_in_the_deck_are_refused():
    state = laid(rules.start(LEVEL_1), "22 b5")
    assert refused(state, "21 b6") is Obstacle.VALUE
    assert refused(state, "21 b5") is Obstacle.LAID
    assert rules.lay_obstacle(state, Place(2, 1), card("b5")._replace(colour="pink")) is Obstacle.NO_SUCH_CARD


def test_one_colour_more_than_the_level_has_is_refused():
    state = laid(rules.start(LEVEL_1), "22 b5", "21 r5", "20 o5", "23 y5", "24 l5", "12 g5")
    assert rules.colours_of(state) == {"dark_blue", "red", "orange", "yellow", "light_green", "dark_green"}
    assert refused(state, "32 p1") is Obstacle.COLOUR
    assert refused(state, "32 g1") is None


def test_unseen_cards_are_of_any_colour_until_all_colours_are_known():
    state = laid(rules.start(LEVEL_1), "22 b5")
    assert len(rules.unseen_cards(state)) == 8 * 5 - 1
    state = laid(state, "21 r5", "20 o5", "23 y5", "24 l5", "12 g5")
    assert len(rules.unseen_cards(state)) == 30 - 6
    assert set(rules.layable_cards(state)) == set(rules.unseen_cards(state))


# --- markers ---


def test_a_check_marker_stays_and_a_line_without_target_waits_until_it_is_full():
    state = laid(rules.start(LEVEL_1), "22 b5", "23 b4")
    assert row(state, 2) == CHECK
    state = laid(state, "24 b3", "12 r1")
    assert row(state, 2) == CHECK, "what comes after does not change it"
    assert column(state, 2) is None


def test_a_full_line_with_too_few_points_gets_a_minus_marker_where_the_level_says_so():
    text = " . . . . . \n" * 2 + " r1 r4 y3 g2 b1 \n" + " . . . . . \n" * 2
    assert row(board(text), 2) == chip(5)
    assert row(board(text, level_with(minus_below=5)), 2) == chip(5)
    assert row(board(text, level_with(minus_below=6)), 2) == MINUS
    assert MINUS.worth == -10


def test_diagonals_are_marked_where_they_count():
    level = level_with(diagonals=rule("best_colour", target=5))
    state = board("r1 . . . b2\n . r2 . b4 .\n . . r3 . .\n . y1 . g4 .\n y2 . . . g5", level)
    assert len(state.marks) == 12
    assert mark(state, LineKind.DIAGONAL, 0) == CHECK
    assert mark(state, LineKind.DIAGONAL, 1) == CHECK
    assert level.lines[-1].cells == (20, 16, 12, 8, 4), "it rises from the bottom left"
    assert [len(numbers) for numbers in level.lines_by_cell[:3]] == [3, 2, 2]
    assert len(level.lines_by_cell[12]) == 4


def test_rows_and_columns_may_count_in_different_ways():
    level = level_with(rows=rule("best_colour", target=7), columns=rule("best_value", target=8))
    state = board(" . . . . . \n . . b4 . . \n . r1 g4 g3 . \n" + " . . . . . \n" * 2, level)
    assert row(state, 2) == CHECK
    assert column(state, 2) == CHECK


def test_a_screen_sees_every_line_with_points_target_and_marker():
    view = laid(rules.start(LEVEL_1), "22 b5", "23 b4", "24 r1").lines
    assert [(one.points, one.target) for one in view[2:5]] == [(9, 9), (0, 9), (0, 9)]
    assert view[2].mark == CHECK
    assert (view[7].line.kind, view[7].line.number, view[7].points, view[7].mark) == (LineKind.COLUMN, 2, 5, None)


def test_points_on_the_way_count_open_lines_as_they_are():
    state = laid(rules.start(LEVEL_1), "22 b5", "23 b4", "24 r1")
    assert state.points == 10 + 5 + 4 + 1


# --- throwing away, and the open hand ---


def test_cards_may_be_thrown_away_as_often_as_the_level_says():
    state = laid(rules.start(level_with(discards=2)), "22 b5")
    assert rules.discard_obstacle(laid(rules.start(LEVEL_1), "22 b5"), card("r1")) is Obstacle.NO_DISCARD
    state = rules.discard(state, card("r1"))
    assert (state.discards_left, state.thrown, state.laid) == (1, (card("r1"),), 1)
    assert refused(state, "21 r1") is Obstacle.THROWN
    assert rules.discard_obstacle(state, card("b5")) is Obstacle.LAID
    state = rules.discard(state, None)
    assert (state.discards_left, state.discarded, state.thrown) == (0, 2, (card("r1"),))
    with pytest.raises(IllegalMove, match="no_discard"):
        rules.discard(state, card("r2"))


def hand_of(words, level):
    state = rules.start(level)
    for word in words.split():
        state = rules.draw(state, card(word))
    return state


def test_any_card_of_an_open_hand_may_be_laid_and_no_other():
    state = hand_of("b5 b4 r1 g2 y3", level_with(hand=5))
    assert rules.draw_obstacle(state, card("c1")) is Obstacle.HAND_FULL
    assert rules.draw_obstacle(state, card("b5")) is Obstacle.HELD
    assert refused(state, "22 c1") is Obstacle.NOT_IN_HAND
    assert rules.layable_cards(state) == state.hand
    after = laid(state, "22 r1")
    assert after.hand == (card("b5"), card("b4"), card("g2"), card("y3"))
    assert refused(after, "21 c1") is None, "the fifth card is open too, only not known yet"
    assert rules.draw_obstacle(after, card("r1")) is Obstacle.LAID


def test_a_turned_up_card_must_be_laid_before_the_next():
    state = hand_of("b5", LEVEL_1)
    assert rules.draw_obstacle(state, card("b4")) is Obstacle.HAND_FULL
    assert refused(state, "22 b4") is Obstacle.NOT_IN_HAND
    assert laid(state, "22 b5").hand == ()


def test_a_known_hand_must_say_which_card_is_thrown_away():
    state = hand_of("b5 b4", level_with(hand=2, discards=1))
    assert rules.discard_obstacle(state, None) is Obstacle.NOT_IN_HAND
    assert rules.discard_obstacle(state, card("r1")) is Obstacle.NOT_IN_HAND
    assert rules.discard(state, card("b4")).hand == (card("b5"),)


def test_the_hand_shrinks_when_the_deck_is_empty():
    level = level_with(hand=5, colours=5)
    state = play_until(level, 23)
    assert rules.open_size(state) == 2


def play_until(level, cards):
    """The level with its first cards laid, row by row from the centre outwards as the rules allow."""
    state, deck = rules.start(level), iter(card(f"{letter}{value}") for letter in "roylg" for value in level.values)
    while state.laid < cards:
        state = rules.lay(state, rules.open_places(state)[0], next(deck))
    return state


# --- correcting ---


def test_a_card_that_was_read_wrongly_is_put_right_with_its_markers():
    state = laid(rules.start(LEVEL_1), "22 b5", "23 b4", "24 r1")
    assert row(state, 2) == CHECK
    right = rules.correct(state, Place(2, 3), card("g4"))
    assert row(right, 2) is None
    assert right == laid(rules.start(LEVEL_1), "22 b5", "23 g4", "24 r1")


def test_a_correction_must_be_a_card_that_can_lie_there():
    state = laid(rules.start(LEVEL_1), "22 b5", "23 b4")
    assert rules.correct_obstacle(state, Place(2, 3), card("b5")) is Obstacle.LAID
    assert rules.correct_obstacle(state, Place(2, 3), card("b6")) is Obstacle.VALUE
    assert rules.correct_obstacle(state, Place(2, 1), card("b3")) is Obstacle.EMPTY
    assert rules.correct_obstacle(state, Place(5, 1), card("b3")) is Obstacle.OUTSIDE
    held = rules.draw(state, card("r1"))
    assert rules.correct_obstacle(held, Place(2, 3), card("r1")) is Obstacle.HELD
    with pytest.raises(IllegalMove, match="empty"):
        rules.correct(state, Place(2, 1), card("b3"))


def test_what_a_card_can_have_been_is_what_a_correction_allows():
    state = rules.draw(laid(rules.start(level_with(hand=5, colours=3)), "22 b5", "23 r4", "12 o1"), card("o2"))
    place = Place(2, 2)
    every = [NumberCard(value, colour) for colour in COLOURS for value in (1, 2, 3, 4, 5, 6)]
    allowed = {one for one in every if rules.correct_obstacle(state, place, one) is None}
    assert set(rules.cards_instead(state, place)) == allowed
    assert card("b5") in allowed
    assert card("g5") in allowed, "the third colour may have been another one"


def test_a_correction_frees_the_colour_it_takes_away():
    state = laid(rules.start(LEVEL_1), "22 b5", "21 r5", "20 o5", "23 y5", "24 l5", "12 g5")
    assert rules.correct_obstacle(state, Place(1, 2), card("p5")) is None


# --- results ---

ROWS, COLUMNS = [10, 10, 3, 10, 10], [10, 4, 10, 7, -10]
FINALS = {
    "total": 43 + 21,
    "lowest_line": -10,
    "lowest_of_each": 3 - 10,
    "lowest_lines": -10 + 3 + 4,
    "weaker_side": 21,
    "crossings": 10 + 4 + 3 + 7 - 10,
    "without_best": 64 - 30,
    "checks_only": 60 - 10,
    "sweep": 0,
    "edges": 15,
    "heart": 0,
    "open_cost": -20,
}


def test_every_final_score_of_lines_made_by_hand():
    assert FINALS.keys() == FINAL_SCORES.keys()
    tally = Tally(ROWS, COLUMNS)
    assert {key: final.points(tally) for key, final in FINAL_SCORES.items()} == FINALS


def test_where_only_rows_or_columns_count_the_others_are_left_out_of_every_result():
    assert {key: final.points(Tally(ROWS, [])) for key, final in FINAL_SCORES.items()} == {
        "total": 43,
        "lowest_line": 3,
        "lowest_of_each": 3,
        "lowest_lines": 23,
        "weaker_side": 43,
        "crossings": 43,
        "without_best": 13,
        "checks_only": 40,
        "sweep": 0,
        "edges": 10,
        "heart": 0,
        "open_cost": -5,
    }
    heart = FINAL_SCORES["heart"].points
    assert (heart(Tally([], [1, 1, 10, 1, 1])), heart(Tally([], [], [10, 10]))) == (10, 0)


def test_only_the_lines_of_directions_that_count_get_markers():
    state = laid(rules.start(level_with(columns=None)), "22 b5", "21 b4")
    assert [(view.line.kind, view.line.number) for view in state.lines if view.mark] == [(LineKind.ROW, 2)]
    assert (len(state.marks), state.points) == (5, 10)
    slanting = level_with(rows=None, columns=None, diagonals=rule("best_colour"))
    assert [view.line.kind for view in rules.start(slanting).lines] == [LineKind.DIAGONAL] * 2


def test_diagonals_count_in_the_result():
    tally = Tally(ROWS, COLUMNS, [2, 10])
    with_diagonals = {"total": 76, "weaker_side": 33, "crossings": 26, "checks_only": 60, "lowest_lines": -5}
    assert {key: FINAL_SCORES[key].points(tally) for key in with_diagonals} == with_diagonals


@pytest.mark.parametrize("size", [5, 6])
def test_bonuses_for_checks_everywhere_and_in_the_middle(size):
    full = Tally([10] * size, [10] * size)
    assert [FINAL_SCORES[key].points(full) for key in ("sweep", "edges", "heart", "open_cost")] == [20, 20, 10, 0]
    middle = [10 if number in ((size - 1) // 2, size // 2) else 8 for number in range(size)]
    assert FINAL_SCORES["heart"].points(Tally(middle, middle)) == 10
    assert FINAL_SCORES["heart"].points(Tally(middle, [*middle[: size // 2], 8, *middle[size // 2 + 1 :]])) == 0
    assert FINAL_SCORES["sweep"].points(Tally([10] * size, middle)) == 0


def test_several_final_scores_are_added_up():
    level = level_with("total", "edges", "open_cost")
    assert level.final_points(ROWS + COLUMNS) == 64 + 15 - 20


# --- whole games ---


@pytest.mark.parametrize("level", BOOK.levels, ids=lambda level: level.id)
def test_random_games_keep_every_card_and_every_marker_right(level):
    for seed in range(3):
        rng = Random(seed)
        end = play_game(level, RandomPlayer(rng), rng)
        assert end.laid == len(set(end.grid)) == level.size**2
        assert {one.value for one in end.grid} <= set(level.values)
        assert len({one.colour for one in end.grid}) <= level.colours
        assert end.discarded == len(end.thrown) <= level.discards
        assert not {*end.thrown, *end.hand} & set(end.grid)
        assert end.marks == rules.count_marks(level, end.grid), "live markers equal a recount"
        assert end.points == level.final_points([one.worth for one in end.marks])
        chips = [one.worth for one in end.marks if one.kind is MarkKind.CHIP]
        assert all(level.minus_below <= number <= 9 for number in chips), "there is a chip for it"
        if [final.key for final in level.finals] == ["total"]:
            assert end.points == 10 * end.marks.count(CHECK) + sum(chips) - 10 * end.marks.count(MINUS)


def test_every_marker_along_the_way_is_the_first_that_was_due():
    rng = Random(5)
    state, deck = rules.start(LEVEL_1), list(rules.unseen_cards(rules.start(level_with(colours=6))))
    deck = [one for one in deck if one.colour in {"red", "orange", "yellow", "purple", "dark_blue", "light_blue"}]
    rng.shuffle(deck)
    while not state.is_over:
        before = state
        state = rules.lay(state, rng.choice(rules.open_places(state)), deck.pop())
        assert all(new == old for old, new in zip(before.marks, state.marks, strict=True) if old is not None)
        assert state.marks == rules.count_marks(LEVEL_1, state.grid)


def test_states_do_not_change():
    state = rules.start(LEVEL_1)
    assert laid(state, "22 b5") != state
    assert state == rules.start(LEVEL_1)
    with pytest.raises(AttributeError):
        state.discarded = 3
    assert replace(state) == state
