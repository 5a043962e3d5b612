"""The planet systems from their TOML text: read and checked, every problem named with its remedy."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from games.spine.toml_text import Problems, Section, parse_toml, told, top_sections
from games.sternenfahrer.pieces import (
    COLOURS,
    NUMBERS,
    TOKENS,
    TWO_NUMBERS,
    Chip,
    Resource,
    Site,
    Sky,
    System,
)

FILE = "systems"
PLANETS = 3
SIGNS = ("triangle", "bracket", "hexagon")  # on the planets of a system, in this order
BACKS = ("plain", "filled", "reserve")
START_COLONIES = 3  # of every colour, one of them a spaceport
_NUMBERS = {"/".join(map(str, chip)): chip for chip in (*((one,) for one in NUMBERS), *TWO_NUMBERS)}
_TOKENS = {f"{token.kind.value} {token.strength}": token for token in TOKENS}
_CHIPS: dict[str, Chip] = {**_NUMBERS, **_TOKENS}
_PAIRS = {f"{one + 1} {other + 1}": (one, other) for one, other in combinations(range(PLANETS), 2)}


@dataclass(frozen=True, slots=True)
class Systems:
    """The sky before the first turn, and where every colour starts."""

    sky: Sky
    starts: dict[str, tuple[Site, ...]]  # by colour, its spaceport first


def parse_systems(text: str, problems: Problems) -> Systems:
    """The systems, their chips and the start of every colour."""
    found_before = len(problems.found)
    parsed = parse_toml(FILE, text, problems)
    nothing = Systems(Sky((), (((), (), ()), ((), (), ())), ()), {})
    if len(problems.found) > found_before:  # whatever else could be said of an unreadable text would only confuse
        return nothing
    sections = top_sections(FILE, parsed, ("system", "chips"), problems)
    systems = tuple(_read_system(section) for section in sections["system"].values())
    pools = {section.entries.get("back"): section for section in sections["chips"].values()}
    missing = [back for back in BACKS if back not in pools]
    if missing:
        problems.add(f"{FILE}: there must be [chips.N] with back = {', '.join(map(told, missing))}; add them")
    if len(problems.found) > found_before:
        return nothing
    plain, filled = (tuple(_read_chips(pools[back], sign) for sign in SIGNS) for back in BACKS[:2])
    spare = _read_chips(pools["reserve"], "numbers")
    starts = _read_starts(list(sections["system"].values()), problems)
    return Systems(Sky(systems, (plain, filled), spare), starts)


def _read_system(section: Section) -> System:
    section.only("planets", "colonies", "is_filled")
    planets = [one.partition(" ") for one in _texts(section, "planets", PLANETS)]
    kinds = [one.value for one in Resource]
    is_home = bool(planets) and all(number for _, _, number in planets)
    if not all(kind in kinds and (number in _NUMBERS if is_home else not number) for kind, _, number in planets):
        section.complain("planets", 'must be three such as "ore 5", in a hidden system three such as "ore"')
        planets = []
    if not planets:
        return System((Resource.ORE, Resource.ORE, Resource.ORE))
    first, second, third = (Resource(kind) for kind, _, _ in planets)
    one, two, three = (_NUMBERS.get(number) for _, _, number in planets)
    is_filled = section.flag("is_filled", False)
    return System((first, second, third), (one, two, three), is_home, is_home, is_filled)


def _read_chips(section: Section, key: str) -> tuple[Chip, ...]:
    section.only("back", *(SIGNS if key in SIGNS else ("numbers",)))
    names = _texts(section, key)
    for name in names:
        if name not in _CHIPS:
            section.complain(key, f"must be numbers or one of {', '.join(_TOKENS)}, not {told(name)}")
    return tuple(_CHIPS[name] for name in names if name in _CHIPS)


def _read_starts(sections: list[Section], problems: Problems) -> dict[str, tuple[Site, ...]]:
    found: dict[str, list[tuple[Site, bool]]] = {colour: [] for colour in COLOURS}
    for number, section in enumerate(sections):
        for text in _texts(section, "colonies") if "colonies" in section.entries else ():
            colour, _, rest = text.partition(" ")
            pair = rest.removesuffix(" port")
            if colour not in found or pair not in _PAIRS:
                section.complain("colonies", f'must be such as "red 1 2" or "red 1 2 port", not {told(text)}')
                continue
            found[colour].append((Site(number, _PAIRS[pair]), rest.endswith(" port")))
    everywhere = [site for own in found.values() for site, _ in own]
    if len(set(everywhere)) < len(everywhere):
        problems.add(f"{FILE}: two colonies stand on the same site; give each its own")
    for colour, own in found.items():
        if len(own) != START_COLONIES or sum(is_port for _, is_port in own) != 1:
            problems.add(f"{FILE}: {colour} must start with {START_COLONIES} colonies, one of them a port")
    if problems.found:
        return {}
    ports_first = {colour: sorted(own, key=lambda one: not one[1]) for colour, own in found.items()}
    return {colour: tuple(site for site, _ in own) for colour, own in ports_first.items()}


def _texts(section: Section, key: str, count: int | None = None) -> tuple[str, ...]:
    """A list of texts, of `count` of them if it is given."""
    value = section.entries.get(key)
    is_list = isinstance(value, list) and value and all(isinstance(one, str) for one in value)
    if isinstance(value, list) and is_list and count in (None, len(value)):
        return tuple(value)
    section.complain(key, f"must be a list of {count or 'some'} texts, not {told(value)}")
    return ()
