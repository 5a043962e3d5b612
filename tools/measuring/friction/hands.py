"""Hands that play a written evening at the whole device: real loop, real eyes, the simulated table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from device.app import Device
from device.eyes.sight import Sight, Wanted
from device.parts.protocols import Button
from device.screens.caption import caption_of
from device.screens.content import (
    BallsSeen,
    Cover,
    DiceSeen,
    Ending,
    List,
    Message,
    Picker,
    Ranking,
    Row,
    Screen,
    Sheet,
)
from device.screens.of_games import GameScreen
from device.simulator.render.scene import PIPS_OF, Face
from device.talks.game_talk import GameTalk
from device.words.catalogue import Catalogue
from games.spine.dialogue import Balls, Dice, Laid, say
from tools.measuring.friction.counts import Counts
from tools.measuring.friction.evening import At, Evening

STEP_SECONDS = 0.1
LINGER_SECONDS = 2.5  # so long a player waits whether something goes by itself, before pressing OK
PATIENCE_SECONDS = 12.0  # so long for anything at all
MOST_STEPS = 60_000
MOST_AT_A_DOUBT = 60  # presses
BUTTONS = {"ok": Button.OK, "up": Button.UP, "down": Button.DOWN, "back": Button.BACK}
AT_THE_TABLE = ("throw", "shake", "lay", "show")


class Clock:
    """Time that passes with every step."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


class Stuck(Exception):
    """The evening cannot be played on; the words say where."""


