"""A person who plays Number UP at the simulated table: lays cards, looks at the OLED, presses buttons."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace

from device.boxes.number_up.drawing import Grid
from device.parts.protocols import Button
from device.screens.content import Message
from games.number_up.pieces import State
from games.spine.dialogue import Laid
from tests.device.at_the_table import Person, person_at
from vision.base.reading import Reason, Status

LETTERS = {  # as the OLED has them in German, small for the light colours
    "red": "Ro",
    "orange": "Or",
    "yellow": "Ge",
    "light_green": "gr",
    "dark_green": "Gr",
    "light_blue": "bl",
    "dark_blue": "Bl",
    "purple": "Li",
}
SETTLED_STEPS = 13  # a hand reaches in and out, the table comes to rest, three frames agree


class CardPlayer:
    """Somebody at the table with a deck of cards. `person` looks and presses, `table` is what hands do."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.table = person.table

    @property
    def screen(self):
        return self.person.screen

    @property
    def state(self) -> State:
        """What the device knows, for comparing only."""
        session = self.person.device.service.talk.session
        return (session.prompt or session.outcome).scene

    @property
    def lines(self):
        return self.person.lines

    def start(self, level="1"):
        chapter = str((int(level) - 1) // 5 + 1)
        self.person.start_level(chapter=chapter, level=level, game="Number UP")
        self.set_out()

    def set_out(self):
        """Take the cards of the level out of the box."""
        self.person.device.set_the_table()
        self.person.wait(SETTLED_STEPS)

    def lay(self, value, colour, row, col):
        """Lay a certain card and wait until the device has looked."""
        assert self.table.lay(value, colour, row, col)
        self.person.wait(SETTLED_STEPS)
        return self.screen

    def take(self, row, col):
        assert self.table.take(row, col)
        self.person.wait(SETTLED_STEPS)
        return self.screen

    def lay_drawn(self, row, col):
        """Lay the card on top of the deck; wait until it is taken or something is said."""
        before = self.state.laid
        card = self.table.drawn()[0]
        assert self.table.lay_drawn(row, col)
        for _ in range(3 * SETTLED_STEPS):
            self.person.wait()
            if self.state.laid > before or isinstance(self.screen, Message) or self.is_asked:
                return card
        raise AssertionError(f"{card} in {row}, {col} is not noticed; the OLED shows {self.screen}")

    def put_right(self, card):
        """Step from a doubtful card to what it really is, and take that; returns how many presses it took."""
        sign = (str(card.value), LETTERS[card.colour])
        for presses in range(1, 50):
            if not self.is_asked:
                return presses  # a better look has answered the question meanwhile
            shown = self.screen.cards[self.screen.cursor]
            if (shown.digit, shown.letter.lower() if shown.is_light else shown.letter) == sign:
                self.person.ok()
                return presses
            self.person.press(Button.DOWN)
        raise AssertionError(f"{card} is not among what is offered")

    @property
    def is_asked(self):
        return isinstance(self.screen, Grid) and self.screen.cursor is not None

    def is_right(self):
        """Whether the device knows exactly what lies on the table."""
        size = self.state.level.size
        known = {divmod(cell, size): tuple(card) for cell, card in enumerate(self.state.grid) if card is not None}
        return known == {cell: tuple(card) for cell, card in self.table.cards().items()}

    @contextmanager
    def misreading(self, right, wrong, *, is_sure):
        """While this lasts, the reader takes one card for another, surely or with the right one as the next guess."""
        watcher = self.person.device.eyes.laid
        read = watcher.read

        def misread(frame, wanted):
            reading = read(frame, wanted)
            cards = tuple(_misread(one, right, wrong, is_sure) for one in reading.cards)
            if cards == reading.cards:
                return reading
            if is_sure:
                return replace(reading, cards=cards)
            return replace(reading, status=Status.UNSURE, reasons=(Reason.UNCLEAR,), cards=cards)

        watcher.read = misread
        try:
            yield
        finally:
            watcher.read = read


def _misread(one, right, wrong, is_sure):
    if one.value != right:
        return one
    if is_sure:
        return one.named(wrong)
    return replace(one.named(wrong), confidence=0.55, others=((right, 0.4),), reasons=(Reason.UNCLEAR,))


def laid_cards(line):
    """The cards of a journal line."""
    from games.spine.dialogue import answer_from_line

    answer = answer_from_line(line)
    assert isinstance(answer, Laid)
    return answer.cards


@contextmanager
def card_player_at(folder, *, seed=1):
    with person_at(folder, seed=seed) as person:
        yield CardPlayer(person)
