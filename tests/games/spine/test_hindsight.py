"""What counts as a take-back: another move after more had been seen, and a throw thrown anew; nothing else."""

import pytest

from games.spine.answers import Chosen, Dice, Laid, LaidCard, Noted, Number
from games.spine.hindsight import Hindsight
from games.spine.session import Answered, entry_from_line

D1, D2, D3 = Dice(("pink", "tool")), Dice(("blue", "blue")), Dice(("green", "tool"))
RED, BLUE = Chosen("red"), Chosen("blue")


def laid(*words):
    """A grid as in "22 r5"."""
    return Laid(tuple(LaidCard(int(word[0]), int(word[1]), int(word[4]), word[3]) for word in words))


A, B = laid("22 r5"), laid("22 r5", "23 b4")
A_ELSEWHERE, B_ELSEWHERE = laid("23 r5"), laid("22 r5", "21 b4")
A_READ_RIGHT, B_AFTER_IT = laid("22 r6"), laid("22 r6", "23 b4")
B_FIRST = laid("22 b4")


def count(taken_back, given, anew=()):
    """The take-backs after answers were taken back, the newest first, and others given."""
    hindsight = Hindsight()
    for answer in taken_back:
        hindsight.take([answer])
    for answer in given:
        hindsight.give(answer, is_anew=answer in anew)
    return hindsight.count


@pytest.mark.parametrize(
    ("taken_back", "given"),
    [
        ([RED], [BLUE]),
        ([A], [A_ELSEWHERE]),
        ([B, A], [A, B]),
        ([B, A], [A, B_ELSEWHERE]),
        ([Noted(), A], [A_ELSEWHERE]),
        ([D1], [D1]),
        ([RED, D1], [D1, BLUE]),
    ],
    ids=["a choice", "a card elsewhere", "the same", "only the newest", "an OK", "the same throw", "a choice after it"],
)
def test_a_back_before_anything_new_was_seen_does_not_count(taken_back, given):
    assert count(taken_back, given) == 0


@pytest.mark.parametrize(
    ("taken_back", "given"),
    [([D1], [D2]), ([A], [A_READ_RIGHT]), ([B, A], [A_READ_RIGHT, B_AFTER_IT])],
    ids=["a throw", "a card", "a card under another"],
)
def test_a_misread_put_right_does_not_count(taken_back, given):
    assert count(taken_back, given) == 0


@pytest.mark.parametrize(
    ("taken_back", "given"),
    [
        ([B, A], [A_ELSEWHERE]),
        ([B, A], [Chosen("discard")]),
        ([B, A], [B_FIRST]),
        ([D2, RED], [BLUE]),
        ([D2], [RED]),
    ],
    ids=["elsewhere", "thrown away", "the later card first", "a choice before a throw", "a throw that is not used"],
)
def test_doing_otherwise_after_more_was_seen_counts_once(taken_back, given):
    assert count(taken_back, [*given, Number(1), Number(2)]) == 1


def test_a_throw_that_was_taken_back_and_thrown_anew_counts():
    assert count([D1], [D2], anew=[D2]) == 1
    hindsight = Hindsight()
    hindsight.take([D1])
    assert hindsight.is_thrown_anew(D2)
    assert not hindsight.is_thrown_anew(D1)
    assert not Hindsight().is_thrown_anew(D2)


def test_every_time_counts():
    hindsight = Hindsight()
    for now in (D2, D3, D1):
        hindsight.take([D2 if now == D3 else D3 if now == D1 else D1])
        hindsight.give(now, is_anew=True)
    assert hindsight.count == 3


def test_it_is_known_beforehand_whether_a_step_back_would_count():
    hindsight = Hindsight()
    assert not hindsight.would_count([B])
    assert hindsight.would_count([D1])
    hindsight.take([B])
    assert hindsight.would_count([A])
    assert not Hindsight().would_count([RED])


def test_a_throw_thrown_anew_comes_back_from_its_line():
    entry = Answered(D1, is_anew=True)
    assert entry.to_line() == "anew dice pink tool"
    assert entry_from_line(entry.to_line()) == entry
    assert entry_from_line("dice pink tool") == Answered(D1)
