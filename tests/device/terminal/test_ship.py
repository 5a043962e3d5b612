"""The mothership in the terminal and in the page's requests: keys and actions, and only while it is played with."""

import threading

import pytest

from device.page.table_acts import BadRequest, do_at_table, table_state
from device.parts.protocols import VirtualPanel
from device.terminal.cards import CardKeys
from device.terminal.ship import ShipKeys
from device.terminal.shown import EitherKeys
from device.terminal.terminal import Terminal
from games.spine.dialogue import say
from tests.device.page.fake_table import FakeTable, ship_state
from tests.device.page.fake_table import table_state as dice_on_table
from tests.device.texts import catalogue

GERMAN = catalogue("de")


def terminal_for(table):
    return Terminal(
        VirtualPanel(),
        table,
        places=list,
        more_keys={},
        cards=EitherKeys(CardKeys(table), ShipKeys(table)),
        tell=GERMAN.tell,
        address="",
        stop=threading.Event(),
    )


def test_keys_throw_shake_and_let_a_ball_stick():
    table = FakeTable(ship_state())
    terminal = terminal_for(table)
    for key in "tsxq":
        terminal.press_key(key)
    assert table.done == [("throw_all",), ("shake",), ("lose_ball",)]
    assert any("s Mutterschiff schütteln" in line for line in terminal.lines(80, 30))


def test_without_a_ship_there_is_nothing_to_shake():
    table = FakeTable(dice_on_table(held=5))
    terminal = terminal_for(table)
    terminal.press_key("s")
    assert table.done == []
    assert not any("schütteln" in line for line in terminal.lines(80, 30))


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_line_of_help_fits_a_terminal(language):
    words = catalogue(language)
    for key in ShipKeys(FakeTable(ship_state())).help_keys():
        assert len(words.tell(say(key))) <= 80


def test_the_page_can_shake_and_is_told_what_is_played_with():
    table = FakeTable(ship_state())
    assert table_state(table)["pieces"] == "ship"
    assert "balls" not in str(table_state(table)), "the page is not told what fell"
    assert do_at_table(table, "shake", {})
    assert not do_at_table(table, "lose_ball", {})
    with pytest.raises(BadRequest, match="shake"):
        do_at_table(table, "sneeze", {})
