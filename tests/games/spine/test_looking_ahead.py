"""Whether an answer leads to what closes all before it, or to the end, before anybody has given it."""

import random

import pytest

from games.galaktix.flow import Galaktix
from games.number_up import rules
from games.number_up.flow import NumberUp
from games.number_up.sighting import with_cards
from games.spine.dialogue import (
    Balls,
    Choose,
    ChooseShownCard,
    Chosen,
    Dice,
    Noted,
    Notice,
    Number,
    Option,
    Outcome,
    PickNumber,
    ReadBalls,
    ReadDice,
    ReadLaid,
    Result,
    Setup,
    Watch,
    say,
)
from games.spine.looking_ahead import MOST_PRESSES
from games.spine.session import Answered, Session, Undone
from tests.games.galaktix.test_flow import BOOK as GALAKTIX_BOOK
from tests.games.number_up.test_flow import BOOK as NUMBER_UP_BOOK
from tests.games.sternenfahrer.playing import GAME as STERNENFAHRER
from tests.games.sternenfahrer.playing import NAMES, Beginner

THROW = ReadDice(words=say("throw"), count=1, faces=("1", "2"))
PAGE, CLOSING = Notice(words=say("page")), Notice(words=say("reveal"), closes=True)
ONE, NO = Option("one", say("one")), Option("no", say("no"), refused=say("not now"))
ONE_CARD = ChooseShownCard(words=say("card"), options=(ONE,), names=("One",))
AGAIN = Choose(words=say("again"), options=(ONE,), watch=Watch(THROW, Dice(("1",))))


class Prompts:
    """A game that asks for what the test wants, and counts how often it is played."""

    name, data = "prompts", ""

    def __init__(self, *prompts):
        self.prompts, self.plays = prompts, 0

    def play(self, setup):
        self.plays += 1
        for prompt in self.prompts:
            _ = yield prompt
        return Outcome((Result("Ada", 1),), say("end"))


def is_final(*prompts):
    return Session(Prompts(THROW, *prompts), Setup("prompts", "", ("Ada",), 1)).is_final(Dice(("1",)))


def test_20_11_an_answer_that_ends_the_game_or_leads_to_a_closing_prompt_is_final():
    assert is_final()
    assert is_final(CLOSING, THROW)


@pytest.mark.parametrize(
    "between",
    [
        PAGE,
        Choose(words=say("hands?"), options=(ONE, NO)),
        Choose(words=say("hands?"), options=(NO, ONE), start="one"),
        PickNumber(words=say("how many?"), low=0, high=3),
    ],
)
def test_20_11_what_ok_alone_leads_through_makes_it_no_less_final(between):
    assert is_final(between, PAGE, CLOSING, THROW)
    assert is_final(between)


@pytest.mark.parametrize("asked", [THROW, ReadLaid(words=say("lay"), size=5), ONE_CARD, AGAIN])
def test_20_11_where_something_on_the_table_is_asked_for_before_the_answer_is_not_final(asked):
    assert not is_final(asked, CLOSING)
    assert not is_final(PAGE, asked)


def test_20_11_where_ok_is_refused_or_too_far_away_the_answer_is_not_final():
    assert not is_final(Choose(words=say("which?"), options=(NO, ONE)), CLOSING)
    assert is_final(*[PAGE] * MOST_PRESSES, CLOSING)
    assert not is_final(*[PAGE] * (MOST_PRESSES + 1), CLOSING)


def test_20_11_looking_ahead_changes_nothing():
    game = Prompts(THROW, THROW, CLOSING)
    session = Session(game, Setup("prompts", "", ("Ada",), 1))
    session.make(Answered(Dice(("2",))))
    session.make(Answered(Dice(("1",))))
    session.make(Answered(Noted()))
    session = Session.replay(game, session.setup, ["dice 2"])
    before = (session.answers, session.prompt, session.outcome, session.can_redo)
    plays = game.plays
    assert session.is_final(Dice(("1",)))
    assert (session.answers, session.prompt, session.outcome, session.can_redo) == before
    assert game.plays == plays + 1
    session.make(Answered(Dice(("1",))))
    assert session.prompt is CLOSING


# --- in the games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["1", "5", "12"])
def test_20_11_in_number_up_only_the_last_card_is_final(level):
    rng = random.Random(int(level))
    session = Session(NumberUp(NUMBER_UP_BOOK), Setup("number_up", level, ("Ada",), 1))
    finals = []
    while session.outcome is None:
        if isinstance(session.prompt, ReadLaid):
            state = session.prompt.scene
            cards = rng.sample(rules.layable_cards(state), 4)
            places = rules.open_places(state)
            starts = 4 if not state.laid and state.level.size % 2 == 0 else 1
            answer = with_cards(state, list(zip(places, cards, strict=False))[:starts])
            finals.append(session.is_final(answer))
        else:
            answer = Noted()
        session.make(Answered(answer))
    assert finals == [False] * (len(finals) - 1) + [True]
    session.make(Undone())
    assert session.is_final(answer), "also after it was taken back"


def test_20_11_in_galaktix_a_throw_is_final_only_where_no_rocket_and_no_other_throw_is_left():
    rng, finals = random.Random(3), 0
    session = Session(Galaktix(GALAKTIX_BOOK), Setup("galaktix", "1", ("Ada",), 1))
    while session.outcome is None:
        prompt = session.prompt
        if isinstance(prompt, ReadDice):
            answer = Dice(tuple(rng.choices(prompt.faces, k=prompt.count)))
        elif isinstance(prompt, Choose):
            answer = Chosen(rng.choice([one.key for one in prompt.options if one.refused is None]))
        else:
            answer = Noted()
        is_final = isinstance(answer, Dice) and session.is_final(answer)
        finals += is_final
        session.make(Answered(answer))
        assert not is_final or session.outcome is not None
    assert finals <= 1


def test_20_11_in_sternenfahrer_a_black_ball_is_final_and_so_is_what_a_card_asks_to_shake_last():
    blacks, duels = 0, 0
    for seed in (1, 2, 3):
        player = Beginner(seed)
        session = Session(STERNENFAHRER, Setup("sternenfahrer", "beginner", NAMES[:3], seed, STERNENFAHRER.data))
        while len(session.answers) < 600 and session.prompt is not None:
            prompt = session.prompt
            answer = player.answer(prompt)
            is_final = isinstance(answer, Balls) and session.is_final(answer)
            session.make(Answered(answer))
            if isinstance(answer, Balls) and prompt.news != say("sternenfahrer.to_fly"):  # a card wants it
                assert is_final != isinstance(session.prompt, ReadBalls), "the first of a duel is not, the last is"
                duels += is_final
            elif isinstance(answer, Balls) and "black" in answer.colours:
                assert is_final
                blacks += 1
    assert blacks and duels


def test_20_11_ok_at_a_number_means_the_one_it_starts_with():
    def only_three(answer):
        return None if answer == Number(3) else say("not now")

    assert not is_final(PickNumber(words=say("how many?"), low=0, high=3, rule=only_three), CLOSING)
    assert is_final(PickNumber(words=say("how many?"), low=0, high=3, start=3, rule=only_three), CLOSING)
