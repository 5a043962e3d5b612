"""What was seen of a hidden card stands: no way back behind a question or an outcome, for any of the cards."""

from functools import cache

import pytest

from games.spine.dialogue import Choose, Noted, Number, PickNumber, say
from games.spine.errors import IllegalAnswer
from games.spine.session import Answered, Fixed, Session, Undone
from games.sternenfahrer.deck import new_deck
from tests.games.sternenfahrer import test_both_ways as today
from tests.games.sternenfahrer.playing import CARD_SET, GAME, Beginner, at_the_table, fly, give, note_all

CARDS = tuple(CARD_SET.encounters)
WAYS = ("former", *today.WAYS)  # as sessions of flow 1 are asked, Begleiter, Voll
WITHOUT_QUESTION = (30, 31, 32)


@cache
def seeds():
    """For every card a seed whose shuffled cards begin with it."""
    found = {new_deck(seed, CARDS).pile[0]: seed for seed in range(400)}
    assert set(found) == set(CARDS)
    return found


def met(number, way="former"):
    """A session that stands at the first page of this card."""
    seed = seeds()[number]
    if way == "former":
        return give(fly(at_the_table(seed=seed), "black", "red"), "right")
    session = today.flying(today.at_the_table(3, way, seed=seed), "black", "red")
    return give(session, "right") if way == "full" else session


def is_refused(session, entry):
    """Whether the entry may not be made, and trying it has changed nothing."""
    before = session.prompt
    with pytest.raises(IllegalAnswer) as caught:
        session.make(entry)
    return session.prompt is before and caught.value.reason == say("refused.closed")


def is_over(session):
    """Whether the encounter is over: the menu of the flight, the next roll or the end."""
    return session.prompt is None or session.prompt.words.key in ("sternenfahrer.speed", "sternenfahrer.roll")


def is_question(prompt):
    """Whether a card asks, not the rules what to lose or to gain."""
    return isinstance(prompt, Choose | PickNumber) and prompt.words.key.startswith("sternenfahrer.ask.")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", CARDS)
def test_20_3_there_is_no_way_back_behind_a_card_that_was_seen(number, way):
    session = met(number, way)
    assert session.prompt.closes
    assert is_refused(session, Undone())
    asked = [prompt.words.key for prompt in session.prompts]
    assert asked[-1] == ("sternenfahrer.shake" if way == "companion" else "sternenfahrer.encounter_hands")
    for before, answer in enumerate(session.answers):
        assert is_refused(session, Fixed(before, answer))
    again = Session.replay(GAME, session.setup, [answer.to_line() for answer in session.answers])
    assert is_refused(again, Undone()), "nor after a power cut"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", CARDS)
def test_20_3_an_answer_stands_from_the_moment_its_outcome_is_seen(number, way):
    asked = 0
    for chance in range(6):
        session, player = met(number, way), Beginner(chance)
        while not is_over(session):
            prompt = session.prompt
            session.make(Answered(player.answer(prompt)))
            if is_question(prompt):
                asked += 1
                if isinstance(prompt, PickNumber) and session.answers[-1] != Number(0):
                    session.make(Answered(Noted()))  # the gift is only paid yet, and nothing is told
                assert is_refused(session, Undone())
    assert asked or number in WITHOUT_QUESTION


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", CARDS)
def test_20_4_a_card_that_was_seen_never_comes_to_the_next_player(number, way):
    """However often one steps back during the encounter and after it, the shake before it cannot be reached."""
    session, player = met(number, way), Beginner(number)
    first, shaken = session.prompt, len(session.answers)
    for _ in range(60):
        while session.can_undo:
            session.make(Undone())
        assert len(session.answers) >= shaken
        if is_over(session):
            break
        note_all(session)
        if not is_over(session):
            session.make(Answered(player.answer(session.prompt)))
    assert first in session.prompts


def test_20_3_a_gift_can_be_counted_again_before_anything_is_told():
    session = met(2)
    note_all(session)
    question = session.prompt
    session.make(Answered(Number(2)))
    session.make(Undone())
    assert session.prompt == question


def test_20_3_what_was_entered_wrongly_before_the_card_is_put_right_by_the_figures():
    session, player = met(2), Beginner(4)
    while session.prompt.words.key != "sternenfahrer.speed":
        session.make(Answered(player.answer(session.prompt)))
    give(session, "figures", "0", "hand", 7, "back")
    assert session.prompt.scene.players[0].hand == 7


def test_a_step_back_that_an_older_journal_holds_is_still_played_as_it_was():
    session = met(2)
    lines = [*(answer.to_line() for answer in session.answers), "undo", "undo"]
    again = Session.replay(GAME, session.setup, lines)
    assert len(again.answers) == len(session.answers) - 2
