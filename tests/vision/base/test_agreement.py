"""Several frames: agreement makes sure, disagreement makes unsure."""

from __future__ import annotations

from dataclasses import replace

from vision.base.agreement import agree, agree_on_card
from vision.base.reading import (
    BallReading,
    BallsReading,
    CardReading,
    DiceReading,
    DieReading,
    NumberReading,
    NumbersReading,
    Reason,
    Status,
)


def die(face: str, x: float = 100.0, confidence: float = 0.99, *reasons: Reason) -> DieReading:
    other = "pink" if face != "pink" else "blue"
    return DieReading(face, x, 200.0, confidence, ((other, round(1 - confidence, 4)),), size=60.0, reasons=reasons)


def sure(*dice: DieReading) -> DiceReading:
    return DiceReading(Status.SURE, dice)


def unsure(*dice: DieReading, reasons: tuple[Reason, ...] = (Reason.UNCLEAR,)) -> DiceReading:
    return DiceReading(Status.UNSURE, dice, reasons)


def test_frames_that_agree_stay_sure() -> None:
    result = agree([sure(die("blue"), die("tool", 300)), sure(die("blue", 103), die("tool", 299))])
    assert result.status is Status.SURE
    assert [found.face for found in result.dice] == ["blue", "tool"]


def test_one_frame_is_taken_as_it_is() -> None:
    reading = unsure(die("blue", confidence=0.8))
    assert agree([reading]) is reading


def test_sure_frames_that_disagree_become_unsure() -> None:
    result = agree([sure(die("blue")), sure(die("green")), sure(die("blue"))])
    assert result.status is Status.UNSURE
    assert result.dice[0].face == "blue"
    assert result.dice[0].confidence < 0.9
    assert Reason.UNCLEAR in result.dice[0].reasons
    assert result.dice[0].others[0][0] == "green"


def test_slightly_unsure_frames_that_agree_become_sure() -> None:
    result = agree([unsure(die("blue", confidence=0.95))] * 3)
    assert result.status is Status.SURE
    assert result.dice[0].confidence >= 0.97


def test_two_unsure_frames_are_too_few() -> None:
    assert agree([unsure(die("blue", confidence=0.96))] * 2).status is Status.UNSURE


def test_very_unsure_frames_stay_unsure() -> None:
    result = agree([unsure(die("blue", confidence=0.8))] * 5)
    assert result.status is Status.UNSURE
    assert Reason.UNCLEAR in result.reasons


def test_one_frame_with_a_cocked_die_is_not_outvoted() -> None:
    cocked = unsure(die("blue", 100, 0.5, Reason.COCKED), reasons=(Reason.COCKED,))
    result = agree([sure(die("blue")), cocked, sure(die("blue")), sure(die("blue")), sure(die("blue"))])
    assert result.status is Status.UNSURE
    assert Reason.COCKED in result.reasons
    assert Reason.COCKED in result.dice[0].reasons


def test_a_cocked_die_stays_cocked_however_many_frames() -> None:
    cocked = unsure(die("blue", 100, 0.5, Reason.COCKED), reasons=(Reason.COCKED,))
    result = agree([cocked] * 5)
    assert result.status is Status.UNSURE
    assert Reason.COCKED in result.reasons


def test_a_die_missing_in_one_frame_makes_the_whole_unsure() -> None:
    both = sure(die("blue"), die("tool", 300))
    result = agree([both, sure(die("blue")), both])
    assert result.status is Status.UNSURE
    assert len(result.dice) == 2
    assert Reason.UNCLEAR in result.dice[1].reasons


def test_a_die_that_moved_is_not_the_same_die() -> None:
    assert agree([sure(die("blue", 100)), sure(die("blue", 180))]).status is Status.UNSURE


def test_a_frame_that_could_not_be_read_makes_unsure() -> None:
    unreadable = DiceReading(Status.UNREADABLE, reasons=(Reason.HAND,))
    result = agree([sure(die("blue")), unreadable])
    assert result.status is Status.UNSURE
    assert Reason.HAND in result.reasons


def test_only_unreadable_frames_give_the_newest_reasons() -> None:
    dark = DiceReading(Status.UNREADABLE, reasons=(Reason.TOO_DARK,))
    nothing = DiceReading(Status.UNREADABLE, reasons=(Reason.NOTHING,))
    assert agree([dark, nothing]) is nothing


def test_confidence_never_exceeds_one() -> None:
    certain = replace(die("tool", confidence=1.0), others=())
    assert agree([sure(certain)] * 4).dice[0].confidence == 1.0


def test_balls_and_number_cards_agree_like_dice() -> None:
    balls = BallsReading(Status.UNSURE, (BallReading("red", 10, 10, 0.95, size=40),), (Reason.UNCLEAR,))
    assert agree([balls] * 3).status is Status.SURE
    card = NumberReading(0, 1, 4, "dark_blue", 50, 60, 0.95, (((4, "purple"), 0.05),), size=40)
    cards = NumbersReading(Status.UNSURE, (card,), (Reason.UNCLEAR,))
    other = replace(cards, cards=(replace(card, colour="purple"),))
    assert agree([cards] * 3).status is Status.SURE
    doubted = agree([cards, other, cards])
    assert doubted.status is Status.UNSURE
    assert (doubted.cards[0].digit, doubted.cards[0].colour) == (4, "dark_blue")


def test_one_card_in_all_frames_may_become_sure_and_two_never() -> None:
    king = CardReading(Status.UNSURE, "king", 0.95, (Reason.UNCLEAR,))
    queen = replace(king, status=Status.SURE, name="queen", confidence=1.0, reasons=())
    assert agree_on_card([king] * 3).status is Status.SURE
    assert agree_on_card([king] * 2).status is Status.UNSURE
    assert agree_on_card([queen, king, queen]).status is Status.UNSURE
    assert agree_on_card([replace(king, reasons=(Reason.COVERED,))] * 3).status is Status.UNSURE


def test_a_card_that_no_frame_shows_stays_unreadable() -> None:
    nothing = CardReading(Status.UNREADABLE, reasons=(Reason.NOTHING,))
    assert agree_on_card([nothing] * 3) == nothing
    assert agree_on_card([nothing, CardReading(Status.SURE, "king", 1.0)]).status is Status.UNSURE
