"""What counts as a throw: the real gate, the real reader and the real table, with everything people do in between."""

import random
from collections import Counter

import pytest

from device.parts.protocols import Button
from device.screens.content import DiceSeen, List, Waiting
from device.simulator.render.scene import Light
from tests.device.at_the_table import person_at

pytestmark = pytest.mark.slow

REST_STEPS = 25  # long enough for anything on the table to be read


def test_a_hand_or_another_light_over_an_open_throw_changes_nothing_and_it_counts_once(tmp_path):
    with person_at(tmp_path, seed=1) as person:
        person.start_level()
        person.table.throw_all()
        seen, lines = person.wait_for(DiceSeen), person.lines
        person.table.put_hand(True)
        person.wait(15)
        assert person.screen == seen
        assert person.lines == lines, "nothing is entered while a hand is there"
        person.table.put_hand(False)
        person.wait(REST_STEPS)
        person.table.set_light(Light.DIM)
        person.wait(REST_STEPS)
        assert person.lines == [*lines, "dice " + " ".join(seen.faces)]
        assert isinstance(person.screen, List)


def test_undoing_a_road_does_not_make_the_lying_dice_a_throw(tmp_path):
    with person_at(tmp_path, seed=2) as person:
        person.start_level()
        person.throw()
        choice = person.screen
        person.take_a_road()
        person.press(Button.BACK)
        person.wait(REST_STEPS)
        assert person.screen == choice
        person.take_a_road()
        person.wait(REST_STEPS)
        assert isinstance(person.screen, Waiting), "the old throw is not the next one"


def test_after_undo_and_redo_the_lying_dice_are_not_the_next_throw(tmp_path):
    with person_at(tmp_path, seed=2) as person:
        person.start_level()
        person.throw()
        choice = person.screen
        person.press(Button.BACK)
        person.press(Button.BACK, held=True)
        person.choose("Schritt wieder vor")
        person.wait(REST_STEPS)
        assert person.screen == choice


def test_a_throw_that_was_undone_may_be_taken_again_or_thrown_anew(tmp_path):
    with person_at(tmp_path, seed=3) as person:
        person.start_level()
        first = person.throw()
        person.press(Button.BACK)
        assert sorted(person.wait_for(DiceSeen).faces) == sorted(first)
        person.table.throw_all()
        person.wait(3)
        person.wait_for(DiceSeen, lambda screen: screen.title == "Dein Wurf")
        assert person.lines[-1] == "undo 1", "the throw that was taken back is not entered again"


@pytest.mark.parametrize("reroll_used", [False, True])
def test_the_dice_of_this_round_on_the_table_after_switching_on_are_no_news(tmp_path, reroll_used):
    with person_at(tmp_path, seed=4) as person:
        person.start_level()
        person.throw()
        if reroll_used:
            person.press(Button.BACK, held=True)
            person.choose("Nachwurf eingeben")
            person.press(Button.UP)  # to any die, and leave all as they lie
            person.press(Button.OK, Button.OK, Button.OK)
        choice, lines = person.screen, person.lines
        assert isinstance(choice, List)
    with person_at(tmp_path, seed=4, thrown_before=True) as person:  # the same seed throws the same dice
        person.choose("Ja")
        person.wait(REST_STEPS)
        person.table.put_hand(True)
        person.wait(10)
        person.table.put_hand(False)
        person.wait(REST_STEPS)
        assert person.screen == choice
        assert person.lines == lines


def test_the_dice_of_the_last_round_on_the_table_after_switching_on_are_not_the_next_throw(tmp_path):
    with person_at(tmp_path, seed=4) as person:
        person.start_level()
        person.throw()
        person.take_a_road()
    with person_at(tmp_path, seed=4, thrown_before=True) as person:
        person.choose("Ja")
        person.wait(REST_STEPS)
        assert isinstance(person.screen, Waiting)
        person.throw()
        assert isinstance(person.screen, List)


