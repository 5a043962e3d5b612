"""The weapon and shield cards from their TOML text: read, checked as a whole, every problem named with its remedy.

The shipped cards.toml explains and shows every key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.galaktico.pieces import BLOCKED, EFFECTS, MOST_FORCE, SHIELDS, WEAPONS, Effect, Shield, Weapon
from games.spine.data_game import fingerprint
from games.spine.toml_text import Problems, Section, parse_toml

FILE = "cards"
WEAPON, SHIELD = "weapon", "shield"
LONGEST_NAME = 18  # letters; the longest known card, Korrosions Strahl, has 17
_EFFECT_NAMES = tuple(effect.value for effect in EFFECTS)
_KEYS = {WEAPON: ("name", *_EFFECT_NAMES), SHIELD: ("name", "blocks")}


@dataclass(frozen=True, slots=True)
class Assumed:
    """A card of which something is only assumed."""

    name: str
    keys: tuple[str, ...]  # "name", "blocks" or the names of effects


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards that every player has."""

    weapons: tuple[Weapon, ...]
    shields: tuple[Shield, ...]
    assumed: tuple[Assumed, ...]
    fingerprint: str  # changes with anything that matters to play, not with names
    former: str  # the fingerprint before it told what is only assumed, which a game says at its beginning

    @property
    def is_trial(self) -> bool:
        """Whether a game with these cards is only a trial."""
        return bool(self.assumed)

    @property
    def has_same_shields(self) -> bool:
        """Whether two shields keep off the same effects: not as we read the rules, but an owner's cards may be so."""
        return len({shield.blocks for shield in self.shields}) < len(self.shields)


def parse_card_set(text: str) -> CardSet:
    """The cards that this text describes; BadData with all problems, one a line, if it does not."""
    problems = Problems()
    parsed = parse_toml(FILE, text, problems)
    problems.raise_if_any()  # whatever else could be said of an unreadable text would only confuse
    root = Section(f"{FILE}:", parsed, problems)
    root.only(WEAPON, SHIELD)
    weapon_sections, shield_sections = _sections(root, WEAPON, WEAPONS), _sections(root, SHIELD, SHIELDS)
    weapons = tuple(_read_weapon(key, section) for key, section in weapon_sections.items())
    shields = tuple(_read_shield(key, section) for key, section in shield_sections.items())
    _check_different((*weapons, *shields), problems)
    assumed = [_read_assumed(WEAPON, section) for section in weapon_sections.values()]
    assumed += [_read_assumed(SHIELD, section) for section in shield_sections.values()]
    problems.raise_if_any()
    trial = tuple(one for one in assumed if one.keys)
    figures = _figures(weapons, shields)
    told = [figures, len(trial)] if trial else figures  # each is a page at the beginning of a game
    return CardSet(weapons, shields, trial, fingerprint(told), former=fingerprint(figures))


def _sections(root: Section, kind: str, wanted: int) -> dict[str, Section]:
    """The sections `[kind.short_name]`, in the order in which they stand."""
    sections = root.inner(kind, {})
    found = {}
    for key in sections.entries:
        section = sections.inner(key)
        found[key] = Section(f"{FILE}: [{kind}.{key}]", section.entries, root.problems)
    if len(found) != wanted:
        remedy = "add" if len(found) < wanted else "take out"
        root.problems.add(
            f"{FILE}: there are {wanted} {kind}s, not {len(found)}; {remedy} {abs(wanted - len(found))} [{kind}.…]"
        )
    return found


def _read_weapon(key: str, section: Section) -> Weapon:
    section.only(*_KEYS[WEAPON], "assumed")
    forces = tuple(section.number(name, 0, MOST_FORCE) for name in _EFFECT_NAMES)
    return Weapon(key, _read_name(section), forces)


def _read_shield(key: str, section: Section) -> Shield:
    section.only(*_KEYS[SHIELD], "assumed")
    return Shield(key, _read_name(section), frozenset(map(Effect, _read_blocks(section))))


def _read_name(section: Section) -> str:
    """A name that can be shown in one row."""
    name = section.text("name", LONGEST_NAME)
    if name and not is_plain(name):
        section.complain("name", f"must be letters in one row, without spaces around them, not {name!r}")
    return name


def is_plain(name: str) -> bool:
    """Whether a name has only what can be printed, and no space too many.

    >>> is_plain("Cryo Blitz"), is_plain(" Cryo Blitz"), is_plain("  ")
    (True, False, False)
    """
    return name.isprintable() and name == " ".join(name.split()) != ""


def _read_blocks(section: Section) -> tuple[str, ...]:
    names = _names(section.entries.get("blocks"), _EFFECT_NAMES)
    if names is None or len(names) != BLOCKED:
        given = section.entries.get("blocks")
        section.complain("blocks", f"must be two different ones of {', '.join(_EFFECT_NAMES)}, not {given!r}")
        return ()
    return names


def _read_assumed(kind: str, section: Section) -> Assumed:
    """Which entries of a card are not copied from the card."""
    keys = _names(section.entries.get("assumed", []), _KEYS[kind])
    if keys is None:
        given = section.entries["assumed"]
        section.complain(
            "assumed", f"must be a list of {', '.join(_KEYS[kind])}, not {given!r}; take it out if all is known"
        )
    return Assumed(str(section.entries.get("name")), keys or ())


def _names(value: object, allowed: tuple[str, ...]) -> tuple[str, ...] | None:
    """A list of different ones of the allowed names, or None if it is none."""
    if not isinstance(value, list) or not all(one in allowed for one in value):
        return None
    return tuple(value) if len(set(value)) == len(value) else None


def _check_different(cards: Iterable[Weapon | Shield], problems: Problems) -> None:
    """No two cards have the same name or the same short name."""
    keys: set[str] = set()
    names: set[str] = set()
    for card in cards:
        place = f"{FILE}: [{WEAPON if isinstance(card, Weapon) else SHIELD}.{card.key}]"
        if card.key in keys:
            problems.add(f"{place}: a weapon has this short name too; give one of them another")
        if card.name and card.name in names:
            problems.add(f"{place} name: another card is called {card.name!r} too; give one of them another name")
        keys.add(card.key)
        names.add(card.name)


def _figures(weapons: tuple[Weapon, ...], shields: tuple[Shield, ...]) -> list[object]:
    """What the cards do, as plain values."""
    return [
        [[weapon.key, weapon.forces] for weapon in weapons],
        [[shield.key, sorted(effect.value for effect in shield.blocks)] for shield in shields],
    ]
