"""The referee beside the game: fields of destroyers and stations, what lies at a jump's end, and meteors."""

import pytest

from games.galaktico import rules
from games.galaktico.pieces import SHIPS
from games.galaktico.referee import JumpEnd, ask_referee, can_land
from games.spine.dialogue import Chosen, Noted, Notice, Number, say
from tests.games.galaktico.playing import CRUISER, FIGHTER, NAMES

STATE = rules.start(NAMES)
TARGET = say("galaktico.space", name="B", first="A", low=3, more="C", high=3)


def asked(*answers, state=STATE):
    """Ask the referee; gives what is said in the end."""
    dialogue = ask_referee(state)
    prompt = next(dialogue)
    for answer in answers:
        given = Number(answer) if isinstance(answer, int) else Chosen(answer)
        assert prompt.refusal(given) is None, (prompt.words, answer)
        prompt = dialogue.send(given)
    assert isinstance(prompt, Notice)
    again = dialogue.send(Noted())
    assert again.words == say("galaktico.referee")
    return prompt.words


def jump(ship, *more):
    return asked("jump", ship, "A", 3, 3, "B", *more)


@pytest.mark.parametrize("field", [("A", 4, 2), ("B", 3, 4)])
def test_k12_a_field_at_the_start_or_the_end_holds_a_ship_whatever_makes_it(field):
    assert jump("cruiser", "free", "field", *field) == say("galaktico.jump.blocked")


@pytest.mark.parametrize("field", [("A", 5, 2), ("C", 3, 3)])
def test_k12_a_field_elsewhere_does_not(field):
    assert jump("cruiser", "free", "field", *field, "no_field") == say("galaktico.jump.free", first=TARGET)


@pytest.mark.parametrize("ship", ["cruiser", "fighter"])
@pytest.mark.parametrize("end", ["meteor", "own"])
def test_nobody_jumps_onto_a_meteor_or_an_own_ship(ship, end):
    assert jump(ship, end) == say(f"galaktico.jump.on.{end}")


def test_only_a_fighter_jumps_onto_an_enemys_ship_unless_a_field_protects_it():
    assert jump("cruiser", "enemy") == say("galaktico.jump.on.enemy")
    assert jump("fighter", "enemy", "no_field") == say("galaktico.jump.fighter", first=TARGET)
    assert jump("fighter", "enemy", "field", "B", 3, 3) == say("galaktico.jump.blocked")
    assert jump("fighter", "free", "no_field") == say("galaktico.jump.free", first=TARGET)


def test_where_a_ship_may_land():
    free = {(ship, end) for ship in SHIPS for end in JumpEnd if can_land(ship, end)}
    assert {end for ship, end in free if ship is CRUISER} == {JumpEnd.FREE}
    assert {end for ship, end in free if ship is FIGHTER} == {JumpEnd.FREE, JumpEnd.ENEMY}


def test_a_meteor_moves_in_the_own_sector_elsewhere_only_near_an_own_destroyer():
    assert asked("meteor", "A") == say("galaktico.meteor.yes")
    assert asked("meteor", "B", "yes") == say("galaktico.meteor.yes")
    assert asked("meteor", "C", "no") == say("galaktico.meteor.no")
    ben = rules.end_turn(STATE)
    assert asked("meteor", "B", state=ben) == say("galaktico.meteor.yes")
    assert asked("meteor", "A", "no", state=ben) == say("galaktico.meteor.no")
