"""What ends a game or opens what cannot be closed is never taken without OK; what was taken back never by itself."""

import random
from dataclasses import replace

import pytest

from device.boxes.box import Box, LoadedGame
from device.boxes.galaktix.box import BOX as GALAKTIX_BOX
from device.boxes.number_up.box import BOX as NUMBER_UP_BOX
from device.boxes.number_up.drawing import Grid
from device.eyes.sight import LaidOut, Shaken, Sight, Thrown
from device.parts.protocols import Button, Press, Tone
from device.screens.content import BallsSeen, DiceSeen, Message, Waiting
from device.talks.game_talk import GameTalk
from games.galaktix.flow import Galaktix
from games.number_up import rules
from games.number_up.flow import NumberUp
from games.number_up.sighting import with_cards
from games.spine.dialogue import (
    Balls,
    Choose,
    Chosen,
    Dice,
    Noted,
    Notice,
    Option,
    Outcome,
    ReadBalls,
    ReadDice,
    ReadLaid,
    Result,
    Setup,
    Watch,
    say,
)
from games.spine.session import Answered, Fixed, Session, Undone
from tests.games.galaktix.test_flow import BOOK as GALAKTIX_BOOK
from tests.games.number_up.boards import BOOK
from vision.base.reading import (
    BallReading,
    BallsReading,
    DiceReading,
    DieReading,
    NumberReading,
    NumbersReading,
    Status,
)

THROW = ReadDice(words=say("throw"), count=3, faces=("pink", "yellow", "tool"))
SHAKE = ReadBalls(words=say("shake"), count=2, bag=("red", "blue", "black"))
CLOSING = Notice(words=say("reveal"), closes=True)
LYING, NEXT = Dice(("pink", "pink", "tool")), Dice(("tool", "tool", "yellow"))
ROAD = Choose(words=say("road"), options=(Option("one", say("one")),), watch=Watch(THROW, LYING))


class Prompts:
    """A game that asks for what the test wants."""

    name, data = "prompts", "p"

    def __init__(self, *prompts):
        self.prompts = prompts

    def play(self, setup):
        for prompt in self.prompts:
            _ = yield prompt
        return Outcome((Result("Ada", 1),), say("end"))


class Heard(list):
    """Remembers what was done: tones, lines of a journal, what the eyes were told."""

    beep = list.append

    def add(self, number, line, source):
        self.append(line)

    def __getattr__(self, name):
        return lambda *_: self.append(name)


class Table:
    """A talk at the prompt that follows these entries."""

    def __init__(self, *prompts, entries=(), game=None, box=None, level=""):
        game = game or Prompts(*prompts)
        self.session = Session(game, Setup(game.name, level, ("Ada",), seed=1, data="p"))
        for entry in entries:
            self.session.make(entry)
        self.eyes, self.heard, self.lines = Heard(), Heard(), Heard()
        box = box or Box(name=game.name, texts_in="", open=lambda box, texts: None)
        loaded = LoadedGame(box, game, ways=("game",), seats=(1, 2))
        self.talk = GameTalk(self.session, 1, loaded, self.lines, self.eyes, self.heard)

    def see(self, pieces, witnessed=True):
        names = pieces.faces if isinstance(pieces, Dice) else pieces.colours
        one, reading, kind = (
            (DieReading, DiceReading, Thrown) if isinstance(pieces, Dice) else (BallReading, BallsReading, Shaken)
        )
        read = tuple(one(name, 100.0 * n, 100.0, 0.99) for n, name in enumerate(names))
        self.talk.see(Sight(seen=kind(reading(Status.SURE, read), witnessed=witnessed)))
        return self.screen

    def press(self, *buttons):
        for button in buttons:
            self.talk.press(Press(button))
        return self.screen

    @property
    def screen(self):
        return self.talk.screen(str, False)


@pytest.mark.parametrize("later", [(), (CLOSING, THROW), (Notice(words=say("page")), CLOSING, THROW)])
def test_20_11_a_throw_that_ends_the_game_or_opens_a_card_waits_for_ok_although_another_one_follows(later):
    table = Table(THROW, *later)
    table.see(LYING)
    screen = table.see(NEXT)
    assert isinstance(screen, DiceSeen)
    assert (screen.title, screen.faces) == ("pieces.only_with_ok", LYING.faces)
    assert (table.lines, table.session.answers) == ([], ())
    assert table.heard[-1] is Tone.SEEN
    table.see(NEXT)
    assert table.lines == []
    table.press(Button.OK)
    assert table.lines == [LYING.to_line()]


