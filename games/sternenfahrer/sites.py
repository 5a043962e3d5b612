"""Where a colony stands: which system, which chips were turned up there, between which planets."""

from __future__ import annotations

from collections.abc import Generator

from games.spine.dialogue import Answer, Option, Prompt, Text, say
from games.sternenfahrer import systems, wording
from games.sternenfahrer.asking import BACK, Part, back, choose
from games.sternenfahrer.pieces import NUMBERS, TWO_NUMBERS, Chip, Colony, Site, State, Token

OTHER, ELSEWHERE = "other", "elsewhere"

Settling = Generator[Prompt, Answer, tuple[State, Colony | None]]


def ask_site(state: State) -> Settling:
    """A new colony by its system and its place there; None if the player went back.

    The places of the likeliest system are offered at once, with the cursor in the middle: so none is far.
    """
    likeliest = systems.likeliest_system(state)
    if likeliest is not None and (sites := systems.free_sites_in(state, likeliest)):
        elsewhere = Option(ELSEWHERE, say("sternenfahrer.elsewhere"))
        key = yield from _ask_place(state, sites, (elsewhere, back()))
        if key == BACK:
            return state, None
        if key != ELSEWHERE:
            return state, systems.colony_at(state, sites[int(key)])
    return (yield from _ask_anywhere(state, likeliest))


def _ask_anywhere(state: State, but: int | None) -> Settling:
    """A system by its planets, and a place there."""
    number = yield from _which_system(state, say("sternenfahrer.which_system"), _with_room(state, but))
    return (state, None) if number is None else (yield from _ask_there(state, number))


def ask_one_of(state: State, words: Text, news: Text, last: Option, *, is_enough: bool) -> Settling:
    """The same under these words; `last` leads on without a colony, and the cursor stands on it if it is enough."""
    rows = _system_rows(state, _with_room(state, None))
    key = yield from choose(words, (*rows, last), state, news, last.key if is_enough else None)
    return (state, None) if key == last.key else (yield from _ask_there(state, int(key)))


def _with_room(state: State, but: int | None) -> list[int]:
    every = range(len(systems.sky_of(state).systems))
    return [number for number in every if number != but and _may_have_room(state, number)]


def _ask_there(state: State, number: int) -> Settling:
    """A place in this system; if nobody has seen its chips, they come first."""
    if not systems.sky_of(state).systems[number].is_open:
        state = yield from ask_chips(state, number)
    sites = systems.free_sites_in(state, number)
    if not sites:
        options = (Option(BACK, say("sternenfahrer.on")),)
        yield from choose(say("sternenfahrer.no_room"), options, state, say("sternenfahrer.no_room.why"))
        return state, None
    key = "0" if len(sites) == 1 else (yield from _ask_place(state, sites, ()))
    return state, systems.colony_at(state, sites[int(key)])


def _may_have_room(state: State, number: int) -> bool:
    return not systems.sky_of(state).systems[number].is_open or bool(systems.free_sites_in(state, number))


def _ask_place(state: State, sites: tuple[Site, ...], more: tuple[Option, ...]) -> Generator[Prompt, Answer, str]:
    rows = tuple(
        Option(str(place), wording.colony_name(systems.colony_at(state, site))) for place, site in enumerate(sites)
    )
    middle = str(len(sites) // 2)
    return (yield from choose(say("sternenfahrer.between"), (*rows, *more), state, start=middle))


def _which_system(state: State, words: Text, numbers: list[int]) -> Generator[Prompt, Answer, int | None]:
    """One of these systems, those that were opened last first; None if the player goes back."""
    key = yield from choose(words, (*_system_rows(state, numbers), back()), state)
    return None if key == BACK else int(key)


def _system_rows(state: State, numbers: list[int]) -> tuple[Option, ...]:
    sky = systems.sky_of(state)
    numbers = sorted(numbers, key=lambda one: (_last_opened(state, one), one))
    return tuple(wording.system_option(str(number), sky.systems[number]) for number in numbers)


def _last_opened(state: State, number: int) -> int:
    """Small for those that were opened last; then those at home, then the hidden ones."""
    sky = systems.sky_of(state)
    if number in sky.opened:
        return -1 - sky.opened.index(number)
    return 0 if sky.systems[number].is_open else 1


# --- chips -------------------------------------------------------------------------------------------------------


def ask_chips(state: State, number: int) -> Part:
    """The three chips that were just turned up; those not seen yet are offered first."""
    for place in range(len(systems.sky_of(state).systems[number].chips)):
        state = yield from ask_chip(state, number, place)
    return state


def ask_chip(state: State, number: int, place: int) -> Part:
    """The chip on one planet."""
    system = systems.sky_of(state).systems[number]
    is_settled = any(site.system == number and place in site.planets for site in systems.settled(state))
    chips = systems.unseen_chips(state, number, place)
    likely = tuple(chip for chip in chips if not (is_settled and isinstance(chip, Token)))
    chip = yield from _which_chip(state, likely, system.resources[place].value, with_tokens=not is_settled)
    return systems.with_system(state, number, systems.with_chip(system, place, chip))


def _which_chip(
    state: State, likely: tuple[Chip, ...], resource: str, *, with_tokens: bool = False
) -> Generator[Prompt, Answer, Chip]:
    """One of these, or any other number; a token only where no colony stands beside it."""
    words = say("sternenfahrer.chip_on", one=say(f"sternenfahrer.resource.{resource}"))
    found = {key_of(chip): chip for chip in likely}
    other = (Option(OTHER, say("sternenfahrer.chip_other")),)
    key = OTHER
    if found:
        key = yield from choose(words, (*map(_chip_row, likely), *other), state)
    if key == OTHER:
        seen = [token for _, _, token in systems.tokens_seen(state)]
        free = [token for token in state.tokens if with_tokens and token not in seen]
        every: list[Chip] = [*((one,) for one in NUMBERS), *TWO_NUMBERS, *free]
        found = {key_of(chip): chip for chip in every}
        key = yield from choose(words, tuple(map(_chip_row, every)), state)
    return found[key]


def _chip_row(chip: Chip) -> Option:
    return Option(key_of(chip), wording.chip_told(chip))


def key_of(chip: Chip) -> str:
    """How a chip is named in an answer."""
    return chip.key if isinstance(chip, Token) else wording.chip_name(chip)


def explore(state: State) -> Part:
    """A ship has come near a hidden system."""
    hidden = [number for number, one in enumerate(systems.sky_of(state).systems) if not one.is_open]
    number = yield from _which_system(state, say("sternenfahrer.which_system"), hidden)
    return state if number is None else (yield from ask_chips(state, number))


def lay_spare(state: State, number: int, place: int) -> Part:
    """The reserve chip that lies where a token was."""
    resource = systems.sky_of(state).systems[number].resources[place]
    chip = yield from _which_chip(state, systems.spare_chips(state), resource.value)
    return systems.lay_spare(state, number, place, chip)


def correct_system(state: State) -> Part:
    """Another chip on one planet than was entered, or than the set-up for beginners has."""
    sky = systems.sky_of(state)
    seen = [number for number, one in enumerate(sky.systems) if one.is_open]
    number = yield from _which_system(state, say("sternenfahrer.which_system"), seen)
    if number is None:
        return state
    system = sky.systems[number]
    rows = tuple(
        Option(str(place), wording.planet_name(systems.planet(system, place))) for place in range(len(system.resources))
    )
    key = yield from choose(say("sternenfahrer.which_planet"), (*rows, back()), state)
    return state if key == BACK else (yield from ask_chip(state, number, int(key)))
