"""House rules: where the sources of the rules differ, each reading is a setting with its own name."""

from __future__ import annotations

from dataclasses import dataclass, fields

from games.spine.toml_text import Problems, Section, parse_toml


@dataclass(frozen=True, slots=True)
class Settings:
    """The house rules of one group of players. The defaults are the best attested readings."""

    goods_one_to_one_is_once: bool = True  # Merchant card, goods 1:1: once a turn, or as often as one likes
    short_supply_gives_nobody: bool = True  # too few cards of a kind for a roll: none for anybody, or first come
    relief_on_every_roll: bool = True  # Galactic Relief Fund: on every roll that gives nothing, or on own rolls only
    neighbour_fights_with_science: bool = False  # cannons on Scientist cards count for the neighbour in a fight
    fleeing_counts_science: bool = True  # drives on Scientist cards count, on both sides, where drives are compared
    base_counts_science: bool = True  # cannons on Scientist cards count against a pirate base
    swap_must_differ: bool = True  # cards 12 and 13: the two cards taken are of other kinds than the one given
    wear_goes_back: bool = True  # cards 31 and 32 are shuffled in with all the others
    council_without_pods_rewards_all: bool = False  # card 32, nobody has a freight pod: all get a medal, or none
    raid_14_four_is_high: bool = False  # card 14: a ball sum of 4 counts with 5, not with 3
    raid_15_two_is_low: bool = False  # card 15: a ball sum of 2 counts with 1, not with 3
    escape_18_costs_medal: bool = False  # card 18: getting away costs half a medal


SETTINGS = tuple(field.name for field in fields(Settings))


def parse_settings(text: str, problems: Problems) -> Settings:
    """The settings a TOML text makes; what it leaves out stays as it is by default."""
    section = Section("settings:", parse_toml("settings", text, problems), problems)
    section.only(*SETTINGS)
    default = Settings()
    return Settings(**{name: section.flag(name, getattr(default, name)) for name in SETTINGS})
