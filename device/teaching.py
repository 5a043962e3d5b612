"""Teaching from pictures: what `bordbuch teach` and the guided teach-in do with a picture they were given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from vision.ball_profile import PROFILE_FILE, load_ball_profile, save_ball_profile, shipped_ball_profile
from vision.ball_teaching import teach_ball_colour
from vision.card_teaching import CARDS_FOLDER, TaughtCards, save_card, teach_card
from vision.picture import picture_from_bytes
from vision.taught_cards import lookalikes_of


@dataclass(frozen=True, slots=True)
class CardLesson:
    """What came of teaching a card."""

    name: str
    file: Path
    cards: int  # in the profile now
    lookalikes: tuple[str, ...]  # other taught cards it may be mistaken for, the nearest first


def teach_cards(profile: Path, name: str, image: bytes) -> CardLesson:
    """Teach one card into a profile folder, which is made on first use; a card of the same name is replaced.

    NotAPicture, TooLittlePrint or BadProfile (a bad name, a damaged file beside it) say what is wrong; nothing is
    changed then.
    """
    card = teach_card(picture_from_bytes(image).pixels)
    known = TaughtCards.load(profile) if (profile / CARDS_FOLDER).is_dir() else TaughtCards.of({})
    others = dict(zip(known.names, known.cards, strict=True))
    together = TaughtCards.of({**others, name: card})
    file = save_card(profile, name, card)
    return CardLesson(name, file, len(together), lookalikes_of(name, together))


def teach_balls(profile: Path, colour: str, images: Sequence[bytes]) -> None:
    """Teach a ball's colour into a profile folder; other colours stay as they were taught, or as they are shipped.

    NotAPicture or NoBallToLearn say what is wrong; nothing is changed then.
    """
    is_new = not (profile / PROFILE_FILE).is_file()
    known = shipped_ball_profile() if is_new else load_ball_profile(profile)
    taught = teach_ball_colour(known, colour, [picture_from_bytes(image) for image in images])
    save_ball_profile(taught, profile)