def test_20_11_a_throw_that_can_be_taken_back_still_counts_when_another_one_follows():
    table = Table(THROW, THROW, CLOSING)
    table.see(LYING)
    screen = table.see(NEXT)
    assert table.lines == [LYING.to_line()]
    assert (screen.title, screen.faces) == ("dice.seen", NEXT.faces)
    assert table.session.prompt is THROW, "the second one would open the card"


def test_20_11_a_re_roll_that_ends_the_game_waits_for_ok_although_a_third_throw_follows():
    table = Table(THROW, ROAD, entries=[Answered(LYING)])
    table.see(Dice(("pink", "yellow", "tool")))
    assert table.see(NEXT).title == "pieces.only_with_ok"
    assert table.lines == []
    table.press(Button.OK)
    assert table.lines == ["dice pink yellow tool"]


def test_20_11_a_black_ball_is_never_taken_by_itself_however_often_is_shaken():
    table = Table(SHAKE, CLOSING)
    for colours in (("red", "black"), ("blue", "black"), ("red", "black")):
        assert isinstance(table.see(Balls(colours)), BallsSeen)
    assert table.lines == []
    table.press(Button.OK)
    assert table.lines == ["balls red black"]


def test_20_11_an_answer_that_the_rules_refuse_is_refused_and_not_looked_ahead_of():
    refusing = replace(THROW, rule=lambda answer: say("not now"))
    table = Table(refusing)
    table.see(LYING)
    assert isinstance(table.see(NEXT), Message)
    assert table.lines == []


def before_the_last_throw(level):
    """The answers of a game of Galaktix that a throw ends, as chance has it, and that throw."""
    for seed in range(200):
        rng = random.Random(seed)
        session = Session(Galaktix(GALAKTIX_BOOK), Setup("galaktix", level, ("Ada",), 1))
        while session.outcome is None:
            prompt = session.prompt
            watch = prompt.watch if prompt.watch is not None and prompt.watch.refused is None else None
            if isinstance(prompt, ReadDice) or (watch is not None and rng.random() < 0.4):
                read = prompt if isinstance(prompt, ReadDice) else watch.read
                answer = Dice(tuple(rng.choices(read.faces, k=read.count)))
            elif isinstance(prompt, Choose):
                answer = Chosen(rng.choice([one.key for one in prompt.options if one.refused is None]))
            else:
                answer = Noted()
            session.make(Answered(answer))
        *before, last = session.answers
        if isinstance(last, Dice):
            return before, last
    raise AssertionError(f"no throw ends level {level}")


@pytest.mark.parametrize("level", [level.id for level in GALAKTIX_BOOK.levels])
def test_20_11_in_galaktix_a_throw_that_ends_the_game_waits_for_ok_in_every_level(level):
    before, last = before_the_last_throw(level)
    game = Galaktix(GALAKTIX_BOOK)
    table = Table(game=game, box=GALAKTIX_BOX, level=level, entries=[Answered(answer) for answer in before])
    assert isinstance(table.see(last), DiceSeen)
    screen = table.see(Dice(("pink", "pink", "blue", "blue", "tool")))
    assert (screen.title, screen.faces) == ("pieces.only_with_ok", last.faces)
    assert table.session.outcome is None and table.lines == []
    table.press(Button.OK)
    assert table.session.outcome is not None
    assert table.lines == [last.to_line()]


# --- laid cards ----------------------------------------------------------------------------------------------------


def laid_out(state, answer, laid=frozenset()):
    """All cards of this answer as the camera sees them, surely."""
    cards = tuple(
        NumberReading(one.row, one.col, one.value, one.colour, 100.0 * one.col, 100.0 * one.row, 0.999, (), 30.0)
        for one in answer.cards
    )
    return Sight(seen=LaidOut(NumbersReading(Status.SURE, cards), laid=laid))


def card_table(left):
    """A level of Number UP with so many cards left to be laid."""
    session = Session(NumberUp(BOOK), Setup("number_up", "1", ("Ada",), 1))
    entries = []
    while True:
        answer = Noted()
        if isinstance(session.prompt, ReadLaid):
            state = session.prompt.scene
            if 25 - state.laid == left:
                return Table(entries=entries, game=NumberUp(BOOK), box=NUMBER_UP_BOX, level="1"), state
            answer = with_cards(state, [(rules.open_places(state)[0], rules.layable_cards(state)[0])])
        entries.append(Answered(answer))
        session.make(entries[-1])


