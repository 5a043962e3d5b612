"""The data files of Sternenfahrer together: encounter cards, friendship cards, house rules and planet systems."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import Enum

from games.spine.data_game import fingerprint
from games.spine.toml_text import Problems
from games.sternenfahrer.cards import EncounterCard
from games.sternenfahrer.deck_file import parse_deck
from games.sternenfahrer.friendship import parse_friendship
from games.sternenfahrer.pieces import FriendshipCard
from games.sternenfahrer.settings import Settings, parse_settings
from games.sternenfahrer.systems_file import Systems, parse_systems


@dataclass(frozen=True, slots=True)
class CardSet:
    """All that an owner can change about the game: both kinds of cards, the house rules, and the systems."""

    encounters: dict[int, EncounterCard]
    friendship: tuple[FriendshipCard, ...]
    settings: Settings
    systems: Systems
    fingerprint: str  # of cards and house rules: changes with anything that matters to play, not with words
    whole: str  # the same with the systems


def parse_card_set(encounters: str, friendship: str, settings: str, systems: str) -> CardSet:
    """The cards, house rules and systems that these texts describe; BadData with all problems, one a line, if not."""
    problems = Problems()
    chosen = parse_settings(settings, problems)
    cards = parse_deck(encounters, chosen, problems)
    friends = parse_friendship(friendship, problems)
    sky = parse_systems(systems, problems)
    problems.raise_if_any()
    sign = _fingerprint(cards, friends, chosen)
    whole = fingerprint([sign, _plain(asdict(sky))])
    return CardSet({card.number: card for card in cards}, friends, chosen, sky, sign, whole)


def _fingerprint(cards: tuple[EncounterCard, ...], friends: tuple[FriendshipCard, ...], settings: Settings) -> str:
    trees = [
        [
            [node.name, node.kind, node.needs, node.seat, [asdict(branch) for branch in node.branches]]
            for node in card.nodes.values()
        ]
        for card in cards
    ]
    return fingerprint(_plain([trees, [asdict(card) for card in friends], asdict(settings)]))


def _plain(value: object) -> object:
    """The same in types that JSON has."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value
