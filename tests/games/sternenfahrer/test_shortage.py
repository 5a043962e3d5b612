"""The supply is too small for a roll: nobody gets that kind, or by house rule the first ones do."""

import pytest

from games.spine.dialogue import Setup, say
from games.spine.session import Session
from games.sternenfahrer.flow import Sternenfahrer
from games.sternenfahrer.pieces import Resource
from games.sternenfahrer.production import collect, yields
from games.sternenfahrer.shortage import rolled_cards, shortened
from tests.games.sternenfahrer.playing import COLOURS, NAMES, beginners, card_set_with
from tests.games.sternenfahrer.test_flow import at_the_table, give, note_all

STATE = beginners(4)


@pytest.mark.parametrize(("left", "hands"), [(0, [4, 3, 3, 3]), (1, [4, 4, 3, 3]), (2, [4, 4, 3, 4])])
def test_the_first_in_turn_take_what_is_there(left, hands):
    state = collect(STATE, yields(STATE, 6))  # fuel for red and yellow, carbon for blue and white
    assert rolled_cards(state, Resource.CARBON) == 2
    short = shortened(state, Resource.FUEL, 1)
    assert [player.hand for player in shortened(short, Resource.CARBON, left).players] == hands


def test_by_default_nobody_gets_what_does_not_reach_for_all():
    session = give(at_the_table(), (2, 4), "draw", "short", "fuel")
    assert note_all(session) == [say("sternenfahrer.short_nobody", n=0)]
    assert [player.hand for player in session.prompt.scene.players] == [5, 4, 3]
    assert [one.key for one in give(session, "short").prompt.options] == ["carbon", "back"]


def test_by_house_rule_the_number_that_is_left_is_asked():
    game = Sternenfahrer(card_set_with(short_supply_gives_nobody=False))
    session = Session(game, Setup("sternenfahrer", "beginner", NAMES[:3], 1, game.data, flow=1))
    give(session, *COLOURS[:3], "0", (2, 4), "draw", "short", "fuel", 1)
    assert note_all(session) == [say("sternenfahrer.short_some", n=1)]
    assert [player.hand for player in session.prompt.scene.players] == [6, 4, 3]


def test_it_is_offered_only_after_a_roll_that_gave_something():
    session = give(at_the_table(), (3, 4), "right", "1", "draw")  # a seven
    assert "short" not in [one.key for one in session.prompt.options]
