"""What going back costs, and that nothing is lost when a rule stumbles: on a game that counts what it is told."""

import pytest

from games.spine.dialogue import Number, PickNumber, Setup, say
from games.spine.errors import BrokenSession, RuleFailed
from games.spine.session import Answered, Fixed, Redone, Session, Undone

SETUP = Setup("endless", "1", ("Ada",), seed=1)
STUMBLES = 13


class Endless:
    """Adds numbers for ever, stumbles over an unlucky one, and counts all it was told, also by a second dialogue."""

    name = "endless"
    data = ""

    def __init__(self):
        self.told = 0

    def play(self, setup):
        total = 0
        while True:
            answer = yield PickNumber(words=say("take"), low=0, high=99, scene=total)
            self.told += 1
            if answer.value == STUMBLES:
                raise ZeroDivisionError("the rules did not think of that")
            total += answer.value


def played(count, game=None):
    """A session of so many answers after which nobody pressed anything for a while."""
    session = Session(game or Endless(), SETUP)
    for _ in range(count):
        session.make(Answered(Number(1)))
    rest(session)
    return session


def rest(session):
    for _ in range(100):
        session.prepare()


def told_by(game, act):
    before = game.told
    act()
    return game.told - before


TAKEN_BACK = {
    "given again": ["undo 1", "redo"],
    "the same answer": ["undo 1", "number 1"],
    "another answer": ["undo 1", "number 2"],
    "three others": ["undo 3", "number 2", "number 3", "number 4"],
}
OF_OLDER_JOURNALS = {"given again": ["undo", "undo", "redo", "redo"], "another answer": ["undo", "number 2"]}


@pytest.mark.parametrize("entries", OF_OLDER_JOURNALS.values(), ids=OF_OLDER_JOURNALS)
def test_21_5_a_journal_that_does_not_say_how_many_were_taken_back_is_played_twice_at_most(entries):
    game = Endless()
    lines = ["number 1"] * 400
    told = told_by(game, lambda: Session.replay(game, SETUP, [*lines, *entries * 1000]))
    assert told <= 2 * 400


@pytest.mark.parametrize("entries", TAKEN_BACK.values(), ids=TAKEN_BACK)
def test_21_5_opening_plays_the_answers_that_stand_however_often_was_undone(entries):
    game = Endless()
    lines = ["number 1"] * 400
    for times in (1, 1000):
        told = told_by(game, lambda times=times: Session.replay(game, SETUP, [*lines, *entries * times]))
        assert told == 400
    session = Session.replay(game, SETUP, [*lines, *entries * 1000])
    assert len(session.answers) == 400
    assert session.take_backs == 0, "nothing was seen in between"


def test_21_5_a_step_back_says_how_many_answers_it_took():
    session = played(3)
    with session.tried(Undone()) as line:
        assert line == "undo 1"


def test_21_5_taking_back_and_answering_otherwise_costs_the_same_early_and_late():
    costs = {}
    for count in (50, 2000):
        game = Endless()
        session = played(count, game)

        def change(session=session):
            session.make(Undone())
            session.make(Answered(Number(2)))

        costs[count] = told_by(game, change)
        rest(session)
        assert told_by(game, change) <= costs[count] + 1, "and again, as soon as there was a moment"
    assert costs[2000] <= 3 * costs[50]


def test_21_5_many_steps_back_and_forward_play_nothing_again():
    game = Endless()
    session = played(1000, game)

    def back_and_forward():
        for _ in range(900):
            session.make(Undone())
        for _ in range(900):
            session.make(Redone())

    assert told_by(game, back_and_forward) == 0
    assert len(session.answers) == 1000


def test_21_5_an_answer_a_rule_stumbles_over_changes_nothing():
    session = played(60)
    before = session.answers, session.prompt, session.can_redo, session.take_backs
    for entry in (Answered(Number(STUMBLES)), Fixed(10, Number(STUMBLES))):
        with pytest.raises(RuleFailed):
            session.make(entry)
        assert (session.answers, session.prompt, session.can_redo, session.take_backs) == before
    session.make(Answered(Number(5)))
    assert session.prompt.scene == 65


def test_21_5_a_prompt_whose_own_rule_stumbles_changes_nothing():
    def stumble(answer):
        raise KeyError("no such card")

    class Picky(Endless):
        def play(self, setup):
            while True:
                yield PickNumber(words=say("take"), low=0, high=9, rule=stumble)

    session = Session(Picky(), SETUP)
    with pytest.raises(RuleFailed):
        session.make(Answered(Number(1)))
    assert session.answers == ()


def test_21_5_a_stored_answer_a_rule_stumbles_over_breaks_its_session_by_name_of_the_line():
    with pytest.raises(BrokenSession, match="line 2 "):
        Session.replay(Endless(), SETUP, ["number 1", f"number {STUMBLES}", "number 1"])
    assert Session.replay(Endless(), SETUP, ["number 1", f"number {STUMBLES}", "undo 1"]).answers == (Number(1),)


def test_21_5_a_game_that_cannot_even_begin_is_a_broken_session():
    class Dead(Endless):
        def play(self, setup):
            raise TypeError("no players")

    with pytest.raises(BrokenSession):
        Session.replay(Dead(), SETUP, [])


def test_21_5_whoever_waits_for_a_long_replay_is_told_that_it_goes_on():
    told = []
    Session.replay(Endless(), SETUP, ["number 1"] * 1000, lambda: told.append(1))
    assert len(told) >= 10


@pytest.mark.parametrize("line", ["undo 0", "undo -1", "undo x", "undo ", "undo 2"])
def test_21_5_a_step_back_that_cannot_have_been_is_refused(line):
    with pytest.raises(BrokenSession, match="line 2 "):
        Session.replay(Endless(), SETUP, ["number 1", line])
