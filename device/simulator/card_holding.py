"""The named cards of a game at the simulated table: taken into the hand when they are asked for, and known by sight.

As an owner would, the device is taught each of them from a picture of it alone on the table, by the same code; nothing
else of a card goes to a reader.
"""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.box import GameList
from device.simulator.acts.table import SimulatedTable
from device.simulator.render.picture import render
from device.simulator.render.scene import CameraPose, CardPrint, Scene, ShownCard
from device.talks.game_talk import GameTalk
from device.talks.service import Service
from device.teaching.card_course import CardCourse
from games.spine.dialogue import ReadShownCard
from vision.base.frame import Frame
from vision.cards.teaching import TaughtCards

# For teaching the camera is held nearer, so a smaller picture shows as much of the card.
TEACHING_CAMERA = CameraPose(height_mm=190.0)
TEACHING_SIZE = (768, 432)


class KnownCards:
    """The cards of the simulated table as they were taught, one after the other."""

    def __init__(self) -> None:
        self._course = CardCourse()
        self._wanted: tuple[CardPrint, ...] = ()
        self._taught: TaughtCards | None = None

    def __call__(self) -> TaughtCards | None:
        """All of them, or None as long as some are still to be taught."""
        return self._taught

    def want(self, cards: Sequence[CardPrint]) -> None:
        """These are to be known from now on."""
        if tuple(cards) != self._wanted:
            self._wanted, self._course, self._taught = tuple(cards), CardCourse(), None

    def teach_next(self) -> None:
        """Teach one more card, if one is left; a step of the device has time for that, but not for all."""
        if self._taught is not None or not self._wanted:
            return
        card = self._wanted[len(self._course.known)]
        scene = Scene(cards=(ShownCard(card, 0.0, 0.0),), camera=TEACHING_CAMERA)
        self._course = self._course.learn((card.name,), (Frame(render(scene, *TEACHING_SIZE)),))
        if len(self._course.known) == len(self._wanted):
            self._taught = TaughtCards.of(dict(self._course.learned))


class CardHolder:
    """Follows the game as the players' hands do: takes the cards that are asked for, and puts them away afterwards."""

    def __init__(self, table: SimulatedTable, known: KnownCards, game_list: GameList) -> None:
        self._table = table
        self._known = known
        self._game_list = game_list
        self._held: tuple[CardPrint, ...] | None = None

    def follow(self, service: Service) -> None:
        """See what the game asks for now, and take its printed cards into the hand or put them away."""
        talk = service.talk
        cards = self._cards_of(talk) if isinstance(talk, GameTalk) else ()
        if isinstance(talk, GameTalk) and cards:
            self._known.want(cards)
            self._known.teach_next()
            # Who hands the device on, or opens the menu for everybody, puts the cards away first.
            self._hold(cards if isinstance(talk.wanted, ReadShownCard) else ())
        elif self._held is not None:
            self._held = None
            self._table.put_back_cards()

    def _cards_of(self, talk: GameTalk) -> tuple[CardPrint, ...]:
        """The printed cards of the game that is on."""
        loaded = self._game_list[talk.session.setup.game]
        return tuple(CardPrint(card.name, card.figures) for card in loaded.box.cards(loaded.game))

    def _hold(self, cards: tuple[CardPrint, ...]) -> None:
        if cards != self._held:
            self._held = cards
            self._table.hold_cards(cards)
