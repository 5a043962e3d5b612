"""What no vocabulary knows: a sentence that the player checks himself, with the points entered by hand at the end.

by_hand = "5 Punkte, wenn alle Straßen gleich hoch sind."
by_hand = { rule = "…", least = -20, most = 30 }
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass

from games.books.levels import LONGEST_RULE, read_words
from games.spine.dialogue import Answer, Bilingual, Notice, Number, PickNumber, Prompt, say
from games.spine.toml_text import Section

KEY = "by_hand"
USUAL_MOST = 50
MOST = 999


@dataclass(frozen=True, slots=True)
class ByHand:
    """A rule that the player checks himself, and the bounds of what it brings or costs."""

    rule: Bilingual
    least: int = 0
    most: int = USUAL_MOST

    @property
    def matters(self) -> list[object]:
        """All that play hangs on, as plain values."""
        return [KEY, self.least, self.most]

    def notice(self, scene: object) -> Notice:
        """The rule, to be read before the game and before its points are entered."""
        return Notice(words=say("level.rule", rule=self.rule), news=say("by_hand.title"), scene=scene)


def read_by_hand(section: Section) -> ByHand | None:
    """The rule that a level leaves to the player, if there is one."""
    if KEY not in section.entries:
        return None
    if not isinstance(section.entries[KEY], Mapping):
        return ByHand(read_words(section, KEY, LONGEST_RULE))
    inside = section.inner(KEY)
    inside.only("rule", "least", "most")
    rule = read_words(inside, "rule", LONGEST_RULE)
    return ByHand(rule, inside.number("least", -MOST, 0, 0), inside.number("most", 0, MOST, USUAL_MOST))


def told_before(by_hand: ByHand | None, scene: object) -> Generator[Prompt, Answer, None]:
    """Before the game: what the player has to keep an eye on himself."""
    if by_hand is not None:
        yield by_hand.notice(scene)


def added_by_hand(by_hand: ByHand | None, scene: object) -> Generator[Prompt, Answer, int]:
    """After the game: the points that the player has found himself; none where there is nothing to find."""
    if by_hand is None:
        return 0
    yield by_hand.notice(scene)
    answer = yield PickNumber(words=say("by_hand.points"), low=by_hand.least, high=by_hand.most, start=0, scene=scene)
    assert isinstance(answer, Number)  # a PickNumber lets nothing else through
    return answer.value
