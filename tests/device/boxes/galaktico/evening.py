"""An evening of Galaktico on a device in the players' hands: buttons only, and everything that is shown is kept."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace

from device.boxes.galaktico.box import BOX
from device.parts.protocols import Button
from device.records.journal import Journal
from device.screens.content import Cover, Screen
from games.galaktico.cards import ChooseCard, ShowFitting
from games.galaktico.fighting import ShowCombat
from games.spine.dialogue import Choose, Chosen, HandOver, Notice, Number, PickNumber, Setup
from tests.device.talks.test_nothing_betrayed import Witness
from tests.device.talks.whispers import SEED, GroupTable
from tests.games.galaktico.playing import GAME, NAMES, cards_in_order, pick, shown


@dataclass(frozen=True)
class Seen:
    """What could be seen at one moment: on the device by its holder, and from outside by everybody."""

    private_for: str | None
    screen: Screen
    held: str
    outside: str
    in_combat: bool = False  # the cards of the two ships that fight are everybody's


class Evening(GroupTable):
    """The device, with fingers that give answers by pressing buttons."""

    def __init__(self, folder, journal):
        super().__init__(folder, journal, games=(GAME,))
        self.game_list["galaktico"] = replace(self.game_list["galaktico"], box=BOX)
        self.witness = Witness(self)
        self.seen: list[Seen] = []

    def begin_with(self, players=2, seed=SEED):
        self.service.begin(Setup("galaktico", "game", NAMES[:players], seed, GAME.data))
        self.service.step()
        self.look()
        return self

    @property
    def session(self):
        return self.talk.session

    @property
    def prompt(self):
        return self.session.prompt

    def press(self, *buttons, held=False):
        for button in buttons:
            super().press(button, held=held)
            self.look()
        return self.screen

    def look(self):
        """Keep what is to be seen now."""
        talk = self.talk
        private_for = talk.private_for
        session = getattr(talk, "session", None)
        in_combat = session is not None and isinstance(session.prompt, ShowFitting | ShowCombat)
        self.seen.append(Seen(private_for, self.screen, self.held.caption, self.witness.seen(), in_combat))

    # --- answers by buttons ---

    def uncover(self):
        """Whoever is named on the cover holds OK."""
        if isinstance(self.screen, Cover):
            self.hold()

    def give(self, answer):
        """Press what gives this answer to the open prompt."""
        prompt = self.prompt
        if isinstance(prompt, HandOver):
            self.hold()
            return
        self.uncover()
        match prompt:
            case ShowFitting():
                self._name(prompt, answer)
                return
            case ShowCombat():
                self._turn_to([option.key for option in prompt.options].index(answer.key), len(prompt.options) + 1)
            case Choose():
                assert isinstance(answer, Chosen)
                self._step_to([option.key for option in prompt.options].index(answer.key))
            case PickNumber():
                assert isinstance(answer, Number)
                start = prompt.low if prompt.start is None else prompt.start
                way = Button.UP if answer.value > start else Button.DOWN
                self.press(*[way] * abs(answer.value - start))
        self.ok()

    def _step_to(self, row):
        rows = len(self.screen.rows)
        down = (row - self.screen.cursor) % rows
        self.press(*([Button.DOWN] * down if down <= rows - down else [Button.UP] * (rows - down)))

    def _turn_to(self, at, count):
        """Turn the bar below a result, which begins at its first choice."""
        self.press(*([Button.DOWN] * at if at <= count - at else [Button.UP] * (count - at)))

    def _name(self, prompt, answer):
        """Name three cards; where some were named before, each that is another is put right."""
        keys = answer.key.split("+")
        rows = {row.key: row.name for slot in prompt.slots for row in slot}
        if prompt.start:
            for slot, key in enumerate(keys, 1):
                if self.screen.rows[slot].text != rows[key]:
                    self._step_to(slot)
                    self.ok()
                    self._step_to_text(rows[key])
                    self.ok()
            self._step_to(0)
            self.ok()
            return
        for key in keys:
            self._step_to_text(rows[key])
            self.ok()

    def _step_to_text(self, text):
        self._step_to([row.text for row in self.screen.rows].index(text))

    def note_all(self):
        """Go on over everything that is only to be read."""
        while isinstance(self.prompt, Notice | HandOver):
            self.give(None)

    def take(self, *keys):
        """Choose one after the other; notices in between are read."""
        for key in keys:
            self.note_all()
            self.give(Chosen(key))

    def show(self, *fleets):
        """Name the cards that are asked for; the fleets are in the order of the seats."""
        while isinstance(self.prompt, ShowFitting):
            self.give(shown(self.prompt, fleets[NAMES.index(self.prompt.player)]))
        return self

    def equip(self, *fleets):
        """Each player gives out the cards and covers them."""
        for cards in fleets:
            self.note_all()
            for name in cards_in_order(cards):
                self.give(pick(self.prompt, name))
            self.give(Chosen("ready"))
        return self

    def play_like(self, told):
        """Play a game once more, choice by choice; with another seed the same rows have other keys."""
        for prompt, answer in told:
            if isinstance(prompt, ShowFitting):
                answer = self._same_cards(prompt, answer)
            elif isinstance(prompt, ChooseCard):
                name = prompt.names[[option.key for option in prompt.options].index(answer.key)]
                answer = pick(self.prompt, name)
            elif isinstance(prompt, Choose):
                row = [option.key for option in prompt.options].index(answer.key)
                answer = Chosen(self.prompt.options[row].key)
            self.give(answer)
        return self

    def _same_cards(self, prompt, answer):
        names = {row.key: row.name for slot in prompt.slots for row in slot}
        keys = {row.name: row.key for slot in self.prompt.slots for row in slot}
        return self.prompt.answer([keys[names[key]] for key in answer.key.split("+")])


@contextmanager
def evening(folder):
    with Journal.open(folder) as journal:
        yield Evening(folder, journal)
