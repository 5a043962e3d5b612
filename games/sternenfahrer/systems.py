"""Systems, colonies and what can lie on planets. No map is kept: only what lies in every system, and who settled it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

from games.spine.errors import IllegalMove
from games.sternenfahrer.building import with_ship
from games.sternenfahrer.pieces import (
    Chip,
    Colony,
    Obstacle,
    Planet,
    Player,
    Ship,
    Site,
    Sky,
    State,
    System,
    Token,
    TokenKind,
    Upgrade,
)

SITES_WITH_THREE = 2  # colonies that may be founded in a system when three play


def explore(system: System) -> System:
    """A ship reaches a point beside the system: all three chips are turned up at once."""
    return replace(system, is_open=True)


def open_sites(system: System) -> tuple[tuple[int, int], ...]:
    """The colony sites, each between two planets, where a colony may be founded now."""
    if not system.is_open:
        return ()
    return tuple(
        pair for pair in combinations(range(3), 2) if all(isinstance(system.chips[one], tuple) for one in pair)
    )


def planet(system: System, place: int) -> Planet:
    """One planet of the system; it has no number while a token lies on it, or as long as nobody knows it."""
    chip = system.chips[place]
    return Planet(system.resources[place], chip if isinstance(chip, tuple) else ())


def with_chip(system: System, place: int, chip: Chip) -> System:
    """Another chip on one planet: after a token is gone, or since a number was entered wrongly."""
    one, two, three = (chip if here == place else old for here, old in enumerate(system.chips))
    return replace(system, chips=(one, two, three), is_open=None not in (one, two, three))


# --- the sky -----------------------------------------------------------------------------------------------------


def sky_of(state: State) -> Sky:
    """The systems, which every session but those of flow 1 knows."""
    assert state.sky is not None
    return state.sky


def with_system(state: State, number: int, system: System) -> State:
    """One system changed; the colonies in it yield by what lies there now."""
    sky = sky_of(state)
    systems = (*sky.systems[:number], system, *sky.systems[number + 1 :])
    is_new = system.is_open and not sky.systems[number].is_open
    opened = (*(one for one in sky.opened if one != number), number) if is_new else sky.opened
    finders = sky.finders
    if is_new and finders is not None:
        finders = (*finders, (number, state.current.name))
    state = replace(state, sky=replace(sky, systems=systems, opened=opened, finders=finders))
    for seat, player in enumerate(state.players):
        colonies = tuple(
            _moved_in(system, colony) if colony.site is not None and colony.site.system == number else colony
            for colony in player.colonies
        )
        state = state.with_player(seat, replace(player, colonies=colonies))
    return state


def _moved_in(system: System, colony: Colony) -> Colony:
    assert colony.site is not None
    first, second = (planet(system, place) for place in colony.site.planets)
    return replace(colony, first=first, second=second)


def colony_at(state: State, site: Site) -> Colony:
    """A colony on this site."""
    first, second = (planet(sky_of(state).systems[site.system], place) for place in site.planets)
    return Colony(first, second, site=site)


def settled(state: State) -> tuple[Site, ...]:
    """Every site with a colony on it: of all players, of those who left, and of a colour nobody plays."""
    own = [colony.site for player in state.players for colony in player.colonies if colony.site is not None]
    left = [site for one in state.gone for site in one.sites]
    return (*own, *left, *sky_of(state).blocked)


def free_sites_in(state: State, number: int) -> tuple[Site, ...]:
    """Where a colony may be founded in this system now: no token beside it, nobody there, and not full with three."""
    system, taken = sky_of(state).systems[number], settled(state)
    is_full = sum(site.system == number for site in taken) >= SITES_WITH_THREE
    if is_full and state.seats == 3 and not system.is_home:
        return ()
    return tuple(site for pair in open_sites(system) if (site := Site(number, pair)) not in taken)


def likeliest_system(state: State) -> int | None:
    """Where the active player may be about to found: the last system that this player opened and that has room.

    Else it is the one that was opened last by anybody.
    """
    sky = sky_of(state)
    own = [number for number, name in reversed(sky.finders or ()) if name == state.current.name]
    return next((number for number in own if free_sites_in(state, number)), next(reversed(sky.opened), None))


def tokens_seen(state: State) -> tuple[tuple[int, int, Token], ...]:
    """The tokens that lie open: system, planet, token."""
    return tuple(
        (number, place, chip)
        for number, system in enumerate(sky_of(state).systems)
        for place, chip in enumerate(system.chips)
        if isinstance(chip, Token) and chip in state.tokens
    )


def unseen_chips(state: State, number: int, place: int) -> tuple[Chip, ...]:
    """The chips that may still be turned up on this planet, by the sign on their backs; each is named once.

    There is one of each token, so one that lies open anywhere, even where no such sign is, is none of them.
    """
    sky = sky_of(state)
    system = sky.systems[number]
    seen: Counter[Chip] = Counter(
        chip
        for one in sky.systems
        if not one.is_home and one.is_filled == system.is_filled and (chip := one.chips[place]) is not None
    )
    seen += Counter(token for token in sky.chips[system.is_filled][place] if _is_gone(state, token))
    left = dict.fromkeys((Counter(sky.chips[system.is_filled][place]) - seen).elements())
    lying = [token for _, _, token in tokens_seen(state)]
    return tuple(chip for chip in left if chip not in lying)


def _is_gone(state: State, chip: Chip) -> bool:
    return isinstance(chip, Token) and chip not in state.tokens


def spare_chips(state: State) -> tuple[Chip, ...]:
    """The reserve chips that were not laid yet; each is named once."""
    sky = sky_of(state)
    return tuple(dict.fromkeys((Counter(sky.spare) - Counter(sky.used)).elements()))


def lay_spare(state: State, number: int, place: int, chip: Chip) -> State:
    """A reserve chip lies open where a token was."""
    state = with_system(state, number, with_chip(sky_of(state).systems[number], place, chip))
    sky = sky_of(state)
    return replace(state, sky=replace(sky, used=(*sky.used, chip)))


# --- tokens ------------------------------------------------------------------------------------------------------


def strength_against(state: State, player: Player, token: Token) -> int:
    """What a player can bring to bear: cannons on a pirate base, freight pods on an ice planet."""
    if token.kind is TokenKind.ICE_PLANET:
        return player.count(Upgrade.POD)
    return player.count(Upgrade.CANNON) + (player.science_cannons if state.settings.base_counts_science else 0)


def token_obstacle(state: State, token: Token) -> Obstacle | None:
    """Why the active player, with a ship beside it, cannot clear this token."""
    if not state.current.ships:
        return Obstacle.NO_SHIP
    if strength_against(state, state.current, token) >= token.strength:
        return None
    return Obstacle.TOO_LITTLE_FREIGHT if token.kind is TokenKind.ICE_PLANET else Obstacle.TOO_FEW_CANNONS


def clear_token(state: State, token: Token) -> State:
    """The base is beaten or the planet terraformed: the token becomes the active player's whole medal."""
    obstacle = token_obstacle(state, token)
    if obstacle is not None or token not in state.tokens:
        raise IllegalMove(f"{token.key} cannot be cleared: {obstacle.value if obstacle else 'it is gone'}")
    player = replace(state.current, whole_medals=state.current.whole_medals + 1)
    left = tuple(one for one in state.tokens if one is not token)
    return replace(state.with_player(state.active, player), tokens=left)


# --- colonies ----------------------------------------------------------------------------------------------------


def colony_obstacle(state: State, colonies_there: int = 0) -> Obstacle | None:
    """Why the active player cannot found a colony in an outer system with so many colonies in it."""
    if not state.current.colony_ships:
        return Obstacle.NO_COLONY_SHIP
    if state.current.colony_ships <= state.held[0]:
        return Obstacle.LOCKED
    most = SITES_WITH_THREE if state.seats == 3 else 3
    return None if colonies_there < most else Obstacle.SYSTEM_FULL


def found_colony(state: State, colony: Colony) -> State:
    """A colony ship becomes a colony; its planets yield from the next roll on."""
    obstacle = colony_obstacle(state)
    if obstacle is not None:
        raise IllegalMove(f"no colony can be founded: {obstacle.value}")
    player = with_ship(state.current, Ship.COLONY, -1)
    return state.with_player(state.active, replace(player, colonies=(*player.colonies, colony)))
