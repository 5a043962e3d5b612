"""Fingers that choose and press personal signs, on any device that tests sit at."""

from __future__ import annotations

from pathlib import Path

from device.parts.protocols import Button
from device.screens.content import Cover, SignEntry

SIGN = (Button.UP, Button.DOWN, Button.OK, Button.UP)
WRONG = (Button.UP, Button.UP, Button.UP, Button.UP)


FRICTION = Path(__file__).parents[3] / "docs" / "friction.md"


def is_in_friction(game, without, choosing, covers, all_presses):
    """Whether the document on presses has just these figures."""
    row = f"| {game} | {without} | {choosing} | {covers} × {len(SIGN)} | {all_presses} |"
    return row in FRICTION.read_text(encoding="utf-8").splitlines()


def press_sign(table, presses=SIGN):
    """Press a sign; one shorter than four ends with holding OK."""
    for button in presses:
        assert isinstance(table.screen, SignEntry), table.screen
        table.press(button)
    if len(presses) < 4:
        table.press(Button.OK, held=True)
    return table.screen


def open_sign_menu(table, player):
    """From the game to what can be done about this player's sign."""
    table.press(Button.BACK, held=True)
    table.choose("Geheime Zeichen")
    return table.choose(player)


def choose_sign(table, player="Ada", presses=SIGN):
    """This player chooses a sign, which nobody else sees."""
    before = table.screen
    cover = open_sign_menu(table, player)
    assert isinstance(cover, Cover) and cover.player == player
    table.press(Button.OK, held=True)
    table.ok()
    press_sign(table, presses)
    press_sign(table, presses)
    assert type(table.ok()) is type(before)


def uncover(table, presses=SIGN):
    """Whoever stands on the cover holds OK and presses the sign."""
    assert isinstance(table.screen, Cover), table.screen
    table.press(Button.OK, held=True)
    return press_sign(table, presses)


def open_together(table, player="Ada"):
    """Somebody asks the others to open a forgotten sign; the first of them is asked."""
    open_sign_menu(table, player)
    return table.choose("Vergessen")


class Signing:
    """Mixed into a group at a table: presses are counted, and a sign is pressed where it is asked for."""

    presses, covers = 0, 0  # made, and opened by a sign

    def press(self, *buttons, held=False):
        self.presses += len(buttons)
        return super().press(*buttons, held=held)

    def hold(self):
        super().hold()
        if isinstance(self.screen, SignEntry):
            self.covers += 1
            press_sign(self)
        return self.screen
