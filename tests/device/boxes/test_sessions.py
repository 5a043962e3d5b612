"""Sessions of every game: what was taken back is not played again, and everything is as if it had been."""

from random import Random

import pytest

from device.boxes.loader import open_shipped
from device.boxes.shipped import SHIPPED
from games.spine.dialogue import Setup
from games.spine.errors import IllegalAnswer
from games.spine.session import Answered, Fixed, Redone, Session, Undone
from tests.games.spine.plain_session import PlainSession
from tests.games.spine.random_answers import random_answer

NAMES = ("Ada", "Ben", "Cleo")
SEEDS = range(6)
ENTRIES = 120


def game_of(box, seed):
    """The game, and a set-up of it by chance."""
    loaded, rng = open_shipped(box), Random(seed)
    players = NAMES[: max(loaded.seats) if max(loaded.seats) <= 3 else 3]
    return loaded.game, Setup(box.name, rng.choice(loaded.starts), players, seed, loaded.game.data)


def random_entry(session, rng):
    """Anything somebody may do, also what is refused."""
    what = rng.random()
    if session.prompt is None or what < 0.2:
        return Undone()
    if what < 0.3:
        return Redone()
    if what < 0.35 and session.answers:
        index = rng.randrange(len(session.answers))
        answer = random_answer(session.prompts[index], rng)
        return Fixed(index, answer) if answer is not None else Redone()
    answer = random_answer(session.prompt, rng)
    return Answered(answer) if answer is not None else Undone()


def told(session):
    return session.answers, session.prompts, session.prompt, session.outcome, session.undone


def same(session, plain):
    assert told(session) == told(plain)
    assert session.undo_refusal is None if len(plain.answers) > plain.closed else session.undo_refusal is not None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("box", SHIPPED, ids=lambda box: box.name)
def test_every_entry_leads_where_playing_all_of_it_again_would_lead(box, seed):
    game, setup = game_of(box, seed)
    rng = Random(seed)
    session, plain = Session(game, setup), PlainSession(game, setup)
    lines, older_lines = [], []
    for _ in range(ENTRIES):
        entry = random_entry(session, rng)
        if rng.random() < 0.1:
            session.prepare()
        try:
            with session.tried(entry) as line:
                lines.append(line)
        except IllegalAnswer:
            same(session, plain)
            continue
        older_lines.append(entry.to_line())
        plain.enter(entry)
        same(session, plain)
    for kept in (lines, older_lines):
        again = Session.replay(game, setup, kept)
        same(again, plain)
        assert again.take_backs == session.take_backs <= sum(line.startswith("undo") for line in lines)
        assert told(PlainSession.replay(game, setup, kept)) == told(plain)


class Unwritten(Exception):
    """The disk did not take it."""


@pytest.mark.parametrize("box", SHIPPED, ids=lambda box: box.name)
def test_what_cannot_be_written_leaves_the_session_where_it_stood(box):
    game, setup = game_of(box, 3)
    rng = Random(3)
    session, plain = Session(game, setup), PlainSession(game, setup)
    failed = 0
    for _ in range(ENTRIES):
        entry = random_entry(session, rng)
        fails = rng.random() < 0.4
        try:
            with session.tried(entry):
                if fails:
                    raise Unwritten
        except IllegalAnswer:
            continue
        except Unwritten:
            failed += 1
        else:
            plain.enter(entry)
        same(session, plain)
    assert failed > 10
