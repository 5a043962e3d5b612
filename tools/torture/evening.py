"""An evening of random hands: games, menus, settings, the teach-in, own cards, phones, always elsewhere."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from device.parts.protocols import Button, Press
from device.screens.content import Cover, Lesson, List, Message, SignEntry, Spelling, Tally
from device.simulator.acts.table import SimulatedTable
from device.simulator.render.scene import CardPrint
from device.talks.game_talk import GameTalk
from games.spine.dialogue import (
    Answer,
    Balls,
    Choose,
    Chosen,
    Dice,
    HandOver,
    Noted,
    Notice,
    Number,
    PickNumber,
    Prompt,
    ReadBalls,
    ReadDice,
    ReadLaid,
    ReadShownCard,
)
from games.spine.session import Answered
from tools.torture.guests import at_the_phones_menu, pair, strangers, tapping
from tools.torture.seat import Move, Seat

UP, DOWN, OK, BACK = (Press(button) for button in Button)
HOLD_OK, HOLD_BACK = Press(Button.OK, held=True), Press(Button.BACK, held=True)
ALL = (UP, DOWN, OK, BACK, HOLD_OK, HOLD_BACK)
PATIENCE = 40  # presses to get somewhere; what is in the way then is as good a place
MOST_QUICK = 300  # answers
LINGER = 60  # steps
COME_TO_REST = 4.0  # seconds
LOOKS_BEFORE = 9
THROW_LOOKS = 18  # steps until dice that were thrown have come to rest and were read three times


def finger(seat: Seat, rng: random.Random) -> Press:
    """One press by chance, mostly one that leads on from this screen."""
    screen = seat.screen
    weights: tuple[float, ...]
    match screen:
        case Cover():
            weights = (1, 1, 3, 2, 20, 1)
        case Tally():
            weights = (8, 12, 2, 1, 0.3, 0.3)
        case Message():
            weights = (0.5, 0.5, 20, 1, 0.5, 0.3)
        case List():
            weights = (4, 10, 16, 1.2, 0.3, 0.5)
        case Spelling():
            weights = (4, 4, 10, 1, 3, 0.3)
        case SignEntry():
            weights = (1, 40, 1, 1, 0.5, 0.5)  # mostly the same sign, so that it also opens something
        case Lesson():
            weights = (1, 3, 6, 2, 0.3, 1)
        case _:
            weights = (3, 4, 16, 1, 0.5, 0.5)
    return rng.choices(ALL, weights)[0]


def evening(seat: Seat, rng: random.Random, *, throws: bool = False) -> Iterator[Move]:
    """Moves without end. With `throws` dice are also thrown, cards laid, balls shaken, and looked at."""
    errands: list[tuple[Callable[[Seat, random.Random], Iterator[Move]], float]] = [
        (a_game, 6),
        (a_quick_game, 3),
        (wander, 2),
        (the_settings, 2),
        (a_workshop, 2),
        (the_teach_in, 0.7),
        (the_phones, 1.5),
        (a_tapped_game, 4),
        (strangers, 0.3),
        (a_sign, 0.5),
    ]
    if throws:
        errands.append((a_throw, 4))
    yield from the_first_evening(seat, rng)
    while True:
        errand = rng.choices([one for one, _ in errands], [weight for _, weight in errands])[0]
        yield from errand(seat, rng)


def the_first_evening(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Where nothing was ever played somebody is led in: through all of it, or some of it, or past it."""
    if seat.device.journal.has_sessions() or seat.device.preferences.is_welcomed:
        return
    yield Move()
    if rng.random() < 0.5:
        yield from wander(seat, rng, rng.randrange(25))
        if seat.game is None and isinstance(seat.device.service.talk.wanted, ReadDice):
            yield from a_throw(seat, rng)
    elif rng.random() < 0.7:
        yield from home(seat)


def wander(seat: Seat, rng: random.Random, steps: int | None = None) -> Iterator[Move]:
    """Presses by chance, from wherever one is."""
    for _ in range(rng.randrange(10, 90) if steps is None else steps):
        yield Move(finger(seat, rng))


