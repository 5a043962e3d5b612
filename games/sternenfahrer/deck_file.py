"""The encounter cards from their TOML text: read, checked as a whole, every problem named with its remedy.

The shipped encounters.toml explains and shows every key.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.books.levels import LONGEST_NAME, LONGEST_RULE, read_words
from games.spine.dialogue import Bilingual
from games.spine.toml_text import Problems, Section, parse_toml, top_sections
from games.sternenfahrer.cards import (
    AMOUNTS,
    ANNOUNCEMENTS,
    CARDS,
    IN_RANGES,
    OUTCOMES,
    QUESTIONS,
    START,
    THEMES,
    WITH_SEAT,
    WITH_WORDS,
    Branch,
    Effect,
    EncounterCard,
    Node,
    NodeKind,
    Op,
    OwnWords,
)
from games.sternenfahrer.duels import Seat
from games.sternenfahrer.pieces import Resource
from games.sternenfahrer.settings import SETTINGS, Settings

FILE = "encounters"
MOST_NEEDED = 3
_THEN = "then"


def parse_deck(text: str, settings: Settings, problems: Problems) -> tuple[EncounterCard, ...]:
    """The 32 cards in order of their numbers, each in the reading that the settings want."""
    found = len(problems.found)
    parsed = parse_toml(FILE, text, problems)
    if len(problems.found) > found:  # whatever else could be said of an unreadable text would only confuse
        return ()
    kinds = ("card", "other") if "other" in parsed else ("card",)
    sections = top_sections(FILE, parsed, kinds, problems)
    _check_numbers(sections["card"], problems)
    cards = {number: _read_card(number, section, ("theme",)) for number, section in sections["card"].items()}
    for number, section in sections.get("other", {}).items():
        card = _read_card(number, section, ("theme", "setting"))
        if number not in cards:
            section.complain("", "there is no card of this number; add it or take this reading out")
        elif _is_wanted(section, settings):
            cards[number] = card
    return tuple(card for card in cards.values() if card is not None)


def _check_numbers(sections: Mapping[int, Section], problems: Problems) -> None:
    missing = [str(number) for number in range(1, CARDS + 1) if number not in sections]
    if missing:
        problems.add(f"{FILE}: there are {CARDS} cards, but [card.{missing[0]}] is missing; add {', '.join(missing)}")
    for number, section in sections.items():
        if number > CARDS:
            section.complain("", f"the cards are numbered 1 to {CARDS}; take it out or give it a missing number")


def _is_wanted(section: Section, settings: Settings) -> bool:
    name = section.entries.get("setting")
    if name not in SETTINGS:
        section.complain("setting", f"must be one of {', '.join(SETTINGS)}, not {name!r}")
        return False
    return bool(getattr(settings, str(name)))


# --- a card ------------------------------------------------------------------------------------------------------


def _read_card(number: int, section: Section, own_keys: tuple[str, ...]) -> EncounterCard | None:
    nodes: dict[str, Node] = {}
    for name in section.entries:
        if name in own_keys:
            continue
        node = _read_node(name, section.inner(name))
        if node is not None:
            nodes[name] = node
    theme = _read_theme(section)
    if START not in section.entries:
        section.complain(START, "is missing; every card begins with a node of this name")
        return None
    _check_ways(section, nodes)
    return EncounterCard(number, theme, nodes) if START in nodes else None


def _read_theme(section: Section) -> str | Bilingual:
    theme = section.entries.get("theme")
    if isinstance(theme, Mapping):
        return read_words(section, "theme", LONGEST_NAME)
    if theme not in THEMES:
        section.complain(
            "theme", f"must be one of {', '.join(THEMES)}, or your own {{ de = …, en = … }}, not {theme!r}"
        )
    return str(theme)


def _check_ways(section: Section, nodes: Mapping[str, Node]) -> None:
    """Every `then` leads to a node, every node is reached, and no way leads round in a circle."""
    for node in nodes.values():
        for branch in node.branches:
            if branch.then is not None and branch.then not in section.entries:
                place = f"{node.name} {'-'.join(branch.outcomes)}"
                section.complain(place, f"goes to {branch.then!r}, which is missing; add that node or correct the name")
    reached = _reached(section, nodes, START, ())
    for name in nodes:
        if name not in reached:
            section.complain(name, "is never reached; let a branch go there or take it out")


def _reached(section: Section, nodes: Mapping[str, Node], name: str, way: tuple[str, ...]) -> set[str]:
    if name in way:
        section.complain(name, "leads back to itself; let a branch end")
        return set()
    if name not in nodes:
        return set()
    following = {branch.then for branch in nodes[name].branches if branch.then is not None}
    return {name}.union(*(_reached(section, nodes, one, (*way, name)) for one in sorted(following)))


# --- a node ------------------------------------------------------------------------------------------------------


def _read_node(name: str, section: Section) -> Node | None:
    given = section.entries.get("node")
    if given not in [kind.value for kind in NodeKind]:
        section.complain("node", f"must be one of {', '.join(kind.value for kind in NodeKind)}, not {given!r}")
        return None
    kind = NodeKind(given)
    keys = ["node"]
    words: str | OwnWords = ""
    needs, seat = 0, None
    if kind in WITH_WORDS:
        keys.append("words")
        words = _read_question(section, kind)
    if kind in WITH_SEAT:
        keys.append("seat")
        seat = _read_seat(section)
    if kind is NodeKind.ASK_YES_NO:
        keys.append("needs")
        needs = section.number("needs", 0, MOST_NEEDED, default=0)
    branches = _read_branches(section, kind, keys)
    if kind is NodeKind.ASK_YES_NO:
        _check_needs(section, needs, branches)
    return Node(name, kind, branches, words, needs, seat)


def _read_question(section: Section, kind: NodeKind) -> str | OwnWords:
    words = section.entries.get("words")
    if isinstance(words, Mapping):
        own = section.inner("words")
        own.only("story", "ask")
        return OwnWords(read_words(own, "story", LONGEST_RULE), read_words(own, "ask", LONGEST_NAME))
    known = ANNOUNCEMENTS if kind is NodeKind.ANNOUNCE else QUESTIONS
    if words not in known:
        section.complain("words", f"must be one of {', '.join(known)}, or your own with story and ask, not {words!r}")
    return str(words)


def _read_seat(section: Section) -> Seat | None:
    seat = section.entries.get("seat")
    if seat in [one.value for one in Seat]:
        return Seat(seat)
    section.complain("seat", f"must be one of {', '.join(one.value for one in Seat)}, not {seat!r}")
    return None


def _check_needs(section: Section, needs: int, branches: tuple[Branch, ...]) -> None:
    yes = [effect for branch in branches if "yes" in branch.outcomes for effect in branch.effects]
    cost = sum(effect.amount for effect in yes if effect.op is Op.PAY) + sum(effect.op is Op.SWAP for effect in yes)
    if cost != needs:
        section.complain("needs", f"is {needs}, but a yes costs {cost}; write needs = {cost}")


# --- branches ----------------------------------------------------------------------------------------------------


def _read_branches(section: Section, kind: NodeKind, other_keys: list[str]) -> tuple[Branch, ...]:
    """The node's branches; each outcome must be in exactly one."""
    wanted = OUTCOMES[kind]
    branches = []
    for key, value in section.entries.items():
        if key in other_keys:
            continue
        outcomes = _outcomes(key, kind)
        if outcomes:
            branches.append(_read_branch(section, key, outcomes, value))
        else:
            section.complain(key, f"is no branch of {kind.value}; the branches are {', '.join(wanted)}")
    found = [outcome for branch in branches for outcome in branch.outcomes]
    for outcome in wanted:
        if outcome not in found:
            section.complain(outcome, "is missing; every answer needs its branch, [] if nothing happens")
        elif found.count(outcome) > 1:
            section.complain(outcome, "is in two branches; leave it in one")
    return tuple(branches)


