"""The desk that shows how a combat went: both sums, the winner and the points on one page, the cards behind it."""

from __future__ import annotations

from device.boxes.galaktico.combat_drawing import CombatResult, ResultRow
from device.boxes.galaktico.pages_desk import page_screen
from device.desks.desk import Back, Given, Reply, Tell
from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Button, Press
from device.records.journal import Source
from device.screens.content import Screen
from games.galaktico.fighting import PUT_RIGHT, ShowCombat, SideTold
from games.spine.dialogue import Chosen, Option, say

LOOK = "look"  # at the cards: nothing that is answered


class CombatDesk:
    """Up and down choose what comes next, OK does it. Back leads to the cards as long as one can be put right."""

    wanted: Wanted | None = None

    def __init__(self, prompt: ShowCombat) -> None:
        self.prompt = prompt
        self._options = (*prompt.options, Option(LOOK, say("galaktico.menu.look")))
        self._at = 0
        self._page: int | None = None  # of the cards and sums, if they are looked at

    def press(self, press: Press) -> Reply:
        return self._choose(press.button) if self._page is None else self._leaf(press.button, self._page)

    def _choose(self, button: Button) -> Reply:
        match button:
            case Button.UP:
                self._at = (self._at - 1) % len(self._options)
            case Button.DOWN:
                self._at = (self._at + 1) % len(self._options)
            case Button.OK if self._options[self._at].key == LOOK:
                self._page = 0
            case Button.OK:
                return Given(Chosen(self._options[self._at].key), Source.BUTTONS)
            case Button.BACK if any(option.key == PUT_RIGHT for option in self._options):
                return Given(Chosen(PUT_RIGHT), Source.BUTTONS)
            case Button.BACK:
                return Back()
        return None

    def _leaf(self, button: Button, page: int) -> Reply:
        """OK and back lead from the cards to the result again."""
        step = {Button.UP: -1, Button.DOWN: 1}.get(button)
        self._page = None if step is None else (page + step) % len(self.prompt.pages)
        self._at = self._at if step else 0
        return None

    def see(self, sight: Sight) -> Reply:
        return None

    def screen(self, tell: Tell, blink: bool) -> Screen:
        prompt = self.prompt
        if self._page is not None:
            return page_screen(prompt.pages[self._page], tell)
        return CombatResult(
            title=tell(prompt.words),
            gain=_gain(prompt, tell),
            rows=tuple(_row(side, tell) for side in prompt.sides),
            way=tell(prompt.news) if prompt.news else "",
            choice=tell(self._options[self._at].words),
        )


def _row(side: SideTold, tell: Tell) -> ResultRow:
    letter = tell(say(f"galaktico.letter.{side.ship.value}"))
    return ResultRow(side.ship.value, letter, side.player, side.total, side.gain)


def _gain(prompt: ShowCombat, tell: Tell) -> str:
    """The points in words; in a tie each side has its own."""
    gains = [side.gain for side in prompt.sides if side.gain]
    return tell(say("galaktico.points", n=gains[0])) if len(gains) == 1 else ""