def a_game(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """A new game of any kind, or the one that is on once more; then presses by chance."""
    if seat.game is None or rng.random() < 0.5:
        yield from _begin_any(seat, rng)
    yield from wander(seat, rng, rng.randrange(40, 250))


def _begin_any(seat: Seat, rng: random.Random) -> Iterator[Move]:
    game_list = seat.device.game_list
    name = rng.choice(list(game_list))
    seat.device.service.begin(seat.device.setup(name, rng.choice(game_list[name].starts)))
    yield Move()


def a_quick_game(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """A game by answers instead of presses, to its end if it has one within reach; then presses by chance."""
    if seat.game is None or seat.game.session.prompt is None:
        yield from _begin_any(seat, rng)
    for _ in range(rng.randrange(20, MOST_QUICK)):
        talk = seat.game
        if talk is None or talk.session.prompt is None:
            break
        yield _quick_move(seat, talk, rng)
    for _ in range(rng.randrange(LINGER)):  # the last screen is looked at for a while
        yield Move()
    yield from wander(seat, rng, rng.randrange(0, 12))


def to_an_end(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Games by answers, one after the other, whichever of them comes to its end; then its last screen is looked at."""
    while True:
        yield from _begin_any(seat, rng)
        for _ in range(MOST_QUICK):
            talk = seat.game
            if talk is None:
                break
            if talk.session.prompt is None:
                yield from (Move() for _ in range(LINGER))
                yield from wander(seat, rng, 3)
                break
            yield _quick_move(seat, talk, rng)


def _quick_move(seat: Seat, talk: GameTalk, rng: random.Random) -> Move:
    """Answer at once what can be answered by chance; the rest is left to fingers."""
    prompt = talk.session.prompt
    answer = _any_answer(prompt, rng) if prompt is not None else None
    if prompt is None or answer is None or prompt.refusal(answer) is not None:
        return Move(finger(seat, rng))
    talk._enter(Answered(answer), None)
    return Move()


def _any_answer(prompt: Prompt, rng: random.Random) -> Answer | None:
    """An answer by chance that may be right; None to leave it to fingers."""
    match prompt:
        case Choose():
            return Chosen(rng.choice([one for one in prompt.options if one.refused is None] or prompt.options).key)
        case PickNumber():
            return Number(rng.randint(prompt.low, prompt.high))
        case ReadDice():
            return Dice(tuple(rng.choices(prompt.faces, k=prompt.count)))
        case ReadBalls():
            return Balls(tuple(rng.sample(prompt.bag, prompt.count)))
        case Notice() | HandOver():
            return Noted()
    return None


def home(seat: Seat) -> Iterator[Move]:
    """Out of whatever is on, to the start."""
    for _ in range(PATIENCE):
        screen = seat.screen
        if seat.game is not None:
            if isinstance(screen, List) and screen.title == seat.told("menu.title"):
                yield from to_row(seat, seat.told("menu.pause"))
                yield Move(OK)
            else:
                yield Move(HOLD_BACK)
                if seat.game is not None and not isinstance(seat.screen, List):
                    yield Move(OK)  # a message above the game
        elif isinstance(screen, List) and screen.title == seat.told("lobby.title"):
            return
        elif isinstance(screen, Message):
            yield Move(OK)
        else:
            yield Move(BACK)


def to_row(seat: Seat, words: str) -> Iterator[Move]:
    """Put the cursor on the row that says this, if there is one."""
    for _ in range(PATIENCE):
        screen = seat.screen
        if not isinstance(screen, List) or screen.rows[screen.cursor].text == words:
            return
        yield Move(DOWN)


def into_settings(seat: Seat) -> Iterator[Move]:
    """To the list of settings."""
    yield from home(seat)
    yield from to_row(seat, seat.told("lobby.settings"))
    yield Move(OK)


def is_settings(seat: Seat) -> bool:
    """Whether the list of settings is shown."""
    return seat.game is None and isinstance(seat.screen, List) and seat.screen.title == seat.told("lobby.settings")


def the_settings(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Change something that can be set."""
    yield from into_settings(seat)
    for _ in range(rng.randrange(1, 6)):
        if is_settings(seat):
            key = rng.choice(("settings.language", "settings.sound", "settings.profile", "settings.table"))
            yield from to_row(seat, seat.told(key))
            yield Move(OK)
        yield from wander(seat, rng, rng.randrange(3))


def a_workshop(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Change a game's own data, where that can be done on the device."""
    yield from into_settings(seat)
    screen = seat.screen
    if not (is_settings(seat) and isinstance(screen, List)):
        return
    ours = {
        seat.told(f"settings.{one}") for one in ("language", "sound", "profile", "teach", "table", "check", "phones")
    } | {seat.told("power.off")}
    others = [row.text for row in screen.rows if row.text not in ours]
    if others:
        yield from to_row(seat, rng.choice(others))
        yield Move(OK)
        yield from wander(seat, rng, rng.randrange(30, 90))


def the_phones(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Let a phone in, give it to somebody, or send one away."""
    yield from into_settings(seat)
    if is_settings(seat):
        yield from to_row(seat, seat.told("settings.phones"))
        yield Move(OK)
    if at_the_phones_menu(seat):
        if rng.random() < 0.7:
            yield from pair(seat, rng)
        yield from wander(seat, rng, rng.randrange(12))


def a_tapped_game(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Whatever is on, or a new game, is answered on a phone or at this machine's page."""
    if rng.random() < (0.7 if seat.game is None else 0.2):
        yield from _begin_any(seat, rng)
    yield from tapping(seat, rng)


def a_sign(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """In a game with secrets: choose a personal sign, or try one, or lay it down."""
    game = seat.game
    if game is None or not game.has_secrets:
        return
    yield Move(HOLD_BACK)
    screen = seat.screen
    if isinstance(screen, List) and screen.title == seat.told("menu.title"):
        yield from to_row(seat, seat.told("menu.signs"))
        yield Move(OK)
        yield from wander(seat, rng, rng.randrange(5, 30))


def the_teach_in(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Teach one card under a name, with real pictures of it; mostly to the end."""
    prints = [
        CardPrint(card.name, card.figures)
        for loaded in seat.device.game_list.values()
        for card in loaded.box.cards(loaded.game)
    ]
    yield from into_settings(seat)
    if not is_settings(seat) or not prints:
        return
    yield from to_row(seat, seat.told("settings.teach"))
    yield Move(OK)
    yield from to_row(seat, seat.told("teach.kind.card"))
    yield Move(OK)
    yield Move(OK)  # the first profile there is, or the name that is offered
    seat.device.table.hold_cards(prints)
    if isinstance(seat.screen, Lesson):
        number = rng.randrange(len(prints))
        yield Move(act=lambda table: table.show_card(number), look=True)
        for _ in range(THROW_LOOKS):
            yield Move(look=True)
        yield Move(OK, look=True)
        yield Move(OK)  # the name that is offered
        for press in (DOWN, OK, OK, OK) if rng.random() < 0.8 else ():
            yield Move(press)
    yield Move(act=lambda table: table.put_back_cards())
    yield from wander(seat, rng, 4)


def a_throw(seat: Seat, rng: random.Random) -> Iterator[Move]:
    """Something happens on the table, mostly what the game waits for, and the eyes are open until it was read."""
    act = rng.choice(MISCHIEF) if rng.random() < 0.15 else _wanted_act(seat, rng)
    for _ in range(rng.choice((0, LOOKS_BEFORE))):  # what lay there when something was entered by hand is no news
        yield Move(look=True)
    yield Move(act=act, look=True)
    if rng.random() < 0.8:
        yield Move(look=True, seconds=COME_TO_REST)  # to watch pieces roll is most of the work, and seldom of interest
    seen = seat.seen
    for _ in range(THROW_LOOKS):
        if seat.device.service.talk.wanted is None or seat.seen > seen:
            break
        yield Move(look=True)
    for _ in range(rng.randrange(5, 60)):  # the eyes stay open while fingers go on
        yield Move(rng.choices((OK, DOWN, finger(seat, rng)), (4, 1, 8))[0], look=True)


def _wanted_act(seat: Seat, rng: random.Random) -> Callable[[SimulatedTable], object]:
    """What hands do at the table for what is asked."""
    row, column, number = rng.randrange(6), rng.randrange(6), rng.randrange(20)
    match seat.device.service.talk.wanted:
        case ReadBalls():
            return SimulatedTable.shake
        case ReadLaid():
            return lambda table: table.lay_drawn(row, column)
        case ReadShownCard():
            return lambda table: table.show_card(number)
    return SimulatedTable.throw_all


MISCHIEF: tuple[Callable[[SimulatedTable], object], ...] = (
    SimulatedTable.throw_held,
    SimulatedTable.nudge,
    SimulatedTable.add_die,
    SimulatedTable.remove_die,
    SimulatedTable.lean_die,
    SimulatedTable.take_shown,
    SimulatedTable.lay_apart,
    SimulatedTable.lay_two,
    SimulatedTable.lose_ball,
    SimulatedTable.move_card,
    lambda table: table.put_hand(True),
    lambda table: table.put_hand(False),
)
