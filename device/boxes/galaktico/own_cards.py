"""The owner's weapon and shield cards for Galaktico, entered on the device and kept in the data folder.

A dialogue like the lobby's. Every entry is written at once, and the file is a whole and valid one after each; so the
plug may be pulled, and the rest be entered another day.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Generator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from device.boxes.box import GameList
from device.desks.asking import Asking, choose
from device.desks.spelling import Spell
from device.errors import JournalError
from device.records.journal import Journal
from games.galaktico.card_entry import NAME, PAIRS, Draft, entries_of
from games.galaktico.data import LONGEST_NAME
from games.galaktico.flow import Galaktico, level_of
from games.galaktico.pieces import EFFECTS, MOST_FORCE, Effect, Shield, Weapon
from games.spine.dialogue import Answer, Chosen, Notice, Number, Option, PickNumber, Prompt, Text, say
from games.spine.errors import IllegalMove
from vision.base.files import sync, write_whole
from vision.cards.teaching import GOOD_NAME

log = logging.getLogger(__name__)

Entering: TypeAlias = Generator[Prompt, Answer | None, bool]  # False: the owner went back

GAME = Galaktico.name
FILE = "cards.toml"
ROW = "own_cards"  # in the settings
MISSING = "missing"
HEADER = (
    "# Written by Bordbuch: your cards of Galaktico. It may be changed by hand, too; `bordbuch check` reads it.\n\n"
)
BY_HAND = ".by_hand"  # what a file of the owner's own making is kept as when the device writes one


@dataclass(frozen=True, slots=True)
class OwnCards:
    """The cards of the collection: those that are played with, and the file they are kept in."""

    folder: Path
    game_list: GameList
    journal: Journal

    @property
    def is_trial(self) -> bool:
        """Whether something of the cards is still only assumed."""
        return self._game.content.is_trial

    def row(self) -> Option:
        """The row in the settings: whether the cards are the owner's, or only assumed."""
        return Option(
            ROW, say("settings.own_cards"), value=say("own_cards.trial" if self.is_trial else "own_cards.own")
        )

    def card_names(self) -> tuple[str, ...]:
        """What the cards are called, as far as they can be taught under that name."""
        return tuple(card.name for card in self._draft.cards if GOOD_NAME.fullmatch(card.name))

    @property
    def _game(self) -> Galaktico:
        game = self.game_list[GAME].game
        assert isinstance(game, Galaktico)
        return game

    @property
    def _draft(self) -> Draft:
        return Draft.of(self._game.content)

    # --- the questions ---

    def lead(self) -> Asking:
        """All cards in a list; what is missing can be entered in one go. Back leaves it."""
        if self._has_open_game():
            yield Notice(words=say("own_cards.open_game"), news=say("title.careful"))
        at: str | None = None
        while True:
            draft = self._draft
            rows = [_row(draft, card) for card in draft.cards]
            if draft.missing:
                count = say("galaktico.figure", n=len(draft.missing))
                rows.insert(0, Option(MISSING, say("own_cards.missing"), value=count))
            at = yield from choose(say("own_cards.title"), tuple(rows), start=at)
            if at is None:
                return None
            yield from (self._enter_missing() if at == MISSING else self._enter_card(at))

    def _has_open_game(self) -> bool:
        try:
            return any(stored.setup.game == GAME for stored in self.journal.unfinished())
        except JournalError as error:  # entering cards needs no journal
            log.error("%s", error)
            return False

    def _enter_missing(self) -> Entering:
        """Card by card, entry by entry; back ends it, and what is entered stays."""
        last: str | None = None
        asked: set[tuple[str, str]] = set()
        while left := [pair for pair in self._draft.missing if pair not in asked]:  # shields may be exchanged
            asked.add(left[0])
            key, entry = left[0]
            if key != last:
                last = key
                name = say("galaktico.card_title", name=self._draft.card(key).name)
                words = say("own_cards.take_another" if entry == NAME else "own_cards.take")
                if (yield Notice(words=words, news=name)) is None:
                    return False
            if not (yield from self._enter(key, entry)):
                return False
        return True

    def _enter_card(self, key: str) -> Entering:
        """The entries of one card, to be put right in any order."""
        at: str | None = None
        while True:
            draft = self._draft
            card = draft.card(key)
            rows = tuple(_entry_row(draft, card, entry) for entry in entries_of(card))
            at = yield from choose(say("galaktico.card_title", name=card.name), rows, start=at)
            if at is None:
                return True
            yield from self._enter(key, at)

    def _enter(self, key: str, entry: str) -> Entering:
        """One entry; a name that cannot be is said, and asked again."""
        while True:
            try:
                draft = yield from self._asked(key, entry)
            except IllegalMove:
                yield Notice(words=say("own_cards.refused"), news=say("title.not_now"))
                continue
            if draft is None:
                return False
            yield from self._keep(draft)
            return True

    def _asked(self, key: str, entry: str) -> Generator[Prompt, Answer | None, Draft | None]:
        """The draft with what the owner says, None for going back; IllegalMove if the cards cannot be so."""
        draft = self._draft
        card = draft.card(key)
        if entry == NAME:
            name = yield from _ask_name(card.name, draft.is_assumed(key, NAME))
            return None if name is None else draft.with_name(key, name)
        if isinstance(card, Shield):
            chosen = yield from _ask_pair(card)
            return None if chosen is None else draft.with_blocks(key, PAIRS[int(chosen)])
        effect = Effect(entry)
        title = say("own_cards.force", one=say(f"galaktico.entry.{entry}"))
        answer = yield PickNumber(words=title, low=0, high=MOST_FORCE, start=card.force(effect))
        return draft.with_force(key, effect, answer.value) if isinstance(answer, Number) else None

    # --- the file ---

    def _keep(self, draft: Draft) -> Generator[Prompt, Answer | None, None]:
        """Write the cards and play with them from now on; if the disk refuses, nothing changes."""
        try:
            write_cards(self.folder, draft)
        except OSError as error:
            log.error("the cards were not saved: %s", error)
            yield Notice(words=say("settings.not_saved"), news=say("title.not_saved"))
            return
        was_odd, card_set = self._game.content.has_same_shields, draft.card_set
        ways = (level_of(card_set),)
        self.game_list[GAME] = replace(self.game_list[GAME], game=Galaktico(card_set), ways=ways)
        if card_set.has_same_shields and not was_odd:
            yield Notice(words=say("own_cards.same_shields"), news=say("title.careful"))