def next_grid(state, card=0):
    return with_cards(state, [(rules.open_places(state)[0], rules.layable_cards(state)[card])])


def test_20_11_the_last_card_of_number_up_waits_for_ok_and_the_one_before_does_not():
    table, state = card_table(2)
    table.talk.see(laid_out(state, next_grid(state)))
    assert len(table.lines) == 1
    state = table.session.prompt.scene
    table.talk.see(laid_out(state, next_grid(state)))
    assert len(table.lines) == 1
    screen = table.screen
    assert isinstance(screen, Grid)
    assert (screen.title, screen.line) == ("number_up.last", "number_up.ends")
    assert table.session.outcome is None
    table.press(Button.OK)
    assert table.session.outcome is not None


def test_20_5_a_card_taken_back_and_read_as_another_one_is_offered_and_not_taken_by_itself():
    table, state = card_table(20)
    taken, other = next_grid(state), next_grid(state, card=1)
    table.talk.see(laid_out(state, taken))
    table.press(Button.BACK)
    assert table.lines == [taken.to_line(), "undo 1"]
    assert table.eyes[-2:] == ["remember_lying", "tell_again"]
    table.talk.see(laid_out(state, taken))
    assert isinstance(table.screen, Message)
    table.talk.see(laid_out(state, other))
    assert table.screen.title == "number_up.lay_there"
    assert len(table.lines) == 2
    table.press(Button.OK)
    assert table.lines[-1] == other.to_line()


def test_20_5_a_card_taken_back_before_a_power_cut_is_not_taken_by_itself_after_it():
    table, state = card_table(20)
    before = [Answered(answer) for answer in table.session.answers]
    entries = [*before, Answered(next_grid(state)), Undone()]
    table = Table(entries=entries, game=NumberUp(BOOK), box=NUMBER_UP_BOX, level="1")
    table.talk.see(laid_out(state, next_grid(state, card=1)))
    assert table.lines == []
    assert table.screen.title == "number_up.lay_there"


# --- throws and shakes ---------------------------------------------------------------------------------------------

TAKEN = [Answered(LYING), Undone()]
SHAKEN = [Answered(Balls(("red", "blue"))), Undone()]


@pytest.mark.parametrize(
    ("prompts", "entries", "lies"),
    [((THROW, THROW), TAKEN, LYING), ((SHAKE, SHAKE), SHAKEN, Balls(("red", "blue")))],
)
def test_20_5_what_was_taken_back_is_offered_also_after_a_power_cut_and_never_taken_by_itself(prompts, entries, lies):
    table = Table(*prompts, entries=entries)
    for _ in range(3):
        assert table.see(lies, witnessed=False).title == "pieces.lay_there"
    assert table.lines == []
    assert table.see(lies).title != "pieces.lay_there", "thrown anew"
    assert table.lines == []


def test_20_5_a_throw_taken_back_is_offered_even_if_the_one_before_showed_the_same():
    table = Table(THROW, THROW, entries=[Answered(LYING), *TAKEN])
    assert table.see(LYING, witnessed=False).title == "pieces.lay_there"
    table = Table(THROW, THROW, entries=[Answered(LYING)])
    assert isinstance(table.see(LYING, witnessed=False), Waiting), "without a step back it is the one before"


def test_20_5_the_eyes_are_told_when_somebody_begins_to_enter_by_hand():
    for prompt in (THROW, SHAKE):
        table = Table(prompt)
        table.press(Button.OK)
        assert table.eyes[-1] == "remember_lying"


def test_20_5_a_correction_that_drops_later_throws_offers_what_lies_there():
    class Picky(Prompts):
        def play(self, setup):
            first = yield THROW
            again = replace(THROW, rule=lambda answer: say("no") if answer.faces[0] == first.faces[0] else None)
            _ = yield again
            _ = yield THROW
            return Outcome((Result("Ada", 1),), say("end"))

    table = Table(game=Picky(), entries=[Answered(LYING), Answered(NEXT)])
    table.talk._enter(Fixed(0, NEXT))
    assert len(table.session.answers) == 1
    assert "forget" in table.eyes
