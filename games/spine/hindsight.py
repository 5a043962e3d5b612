"""How often somebody went back and did otherwise after more had been seen: what a result is marked with.

A step back alone is nothing yet, and what is done again as it was done is none. Putting a misread right is none either:
the same throw or the same places with other values. What counts is another move, made after a later throw or card was
seen, and a throw that was taken back to be thrown anew or not to be used.
"""

from __future__ import annotations

from games.spine.answers import Answer, Balls, Dice, Laid, LaidCard, ShownCard

THROWN = (Dice, Balls)  # chance decides what they show
SEEN = (*THROWN, Laid, ShownCard)  # what nobody knew before it lay on the table


class Hindsight:
    """Follows the answers given and taken back, and counts."""

    def __init__(self) -> None:
        self.count = 0
        self._ahead: list[Answer] = []  # taken back and not given again; the next one to come at the end

    def copy(self) -> Hindsight:
        other = Hindsight()
        other.count, other._ahead = self.count, self._ahead.copy()
        return other

    @property
    def next(self) -> Answer | None:
        """What was answered here before it was taken back."""
        return self._ahead[-1] if self._ahead else None

    def is_thrown_anew(self, answer: Answer) -> bool:
        """Whether this throw takes the place of another one that was taken back."""
        return isinstance(answer, THROWN) and isinstance(self.next, THROWN) and answer != self.next

    def would_count(self, answers: list[Answer]) -> bool:
        """Whether more has been seen since these answers: then doing otherwise counts, and so does throwing anew."""
        later = any(isinstance(answer, SEEN) for answer in (*self._ahead, *answers[1:]))
        return later or isinstance(answers[0], THROWN)

    def take(self, answers: list[Answer]) -> None:
        """These were taken back, in the order in which they had been answered."""
        self._ahead += reversed(answers)

    def give(self, answer: Answer, *, is_anew: bool = False) -> None:
        """An answer: what was there before, a misread put right, or another one. `is_anew` if it was thrown again."""
        if not self._ahead:
            return
        before = self._ahead.pop()
        if answer == before or (not is_anew and _is_put_right(before, answer, self._ahead)):
            return
        if isinstance(before, THROWN) or any(isinstance(later, SEEN) for later in self._ahead):
            self.count += 1
        self._ahead.clear()


def _is_put_right(before: Answer, now: Answer, later: list[Answer]) -> bool:
    """Whether these are the same pieces, read otherwise: no card among them that came only later."""
    if isinstance(before, THROWN):
        return type(now) is type(before)
    if not (isinstance(before, Laid) and isinstance(now, Laid)):
        return False
    to_come = {_printed(card) for answer in later if isinstance(answer, Laid) for card in answer.cards}
    new = {_printed(card) for card in now.cards} - {_printed(card) for card in before.cards}
    return _places(before) == _places(now) and new.isdisjoint(to_come)


def _places(laid: Laid) -> set[tuple[int, int]]:
    return {(card.row, card.col) for card in laid.cards}


def _printed(card: LaidCard) -> tuple[int, str]:
    return card.value, card.colour