def _outcomes(key: str, kind: NodeKind) -> tuple[str, ...]:
    """The outcomes a branch's key stands for: one, or a range such as "2-3"; none if it makes no sense."""
    known = OUTCOMES[kind]
    first, dash, last = key.partition("-")
    if dash and kind in IN_RANGES and first in known and last in known:
        return known[known.index(first) : known.index(last) + 1]
    return (key,) if key in known else ()


def _read_branch(section: Section, key: str, outcomes: tuple[str, ...], value: object) -> Branch:
    if not isinstance(value, list) or not all(isinstance(step, str) for step in value):
        section.complain(key, f'must be a list of what happens, such as ["medal +1"], not {value!r}')
        return Branch(outcomes, ())
    then: str | None = None
    if value and value[-1].split(" ")[0] == _THEN:
        then = value[-1].removeprefix(_THEN).strip()
        value = value[:-1]
    effects = [_read_effect(section, key, step) for step in value]
    return Branch(outcomes, tuple(effect for effect in effects if effect is not None), then)


def _read_effect(section: Section, key: str, step: str) -> Effect | None:
    """An effect such as "gain ore 2"."""
    word, *rest = step.split() or [""]
    if word == _THEN:
        section.complain(key, f"{step!r} must stand at the end; put the rest before it")
        return None
    if word not in [op.value for op in Op]:
        section.complain(key, f"{step!r} is no effect; the effects are {', '.join(op.value for op in Op)}")
        return None
    op = Op(word)
    resource: Resource | None = None
    if op is Op.GAIN and rest and rest[0] in [one.value for one in Resource]:
        resource = Resource(rest.pop(0))
    elif op is Op.GAIN:
        section.complain(key, f"{step!r} needs a resource: {', '.join(one.value for one in Resource)}")
        return None
    if op not in AMOUNTS and not rest:
        return Effect(op)
    allowed = AMOUNTS.get(op, ())
    written = {form: amount for amount in allowed for form in (f"{amount}", f"{amount:+}")}
    if len(rest) == 1 and rest[0] in written:
        return Effect(op, written[rest[0]], resource)
    section.complain(key, f"{step!r} has a wrong number; allowed: {', '.join(map(str, allowed)) or 'none'}")
    return None
