"""A player goes home in the middle: the others play on, or the game ends plainly, and nothing is lost."""

from dataclasses import replace

import pytest

from games.spine.dialogue import NO_PLACE, Chosen, HandOver, ReadDice, say
from games.spine.session import Answered, Session, Undone
from games.sternenfahrer.figures import correct_figures
from games.sternenfahrer.leaving import ask_who_leaves, without_player
from games.sternenfahrer.outposts import found_station, pods_needed
from games.sternenfahrer.pieces import People, Upgrade
from games.sternenfahrer.points import total
from games.sternenfahrer.systems import colony_obstacle
from tests.games.sternenfahrer.playing import (
    BLUE,
    RED,
    WHITE,
    YELLOW,
    Beginner,
    beginners,
    card,
    random_answer,
    with_player,
)
from tests.games.sternenfahrer.test_flow import GAME, at_the_table, give, note_all


def in_the_menu(players):
    """Ada's turn after the roll, in the menu in which she builds and trades."""
    return give(at_the_table(players), (2, 4), "draw")


def test_the_others_play_on_after_one_of_four_has_left():
    session = give(in_the_menu(4), "leave", "1", "yes")
    assert note_all(session) == [say("sternenfahrer.leave.done")]
    state = session.prompt.scene
    assert [player.name for player in state.players] == ["Ada", "Cleo", "Dan"]
    assert state.current.name == "Ada"
    assert (state.left_in_tray(Upgrade.DRIVE), state.half_medals_left) == (21, 37)
    give(session, "go_on", ("red", "blue"), "end")
    assert isinstance(session.prompt, ReadDice)
    assert session.prompt.scene.current.name == "Cleo"


def test_who_leaves_on_ones_own_turn_ends_it_and_the_left_neighbour_throws():
    session = give(in_the_menu(4), "leave", "0", "yes")
    note_all(session)
    assert isinstance(session.prompt, ReadDice)
    assert [player.name for player in session.prompt.scene.players] == ["Ben", "Cleo", "Dan"]
    assert session.prompt.scene.current.name == "Ben"
    last = give(in_the_menu(4), "go_on", ("red", "blue"), "leave", "0", "yes")
    note_all(last)
    assert last.prompt.scene.current.name == "Ben"


def test_the_last_in_the_round_leaves_and_the_first_one_throws():
    session = in_the_menu(4)
    for _ in range(3):
        give(session, "go_on", ("red", "blue"), "end", (2, 4), "draw")
    give(session, "leave", "3", "yes")
    note_all(session)
    assert session.prompt.scene.current.name == "Ada"


def test_20_9_with_fewer_than_three_it_is_said_and_all_points_go_into_the_book_but_nobody_has_won():
    session = give(in_the_menu(3), "leave", "2", "yes")
    assert [words.key for words in note_all(session)] == [
        "sternenfahrer.leave.done",
        "sternenfahrer.leave.too_few",
    ]
    give(session, "done")
    assert session.outcome.words == say("sternenfahrer.ended_early")
    assert [(one.player, one.score, one.place) for one in session.outcome.results] == [
        ("Ada", 4, NO_PLACE),
        ("Ben", 4, NO_PLACE),
        ("Cleo", 4, NO_PLACE),
    ]


def test_nobody_leaves_by_mistake_and_undo_brings_back_who_left():
    session = in_the_menu(4)
    before = session.prompt.scene
    assert give(session, "leave", "1", "no").prompt.scene == before
    assert give(session, "leave", "back").prompt.scene == before
    give(session, "leave", "1", "yes")
    session.make(Undone())
    session.make(Undone())
    session.make(Undone())
    assert session.prompt.scene == before


def test_a_game_after_somebody_left_is_the_same_when_it_is_replayed():
    session = give(in_the_menu(4), "leave", "1", "yes")
    again = Session(GAME, session.setup)
    for answer in session.answers:
        again.make(Answered(answer))
    assert again.prompt == session.prompt


def with_stations(state):
    """White and red have a station each at the merchants, white the marker."""
    for seat, number in ((WHITE, 1), (RED, 2)):
        state = with_player(state, seat, trade_ships=1, pods=5)
        state = found_station(replace(state, active=seat), card(number))
    return replace(state, active=RED)


def test_stations_stay_and_still_cost_freight_pods():
    state = without_player(with_stations(beginners()), WHITE)
    assert pods_needed(state, People.MERCHANTS) == 3
    assert state.markers == (None, None, None, None)
    assert card(1) not in state.open_cards
    assert len(state.open_cards) == 18


def test_the_seats_of_markers_move_up():
    state = without_player(with_stations(beginners()), BLUE)
    assert state.markers[0] == YELLOW  # white sits in yellow's old place now
    assert total(state, YELLOW) == 6


def test_the_marker_of_who_leaves_goes_to_the_best_of_the_others():
    session = in_the_menu(4)
    state = with_stations(session.prompt.scene)
    leaving = ask_who_leaves(state)
    next(leaving)
    leaving.send(Chosen(str(WHITE)))
    notice = leaving.send(Chosen("yes"))
    assert notice.scene.markers[0] == RED
    assert total(notice.scene, RED) == 6


def test_after_one_of_four_left_all_three_sites_of_a_system_stay_open():
    state = without_player(beginners(4), WHITE)
    assert colony_obstacle(state, 2) is None
    assert colony_obstacle(beginners(3), 2) is not None


@pytest.mark.parametrize("seed", range(3))
def test_random_games_reach_their_end_after_somebody_left(seed):
    session, player = give(in_the_menu(4), "leave", str(seed), "yes"), Beginner(seed)
    while session.outcome is None:
        prompt = session.prompt
        if isinstance(prompt, HandOver):
            assert prompt.audience in {one.name for one in prompt.scene.players}
        answer = player.answer(prompt)
        session.make(Answered(answer if prompt.refusal(answer) is None else random_answer(prompt, player.rng)))
    assert sorted(one.player for one in session.outcome.results) == ["Ada", "Ben", "Cleo", "Dan"]
    assert [one.place for one in session.outcome.results].count(1) == 1


def test_what_somebody_beat_before_leaving_stays_beaten_when_a_figure_is_put_right():
    four = beginners(4)
    base, *left = four.tokens
    state = replace(with_player(four, BLUE, whole_medals=1), tokens=tuple(left))
    dialogue = correct_figures(without_player(state, BLUE))
    next(dialogue)
    dialogue.send(Chosen("0"))
    with pytest.raises(StopIteration) as end:
        dialogue.send(Chosen("back"))
    assert base not in end.value.value.tokens
