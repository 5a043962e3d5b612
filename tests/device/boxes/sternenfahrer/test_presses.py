"""What a turn costs at the buttons. Throws are the camera's; only one that opens a hidden card is taken with OK."""

import pytest

from device.parts.protocols import Button
from device.records.journal import Journal
from games.spine.dialogue import Balls, Chosen, Dice, ReadBalls, ReadDice
from games.sternenfahrer.points import total
from tests.device.boxes.sternenfahrer.test_at_the_table import Evening
from tests.games.sternenfahrer.test_flow import seed_with_first

ROLL, FLY = Dice(("2", "4")), Balls(("blue", "red"))


class Fingers(Evening):
    """Counts presses. What is thrown costs none, as if the camera had seen it."""

    presses = 0

    def press(self, *buttons, held=False):
        self.presses += len(buttons)
        return super().press(*buttons, held=held)

    def throws(self, answer):
        """The pieces fall and are taken by themselves, but with OK if that opens a card."""
        needs_ok = self.talk.session.is_final(answer)
        before = self.presses
        self.give(answer)
        self.presses = before + needs_ok

    def turn(self, *answers):
        """A turn from the throw on; what it costs."""
        self.presses = 0
        for answer in answers:
            self.throws(answer) if isinstance(answer, Dice | Balls) else self.give(Chosen(answer))
        return self.presses

    def to_the_table(self):
        while not isinstance(self.prompt, ReadDice):
            self.ok()
        return self


@pytest.fixture
def fingers(tmp_path):
    with Journal.open(tmp_path) as journal:
        yield lambda seed=1: Fingers(tmp_path, journal).begin_with(4, seed).to_the_table()


def test_a_bare_turn_costs_two_presses(fingers):
    assert fingers().turn(ROLL, "go_on", FLY, "end") == 2


def test_a_colony_in_a_system_that_is_known_costs_at_most_four_presses(fingers):
    table = fingers()
    table.turn(ROLL, "go_on", FLY, "explore", "4", "4", "5", "10", "end")
    for place in ("2", "0", "0"):
        table.turn(ROLL, "go_on", FLY)
        before = total(table.prompt.scene, table.prompt.scene.active)
        table.presses = 0
        table.give(Chosen("colony"))
        table.give(Chosen(place))
        state = table.prompt.scene
        assert total(state, state.active) == before + 1
        assert table.presses <= 4
        table.give(Chosen("end"))


@pytest.mark.parametrize(("card", "answer"), [(29, "1"), (9, "yes"), (22, "no"), (28, "0")])
def test_a_simple_encounter_costs_at_most_three_presses(fingers, card, answer):
    table = fingers(seed_with_first(card))
    table.turn(ROLL, "go_on")
    table.presses = 0
    table.throws(Balls(("black", "red")))
    assert table.prompt.closes
    table.give(Chosen(answer))
    while not table.screen.title.startswith("Tempo"):
        table.press(Button.OK)
    assert table.presses <= 3
    assert not isinstance(table.prompt, ReadBalls)


def test_the_menu_behind_the_back_button_offers_what_is_seldom_wanted(fingers):
    table = fingers()
    table.menu("Begleiter oder Voll")
    assert table.screen.title == "Wie spielt ihr?"
    table.press(Button.BACK)
    assert isinstance(table.prompt, ReadDice), "back takes it back like any other answer"