class Hands:
    """Somebody who plays an evening as it is written. `counts` is what it has cost until now."""

    def __init__(self, device: Device, clock: Clock, evening: Evening, most_rounds: int | None = None) -> None:
        self.device, self.evening, self.counts = device, evening, Counts()
        self._clock = clock
        self._most_rounds = most_rounds
        self._words = Catalogue.load("de", packages=[one.box.texts_in for one in device.game_list.values()])
        self._used: Counter[At] = Counter()
        self._waiting: list[str] = []  # acts that are still to be done at this screen
        self._since = 0.0  # since when the screen has been the same
        self._before: str = ""
        self._answers: int | None = None  # how many there were before hands did something at the table
        self._rest: float | None = None  # when the table comes to rest after it; None once the reading was told
        self._card = ""  # the card that was laid last, in words
        self._is_asked = self._is_over = self._is_complained = False
        look = device.eyes.look

        def looked(wanted: Wanted | None) -> Sight:
            sight = look(wanted)
            if sight.seen is not None and self._rest is not None and clock() >= self._rest:
                self.counts.seconds.append(clock() - self._rest)
                self._rest = None
            return sight

        device.eyes.look = looked  # type: ignore[method-assign]

    @property
    def screen(self) -> Screen:
        assert self.device.service.screen is not None
        return self.device.service.screen

    def play(self) -> Counts:
        """The whole evening; what it has cost."""
        try:
            for _ in range(MOST_STEPS):
                self._step()
                if self._is_over:
                    return self.counts
                self._go_on()
            raise Stuck("it does not end")
        except Stuck as stuck:
            self.counts.stuck += 1
            self.counts.pressed_at[f"stuck: {stuck}"] += 1
            return self.counts

    # --- time and presses ---

    def _step(self) -> None:
        self._clock.seconds += STEP_SECONDS
        self.device.service.step()
        self.device.set_the_table()
        words = caption_of(self.screen)
        if words != self._before:
            self._before, self._since = words, self._clock()

    def _press(self, button: Button, held: bool = False) -> None:
        self.counts.presses += 1
        self.counts.pressed_at[self._before.split("\n")[0]] += 1
        self.counts.presses_after += self._is_ending()
        self.device.panel.press(button, held=held)
        self._since = self._clock()
        self._step()

    @property
    def _stands_for(self) -> float:
        """Seconds in which the screen has not changed, and nobody has pressed."""
        return self._clock() - self._since

    # --- what to do now ---

    def _go_on(self) -> None:
        self._count_what_is_said()
        if self._waiting:
            self._do(self._waiting.pop(0))
        elif isinstance(self.screen, Ending | Ranking):
            self._is_over = True
        elif self._is_open():
            self._mind_the_reading()
        elif (at := self._written()) is not None:
            self._used[at] += 1
            self._waiting = list(at.do)
        elif not self._do_as_anybody() and self._stands_for > PATIENCE_SECONDS:
            raise Stuck(f"nobody knows what to do at {self._before!r}")

    def _count_what_is_said(self) -> None:
        """Count a doubt and a complaint once each."""
        is_asked = self._is_doubted()
        is_complained = isinstance(self.screen, Message) and self.screen.is_warning
        self.counts.questions += is_asked and not self._is_asked
        self.counts.complaints += is_complained and not self._is_complained
        self._is_asked, self._is_complained = is_asked, is_complained

    def _waits_for_the_end(self) -> bool:
        """Whether the last piece waits for OK: nobody doubts it, but it ends the game."""
        return bool(self.evening.last) and self._before.startswith(self.evening.last)

    def _is_doubted(self) -> bool:
        return _doubt(self.screen) and not self._waits_for_the_end()

    def _is_ending(self) -> bool:
        """Whether the game ends with this press, or has ended."""
        talk = self.device.service.talk
        is_over = isinstance(talk, GameTalk) and talk.session.outcome is not None
        return is_over or self._waits_for_the_end()

    def _is_open(self) -> bool:
        """Whether what hands did at the table has not been taken yet."""
        if self._answers is None:
            return False
        talk = self.device.service.talk
        if isinstance(talk, GameTalk) and len(talk.session.answers) <= self._answers:
            return True
        self._answers = self._rest = None
        self._check(talk)
        return False

    def _mind_the_reading(self) -> None:
        """Wait for the reading; put right what it doubts, take what does not go by itself."""
        if self._waits_for_the_end():
            self._press(Button.OK)
        elif self._is_doubted():
            self._put_right()
        elif isinstance(self.screen, DiceSeen | BallsSeen | Message | List) and self._stands_for >= LINGER_SECONDS:
            self._do_as_anybody()
        elif self._stands_for > PATIENCE_SECONDS:
            raise Stuck(f"what was done at the table is not seen: {self._before!r}")

    def _written(self) -> At | None:
        lines = self._before.split("\n")
        for at in self.evening.at:
            is_left = at.times is None or self._used[at] < at.times
            if is_left and any(line.removeprefix("> ").startswith(at.says) for line in lines):
                return at
        return None

    def _do_as_anybody(self) -> bool:
        """What everybody does at such a screen; False if nobody knows."""
        match self.screen:
            case Cover():
                self._press(Button.OK, held=True)
            case List(rows=rows, cursor=cursor) if rows[cursor].is_refused:
                self._press(Button.DOWN)
            case List() | Message() | Sheet() | Picker() | DiceSeen() | BallsSeen():
                self._press(Button.OK)
            case GameScreen() if _choices(self.screen)[0]:
                self._press(Button.OK)
            case _:
                return False
        return True

    # --- acts ---

    def _do(self, act: str) -> None:
        word, *more = act.split()
        if word in BUTTONS:
            for _ in range(int(more[0]) if more else 1):
                self._press(BUTTONS[word])
        elif word in AT_THE_TABLE:
            if "again" not in more:
                self._begin_round(word)
            if not self._is_over:
                self._do_at_the_table(word, more)
        else:
            others: dict[str, Callable[[], None]] = {
                "hold": lambda: self._press(BUTTONS[more[0]], held=True),
                "row": lambda: self._row(act.removeprefix("row ")),
                "number": lambda: self._number(int(more[0])),
                "put": self._put_away,
                "turn": lambda: self._begin_round(word),
                "wait": lambda: self._wait(float(more[0])),
                "end": self._end,
            }
            others[word]()

    def _begin_round(self, word: str) -> None:
        if word != self.evening.round:
            return
        if self.counts.rounds == self._most_rounds:
            self._end()
            return
        if not self.counts.rounds:
            self.counts.presses_before = self.counts.presses
        self.counts.rounds += 1
        self.counts.began.append(self.counts.presses)

    def _do_at_the_table(self, word: str, more: list[str]) -> None:
        talk, table = self.device.service.talk, self.device.table
        self._answers = len(talk.session.answers) if isinstance(talk, GameTalk) else None
        if word == "throw" and more and more[0] != "again":
            table.throw_all([face for pips in more for face in Face if str(PIPS_OF[face]) == pips])
        elif word == "throw" and more:
            for place in self.device.eyes.places()[: int(more[1])]:
                table.pick_up(*place)
            table.throw_held()
        elif word == "throw":
            table.throw_all()
        elif word == "shake":
            table.show_balls(tuple(more)) if more else table.shake()
        elif word == "show":
            self._show(" ".join(more))
        else:
            row, col = (int(more[0]), int(more[1])) if more else self._next_cell()
            value, colour = table.drawn()[0]
            self._card = self._words.tell(say(self.evening.card, colour=say(f"colour.{colour}"), value=value))
            table.lay_drawn(row, col)
        self._rest = table.state().rest_seconds

    def _row(self, text: str) -> None:
        screen = self.screen
        if not isinstance(screen, List | GameScreen):
            raise Stuck(f"there is no list to find {text!r} in: {self._before!r}")
        rows, cursor = (screen.rows, screen.cursor) if isinstance(screen, List) else _choices(screen)
        found = [n for n, row in enumerate(rows) if row.text.startswith(text)]
        if not found:
            raise Stuck(f"no row begins with {text!r}: {self._before!r}")
        down = (found[0] - cursor) % len(rows)
        up = len(rows) - down
        for _ in range(min(down, up)):
            self._press(Button.DOWN if down <= up else Button.UP)
        self._press(Button.OK)

    def _number(self, number: int) -> None:
        while isinstance(self.screen, Picker) and self.screen.value != number:
            self._press(Button.UP if self.screen.value < number else Button.DOWN)
        self._press(Button.OK)

    def _wait(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_SECONDS)):
            self._step()

    def _show(self, name: str) -> None:
        state = self.device.table.state().shown
        names = state.names if state is not None else ()
        if name not in names:
            raise Stuck(f"there is no card {name!r} in the hand: {names}")
        self.device.table.show_card(names.index(name))

    def _put_away(self) -> None:
        self.device.table.take_shown()

    def _end(self) -> None:
        self._is_over = True

    def _next_cell(self) -> tuple[int, int]:
        """The free cell of the grid beside others that is nearest to the middle."""
        state = self.device.table.state().cards
        assert state is not None
        middle = (state.size - 1) / 2
        laid = set(self.device.table.cards())
        free = [(cell.row, cell.col) for cell in state.cells if not cell.has_card]
        beside = [(r, c) for r, c in free if {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & laid] or free
        return min(beside, key=lambda cell: (max(abs(cell[0] - middle), abs(cell[1] - middle)), cell))

    # --- what really lies there ---

    def _put_right(self) -> None:
        """Step through what a doubtful piece may be until it is what lies there, and take that."""
        for _ in range(MOST_AT_A_DOUBT):
            if not self._is_doubted():
                return
            self._press(Button.OK if self._shows_the_truth() else Button.DOWN)
        raise Stuck(f"what lies there is not offered: {self._before!r}")

    def _shows_the_truth(self) -> bool:
        match self.screen:
            case DiceSeen(faces=faces):
                return sorted(map(str, faces)) == sorted(self._lying())
            case BallsSeen(colours=colours):
                return sorted(map(str, colours)) == sorted(self._lying())
        whole = self._before.replace("- ", "")  # a long colour stands in two lines of its panel
        return any(line.startswith(self._card) for line in whole.split("\n"))

    def _lying(self) -> list[str]:
        table = self.device.table
        if isinstance(self.screen, BallsSeen):
            return list(table.balls())
        faces = [face for face in table.faces().values() if face is not None]
        is_pips = isinstance(self.screen, DiceSeen) and any(str(face).isdecimal() for face in self.screen.faces)
        return [str(PIPS_OF[face]) if is_pips else face.value for face in faces]

    def _check(self, talk: object) -> None:
        """Count an answer that is not what lies there."""
        answer = talk.session.answers[-1] if isinstance(talk, GameTalk) and talk.session.answers else None
        table = self.device.table
        if isinstance(answer, Laid):
            meant = {(card.row, card.col): (card.value, card.colour) for card in answer.cards}
            self.counts.wrong += meant != {cell: tuple(card) for cell, card in table.cards().items()}
        elif isinstance(answer, Dice | Balls):
            told = sorted(answer.to_line().split()[1:])
            faces = [face for face in table.faces().values() if face is not None]
            lying = (
                sorted(face.value for face in faces),
                sorted(str(PIPS_OF.get(face, "")) for face in faces),
                sorted(table.balls()) if table.state().ship is not None else [],
            )
            self.counts.wrong += told not in lying


def _choices(screen: GameScreen) -> tuple[tuple[Row, ...], int]:
    """What can be chosen on a page of a game's own, where it offers something, and which of it OK takes."""
    return tuple(Row(one.text) for one in getattr(screen, "choices", ())), getattr(screen, "chosen", 0)


def _doubt(screen: Screen) -> bool:
    """Whether the camera asks about a piece."""
    if isinstance(screen, DiceSeen | BallsSeen):
        return bool(screen.doubtful)
    return isinstance(screen, GameScreen) and getattr(screen, "cursor", None) is not None
