"""Answers, prompts and set-up lines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.spine.dialogue import (
    Balls,
    Choose,
    Chosen,
    Dice,
    HandOver,
    Laid,
    LaidCard,
    Noted,
    Notice,
    Number,
    Option,
    PickNumber,
    Prompt,
    ReadBalls,
    ReadDice,
    ReadLaid,
    ReadShownCard,
    Setup,
    ShownCard,
    Watch,
    answer_from_line,
    say,
)
from games.spine.errors import UnreadableLine

words = st.text(min_size=1, max_size=12)
answers = st.one_of(
    st.builds(Chosen, words),
    st.builds(Number, st.integers(-99, 999)),
    st.builds(Dice, st.lists(words, max_size=6).map(tuple)),
    st.builds(Balls, st.lists(words, max_size=3).map(tuple)),
    st.builds(
        Laid,
        st.lists(st.builds(LaidCard, st.integers(0, 5), st.integers(0, 5), st.integers(1, 6), words)).map(tuple),
    ),
    st.builds(ShownCard, words),
    st.just(Noted()),
)


@given(answers)
def test_every_answer_comes_back_from_its_one_line(answer):
    line = answer.to_line()
    assert "\n" not in line
    assert answer_from_line(line) == answer


@pytest.mark.parametrize("line", ["", "dance", "number", "number x", "choose a b", "ok now", "laid 1,2,3", "card"])
def test_a_line_that_is_no_answer_is_named_in_the_error(line):
    with pytest.raises(UnreadableLine, match="cannot read the answer"):
        answer_from_line(line)


@given(words, words, st.lists(words, min_size=1, max_size=4).map(tuple), st.integers(0, 2**31), st.text(max_size=8))
def test_a_set_up_comes_back_from_its_one_line(game, level, players, seed, data):
    setup = Setup(game, level, players, seed, data)
    assert Setup.from_line(setup.to_line()) == setup


@pytest.mark.parametrize("line", ["", "galaktix", "galaktix level=1 players=A seed=x data=", "galaktix level"])
def test_a_broken_set_up_line_is_refused(line):
    with pytest.raises(UnreadableLine):
        Setup.from_line(line)


DICE = ReadDice(words=say("w"), count=2, faces=("pink", "tool"))
CASES = [
    (Choose(words=say("w"), options=(Option("a", say("a")),)), Chosen("a"), None),
    (Choose(words=say("w"), options=(Option("a", say("a")),)), Chosen("b"), "refused.not_offered"),
    (Choose(words=say("w"), options=(Option("a", say("a"), refused=say("why")),)), Chosen("a"), "why"),
    (Choose(words=say("w"), options=(Option("a", say("a")),)), Noted(), "refused.form"),
    (PickNumber(words=say("w"), low=1, high=3), Number(3), None),
    (PickNumber(words=say("w"), low=1, high=3), Number(4), "refused.range"),
    (PickNumber(words=say("w"), low=1, high=3), Noted(), "refused.form"),
    (DICE, Dice(("pink", "tool")), None),
    (DICE, Dice(("pink",)), "refused.count"),
    (DICE, Dice(("pink", "red")), "refused.not_offered"),
    (DICE, Noted(), "refused.form"),
    (ReadBalls(words=say("w"), count=2, bag=("red", "yellow", "yellow")), Balls(("yellow", "yellow")), None),
    (ReadBalls(words=say("w"), count=2, bag=("red", "yellow", "yellow")), Balls(("red", "red")), "refused.not_in_bag"),
    (ReadBalls(words=say("w"), count=2, bag=("red",)), Balls(("red",)), "refused.count"),
    (ReadBalls(words=say("w"), count=2, bag=("red",)), Noted(), "refused.form"),
    (ReadLaid(words=say("w"), size=5), Laid((LaidCard(0, 4, 1, "red"),)), None),
    (ReadLaid(words=say("w"), size=5), Laid((LaidCard(0, 5, 1, "red"),)), "refused.outside"),
    (ReadLaid(words=say("w"), size=5), Laid((LaidCard(0, 0, 1, "a"), LaidCard(0, 0, 2, "b"))), "refused.same_place"),
    (ReadLaid(words=say("w"), size=5), Noted(), "refused.form"),
    (ReadShownCard(words=say("w"), names=("king",)), ShownCard("king"), None),
    (ReadShownCard(words=say("w"), names=("king",)), ShownCard("queen"), "refused.not_offered"),
    (ReadShownCard(words=say("w"), names=("king",)), Noted(), "refused.form"),
    (Notice(words=say("w")), Noted(), None),
    (Notice(words=say("w")), Number(1), "refused.form"),
    (HandOver(words=say("w"), audience="Ben"), Noted(), None),
    (HandOver(words=say("w"), audience="Ben"), Number(1), "refused.form"),
]


@pytest.mark.parametrize(("prompt", "answer", "key"), CASES)
def test_a_prompt_lets_only_legal_answers_through(prompt: Prompt, answer, key):
    reason = prompt.refusal(answer)
    assert (reason.key if reason else None) == key


def test_a_rule_of_the_game_has_the_last_word():
    prompt = PickNumber(words=say("w"), low=1, high=9, rule=lambda n: say("odd") if n.value % 2 else None)
    assert prompt.refusal(Number(3)) == say("odd")
    assert prompt.refusal(Number(4)) is None


def test_a_watched_table_answers_with_dice_unless_that_is_refused():
    options = (Option("a", say("a")),)
    lying = Dice(("pink", "pink"))
    open_choice = Choose(words=say("w"), options=options, watch=Watch(DICE, lying))
    closed = Choose(words=say("w"), options=options, watch=Watch(DICE, lying, refused=say("third")))
    assert open_choice.refusal(Dice(("tool", "tool"))) is None
    assert open_choice.refusal(Dice(("tool",))).key == "refused.count"
    assert closed.refusal(Dice(("tool", "tool"))) == say("third")
    assert closed.refusal(Chosen("a")) is None
