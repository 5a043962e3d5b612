"""Teaching printed cards, each from one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from device.teaching.course import Pairs
from vision.base.errors import NothingToLearn
from vision.base.frame import Frame
from vision.cards.own_picture import is_known_again
from vision.cards.reader import lookalikes_of
from vision.cards.teaching import CARDS_FOLDER, TaughtCard, TaughtCards, save_card, teach_card

Named = tuple[tuple[str, TaughtCard], ...]


@dataclass(frozen=True, slots=True)
class CardCourse:
    """Cards by name; one that is taught again is replaced. Only those learned here are written."""

    before: Named = ()
    learned: Named = ()

    @classmethod
    def of(cls, folder: Path) -> CardCourse:
        if not (folder / CARDS_FOLDER).is_dir():
            return cls()
        taught = TaughtCards.load(folder)
        return cls(tuple(zip(taught.names, taught.cards, strict=True)))

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(dict((*self.before, *self.learned)))

    def learn(self, names: Sequence[str], frames: Sequence[Frame]) -> CardCourse:
        (name,), (frame,) = names, frames
        others = tuple(pair for pair in self.learned if pair[0] != name)
        card = teach_card(frame.pixels)
        if not is_known_again(frame.pixels, card):
            raise NothingToLearn(
                "this card is not known again in its own picture; lay it alone and show it from nearer by"
            )
        return replace(self, learned=(*others, (name, card)))

    def seen(self, frame: Frame) -> int:
        return 1

    def confusable(self) -> Pairs:
        """Cards that were learned here, each with the one it resembles most: others were told when they were taught."""
        taught = TaughtCards.of(dict((*self.before, *self.learned)))
        pairs = {
            frozenset((name, other)): (name, other)
            for name, _ in self.learned
            for other in lookalikes_of(name, taught)[:1]
        }
        return tuple(pairs.values())

    def save(self, folder: Path) -> None:
        for name, card in self.learned:
            save_card(folder, name, card)