def write_cards(folder: Path, draft: Draft) -> None:
    """Write the cards into the data folder: all or, if the plug is pulled, the old file stays. OSError if that fails.

    A file that was written by hand is kept beside it.
    """
    target = folder / GAME / FILE
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.is_file() and not target.read_bytes().startswith(HEADER.encode()):
        sync(Path(shutil.copy2(target, target.with_name(target.name + BY_HAND))))
    write_whole(target, (HEADER + draft.text()).encode())


# --- how entries look and are asked ---


def _row(draft: Draft, card: Weapon | Shield) -> Option:
    """A card in the list, with a question mark if something of it is still assumed."""
    mark = say("own_cards.open") if draft.assumed[card.key] else None
    return Option(card.key, say("galaktico.card", name=card.name), value=mark)


def _entry_row(draft: Draft, card: Weapon | Shield, entry: str) -> Option:
    """What an entry says now, with a question mark if it is only assumed."""
    is_assumed = draft.is_assumed(card.key, entry)
    if isinstance(card, Weapon) and entry != NAME:
        force = say("galaktico.figure", n=card.force(Effect(entry)))
        return Option(entry, say(f"galaktico.entry.{entry}"), value=_doubted(force) if is_assumed else force)
    words = say("galaktico.card", name=card.name) if entry == NAME or isinstance(card, Weapon) else _pair(card.blocks)
    return Option(entry, _doubted(words) if is_assumed else words)


def _doubted(words: Text) -> Text:
    return say("own_cards.assumed", one=words)


def _pair(blocks: frozenset[Effect]) -> Text:
    one, other = (say(f"galaktico.entry.{effect.value}") for effect in EFFECTS if effect in blocks)
    return say("own_cards.pair", one=one, other=other)


def _ask_name(now: str, is_assumed: bool) -> Asking:
    """The name as it is, or spelled anew; one that is only made up is not offered first."""
    options = (Option("keep", say("galaktico.card", name=now)), Option("new", say("own_cards.spell_it")))
    choice = yield from choose(say("own_cards.name"), options, start="new" if is_assumed else "keep")
    if choice != "new":
        return now if choice else None
    spelled = yield Spell(words=say("own_cards.name"), longest=LONGEST_NAME)
    return spelled.key if isinstance(spelled, Chosen) else None


def _ask_pair(shield: Shield) -> Asking:
    """The number of the pair of effects that a shield keeps off."""
    options = tuple(Option(str(number), _pair(pair)) for number, pair in enumerate(PAIRS))
    return (yield from choose(say("own_cards.blocks"), options, start=str(PAIRS.index(shield.blocks))))
