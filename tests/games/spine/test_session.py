"""Sessions: replay, undo, redo and corrections on a tiny game."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.spine.dialogue import FLOW, HandOver, Noted, Number, Outcome, PickNumber, Result, Setup, say
from games.spine.errors import BrokenSession, IllegalAnswer, UnreadableLine
from games.spine.session import Answered, Fixed, Redone, Session, Undone, entry_from_line

SETUP = Setup("countdown", "1", ("Ada",), seed=1)


class Countdown:
    """Take 1 to 3 from 10 until nothing is left; never more than there is."""

    name = "countdown"
    data = ""

    def play(self, setup):
        left, turns = 10, 0
        while left:
            answer = yield PickNumber(words=say("take"), low=1, high=min(3, left), scene=left)
            left -= answer.value
            turns += 1
        return Outcome((Result(setup.players[0], turns),), say("end"), scene=left)


def played(*numbers):
    session = Session(Countdown(), SETUP)
    for number in numbers:
        session.make(Answered(Number(number)))
    return session


def told(session):
    return session.answers, session.prompt, session.outcome, session.can_redo


def test_a_game_goes_from_the_first_prompt_to_its_outcome():
    session = played(3, 3, 3)
    assert session.prompt == PickNumber(words=say("take"), low=1, high=1, scene=1)
    session.make(Answered(Number(1)))
    assert session.prompt is None
    assert session.outcome.results == (Result("Ada", 4),)


def test_an_illegal_answer_changes_nothing():
    session = played(3)
    before = told(session)
    with pytest.raises(IllegalAnswer) as refusal:
        session.make(Answered(Number(4)))
    assert refusal.value.reason == say("refused.range", low=1, high=3)
    assert told(session) == before


def test_undo_goes_back_one_answer_and_redo_gives_it_again():
    session = played(1, 2, 3)
    before = told(session)
    session.make(Undone())
    assert told(session)[:3] == told(played(1, 2))[:3]
    session.make(Redone())
    assert told(session) == before


def test_undo_also_leads_back_from_the_end():
    session = played(3, 3, 3, 1)
    session.make(Undone())
    assert session.outcome is None
    assert session.prompt.scene == 1


def test_there_is_nothing_to_undo_at_the_start_and_nothing_to_redo_without_undo():
    session = played()
    with pytest.raises(IllegalAnswer):
        session.make(Undone())
    with pytest.raises(IllegalAnswer):
        session.make(Redone())
    with pytest.raises(IllegalAnswer):
        session.make(Fixed(0, Number(1)))


def test_a_new_answer_after_undo_forgets_the_old_one():
    session = played(1, 2)
    session.make(Undone())
    session.make(Answered(Number(3)))
    assert not session.can_redo


def test_a_correction_keeps_the_later_answers_that_are_still_legal():
    session = played(1, 2, 3)
    session.make(Fixed(0, Number(3)))
    assert session.answers == (Number(3), Number(2), Number(3))
    assert session.prompt.scene == 2


def test_a_correction_drops_what_is_no_longer_legal():
    session = played(1, 3, 3, 3)
    session.make(Fixed(0, Number(2)))
    assert session.answers == (Number(2), Number(3), Number(3))
    assert session.prompt.scene == 2


def test_a_correction_must_itself_be_legal():
    session = played(1, 2)
    with pytest.raises(IllegalAnswer):
        session.make(Fixed(1, Number(9)))
    assert session.answers == (Number(1), Number(2))


def test_nothing_follows_the_end():
    with pytest.raises(IllegalAnswer) as refusal:
        played(3, 3, 3, 1).make(Answered(Number(1)))
    assert refusal.value.reason == say("refused.over")


moves = st.one_of(
    st.builds(Answered, st.builds(Number, st.integers(1, 3))),
    st.just(Undone()),
    st.just(Redone()),
    st.builds(Fixed, st.integers(0, 5), st.builds(Number, st.integers(1, 3))),
)


@given(st.lists(moves, max_size=25))
def test_replaying_the_entries_leads_to_the_same_prompt(entries):
    session = Session(Countdown(), SETUP)
    lines = []
    for entry in entries:
        try:
            session.check(entry)
        except IllegalAnswer:
            continue
        lines.append(entry.to_line())
        session.make(entry)
    assert told(Session.replay(Countdown(), SETUP, lines)) == told(session)


@given(moves)
def test_every_entry_comes_back_from_its_one_line(entry):
    assert entry_from_line(entry.to_line()) == entry


@pytest.mark.parametrize("line", ["fix", "fix x number 1", "fix 1", "fix 1 nothing"])
def test_a_broken_correction_line_is_refused(line):
    with pytest.raises(UnreadableLine):
        entry_from_line(line)


def test_a_session_that_no_longer_fits_the_rules_says_where():
    with pytest.raises(BrokenSession, match="line 2"):
        Session.replay(Countdown(), SETUP, ["number 1", "number 7"])
    with pytest.raises(BrokenSession, match="line 1"):
        Session.replay(Countdown(), SETUP, ["garbage"])


# --- what somebody answers alone ---


class Whispering:
    """Ada and Ben each pick three numbers in secret, then everybody picks one."""

    name = "whispering"
    data = ""

    def play(self, setup):
        for player in setup.players:
            yield HandOver(words=say("take it"), audience=player)
            for _ in range(3):
                yield PickNumber(words=say("pick"), low=1, high=9, audience=player)
        yield PickNumber(words=say("all"), low=1, high=9)
        return Outcome((), say("end"))


SECRET = [Noted(), Number(1), Number(2), Number(3)]


def whispered(*answers):
    session = Session(Whispering(), Setup("whispering", "1", ("Ada", "Ben"), seed=1))
    for answer in answers:
        session.make(Answered(answer))
    return session


def test_own_answers_in_secret_are_taken_back_one_by_one():
    session = whispered(*SECRET[:3])
    session.make(Undone())
    assert session.answers == tuple(SECRET[:2])
    session.make(Redone())
    assert session.answers == tuple(SECRET[:3])


@pytest.mark.parametrize("bens", [[], SECRET[:1], SECRET])
def test_what_another_answered_alone_is_taken_back_and_given_again_as_a_whole(bens):
    session = whispered(*SECRET, *bens)
    before = told(session)
    stops = []
    while session.can_undo:
        session.make(Undone())
        stops.append(len(session.answers))
    assert stops == ([4, 0] if bens else [0])
    assert isinstance(session.prompt, HandOver)
    while session.can_redo:
        session.make(Redone())
    assert told(session) == before


def test_the_same_ok_once_more_loses_nothing_of_what_was_taken_back():
    session = whispered(*SECRET)
    before = told(session)
    session.make(Undone())
    session.make(Answered(Noted()))
    assert session.undone == (Number(3), Number(2), Number(1))
    session.make(Redone())
    assert told(session) == before


def test_any_other_answer_forgets_it_even_the_same_one():
    """Otherwise whoever tries could see in the menu that it was right."""
    session = whispered(*SECRET)
    session.make(Undone())
    session.make(Answered(Noted()))
    session.make(Answered(Number(1)))
    assert not session.can_redo


def test_a_session_is_asked_what_it_was_asked_when_it_began():
    older = Setup.from_line("game level=1 players=Ada seed=1 data=x")
    assert older.flow == 1 and Setup.from_line(older.to_line()) == older
    assert Setup("game", "1", ("Ada",), 1).flow == FLOW
    newer = replace(older, flow=FLOW + 1)
    with pytest.raises(BrokenSession, match="newer"):
        Session.replay(Countdown(), newer, [])
