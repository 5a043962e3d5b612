"""The friendship cards from their TOML text: read and checked, every problem named with its remedy."""

from __future__ import annotations

from collections import Counter

from games.spine.toml_text import Problems, Section, parse_toml, told, top_sections
from games.sternenfahrer.pieces import DOCKS, PEOPLES, FriendshipCard, People, Perk, Resource

FILE = "friendship"
MOST_SCIENCE = 6
MOST_LIMIT = 99
_KEYS: dict[Perk, tuple[str, ...]] = {
    Perk.RATE: ("resource", "rate"),
    Perk.BONUS: ("resource",),
    Perk.SCIENCE: ("drives", "cannons"),
    Perk.TRIBUTE: ("limit",),
    Perk.FAME: (),
    Perk.HELP: (),
    Perk.RELIEF: (),
}


def parse_friendship(text: str, problems: Problems) -> tuple[FriendshipCard, ...]:
    """The 20 friendship cards in order of their numbers."""
    found_before = len(problems.found)
    parsed = parse_toml(FILE, text, problems)
    if len(problems.found) > found_before:  # whatever else could be said of an unreadable text would only confuse
        return ()
    sections = top_sections(FILE, parsed, ("card",), problems)["card"]
    found = [_read_card(number, section) for number, section in sections.items()]
    cards = tuple(card for card in found if card is not None)
    counts = Counter(card.people for card in cards)
    for people in PEOPLES:
        if len(cards) == len(sections) and counts[people] != DOCKS:
            problems.add(
                f"{FILE}: there must be {DOCKS} cards of the {people.value}, not {counts[people]}; add or take out some"
            )
    return cards


def _read_card(number: int, section: Section) -> FriendshipCard | None:
    people = _one_of(section, "people", [one.value for one in People])
    perk = _one_of(section, "perk", [one.value for one in Perk])
    if not people or not perk:
        return None
    keys = _KEYS[Perk(perk)]
    section.only("people", "perk", *keys)
    resource = _one_of(section, "resource", [one.value for one in Resource]) if "resource" in keys else ""
    return FriendshipCard(
        number=number,
        people=People(people),
        perk=Perk(perk),
        resource=Resource(resource) if resource else None,
        rate=section.number("rate", 1, 3) if "rate" in keys else 0,
        drives=section.number("drives", 0, MOST_SCIENCE, 0) if "drives" in keys else 0,
        cannons=section.number("cannons", 0, MOST_SCIENCE, 0) if "cannons" in keys else 0,
        limit=section.number("limit", 1, MOST_LIMIT) if "limit" in keys else 0,
    )


def _one_of(section: Section, key: str, known: list[str]) -> str:
    value = section.entries.get(key)
    if value in known:
        return str(value)
    section.complain(key, f"must be one of {', '.join(known)}, not {told(value)}")
    return ""