def test_a_throw_after_the_re_roll_is_noticed_even_before_ok(tmp_path):
    with person_at(tmp_path, seed=5) as person:
        person.start_level()
        person.throw()
        before = len(person.lines)
        person.throw_again(2)
        again = person.wait_for(DiceSeen)
        person.throw_again(3)
        person.wait_for(List, lambda screen: screen.title == "Zählt der neue?")
        assert len(person.lines) == before + 1
        assert Counter(person.lines[-1].split()[1:]) == Counter(again.faces)


def test_ok_pressed_while_the_next_throw_is_being_read_loses_neither(tmp_path):
    with person_at(tmp_path, seed=6) as person:
        person.start_level()
        person.table.throw_all()
        first = person.wait_for(DiceSeen)
        person.throw_again(2)
        while person.table.state().is_moving:
            person.wait()
        person.wait(2)
        person.ok()
        person.wait_for(DiceSeen, lambda screen: screen.title == "Nachgewürfelt")
        assert Counter(person.lines[-1].split()[1:]) == Counter(first.faces)


def test_pausing_over_an_open_throw_shows_it_again(tmp_path):
    with person_at(tmp_path, seed=7) as person:
        person.start_level()
        person.table.throw_all()
        seen = person.wait_for(DiceSeen)
        person.press(Button.BACK, held=True)
        person.choose("Pause")
        person.choose("Weiter")
        assert person.wait_for(DiceSeen).faces == seen.faces


def test_dice_entered_by_hand_under_a_hand_are_no_re_roll(tmp_path):
    with person_at(tmp_path, seed=8) as person:
        person.start_level()
        person.wait(REST_STEPS)
        person.table.put_hand(True)
        person.wait(5)
        person.table.throw_all()
        person.wait(20)
        person.press(Button.OK)
        for _ in range(5):
            person.press(Button.DOWN, Button.OK)
        choice = person.ok()
        assert isinstance(choice, List)
        person.table.put_hand(False)
        person.wait(REST_STEPS)
        assert isinstance(person.screen, List)


def test_pushed_dice_are_no_throw(tmp_path):
    with person_at(tmp_path, seed=9) as person:
        person.start_level()
        person.throw()
        choice = person.screen
        person.table.nudge()
        person.wait(REST_STEPS)
        assert person.screen == choice


class Wanderer:
    """Does one thing after the other at random, and minds what may never happen."""

    def __init__(self, person, rng):
        self.person = person
        self.rng = rng
        self.is_thrown = False  # since dice were entered last: only then they may count by themselves

    def wander(self):
        person, rng = self.person, self.rng
        before = person.lines
        action = rng.choice(
            [
                "throw",
                "throw",
                "again",
                "ok",
                "ok",
                "ok",
                "ok",
                "back",
                "down",
                "hand",
                "light",
                "nudge",
                "menu",
                "wait",
            ]
        )
        moved = action in ("throw", "again")
        match action:
            case "throw":
                person.table.throw_all()
            case "again" if person.table.state().dice:
                person.table.pick_up_die(rng.choice(person.table.state().dice).number)
                person.table.throw_held()
            case "ok" | "back" | "down":
                person.press(Button(action))
            case "hand":
                person.table.put_hand(True)
                person.wait(8)
                person.table.put_hand(False)
            case "light":
                person.table.set_light(rng.choice([Light.NORMAL, Light.WARM]))
            case "nudge":
                person.table.nudge()
            case "menu":
                person.press(Button.BACK, held=True)
                person.press(Button.BACK)
        person.wait(REST_STEPS if action != "ok" else 2)
        new = person.lines[len(before) :]
        self.is_thrown = self.is_thrown or moved
        if any(line.startswith("dice") for line in new):
            assert self.is_thrown or action == "ok", (action, new)
            self.is_thrown = moved
        assert len(new) <= (2 if moved else 1), (action, new)


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_entered_that_nobody_threw_or_confirmed(tmp_path, seed):
    with person_at(tmp_path, seed=seed) as person:
        person.start_level()
        wanderer = Wanderer(person, random.Random(seed))
        for _ in range(30):
            wanderer.wander()
        rounds = " ".join("D" if line.startswith("dice") else line.split()[0] for line in person.lines)
        assert "D D D" not in rounds, "never more than a throw and its re-roll"
