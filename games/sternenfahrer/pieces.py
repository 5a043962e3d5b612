"""What lies on the table in Sternenfahrer: resources, upgrades, colonies, motherships, and how many of each."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from games.sternenfahrer.log import Log
from games.sternenfahrer.settings import Settings


class Resource(Enum):
    """The five kinds of resource cards."""

    ORE = "ore"
    FUEL = "fuel"
    CARBON = "carbon"
    FOOD = "food"
    GOODS = "goods"


class Upgrade(Enum):
    """What can be stuck on a mothership."""

    DRIVE = "drive"
    CANNON = "cannon"
    POD = "pod"


class Ship(Enum):
    """A transporter with a colony or with a trade station on it."""

    COLONY = "colony_ship"
    TRADE = "trade_ship"


class People(Enum):
    """The peoples with an outpost."""

    MERCHANTS = "merchants"
    GREEN = "green"
    SCIENTISTS = "scientists"
    DIPLOMATS = "diplomats"


class Perk(Enum):
    """What a friendship card does."""

    RATE = "rate"  # a better rate with the supply
    BONUS = "bonus"  # one card more of a resource that the roll gives
    SCIENCE = "science"  # drives and cannons that are no pieces
    TRIBUTE = "tribute"  # a higher limit on a seven
    FAME = "fame"  # once a turn goods for half a medal
    HELP = "help"  # once a turn a card from each of two players with more points
    RELIEF = "relief"  # a card of choice when a roll gives nothing


class Way(Enum):
    """How much of the table the book is told."""

    COMPANION = "companion"  # no hands of cards, no trade, no payments: the players see to them
    FULL = "full"  # every hand is counted along
    FORMER = "former"  # counted along, and asked as sessions of flow 1 were


COLOURS = ("red", "blue", "yellow", "white")
SEATS = (3, 4)

# Per colour.
COLONIES = 9
STATIONS = 7
TRANSPORTERS = 3
SHIPYARDS = 3
SITES = 2  # for ships at a spaceport

MOST_UPGRADES = {Upgrade.DRIVE: 6, Upgrade.CANNON: 6, Upgrade.POD: 5}  # on one mothership
TRAY = {Upgrade.DRIVE: 24, Upgrade.CANNON: 24, Upgrade.POD: 20}  # in the box
HALF_MEDALS = 40
RESERVE = 40  # eight of each resource
DOCKS = 5  # at an outpost
RESOURCE_CARDS = 100

NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
TWO_NUMBERS = ((2, 11), (3, 12))
SEVEN = 7


class TokenKind(Enum):
    """What can lie on a planet in the place of a number."""

    PIRATE_BASE = "base"
    ICE_PLANET = "ice"


@dataclass(frozen=True, slots=True)
class Token:
    """A pirate base or an ice planet and the strength it takes."""

    kind: TokenKind
    strength: int

    @property
    def key(self) -> str:
        return f"{self.kind.value}:{self.strength}"


Chip: TypeAlias = "tuple[int, ...] | Token"

TOKENS = (
    Token(TokenKind.PIRATE_BASE, 4),
    Token(TokenKind.PIRATE_BASE, 5),
    Token(TokenKind.PIRATE_BASE, 6),
    Token(TokenKind.ICE_PLANET, 3),
    Token(TokenKind.ICE_PLANET, 4),
)


@dataclass(frozen=True, slots=True)
class Planet:
    """A planet and the numbers on its chip; none as long as a token lies on it."""

    resource: Resource
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """A colony site: a system, by its place in the list, and the two of its planets between which it lies."""

    system: int
    planets: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Colony:
    """A colony between two planets, perhaps with a shipyard that makes it a spaceport."""

    first: Planet
    second: Planet
    is_spaceport: bool = False
    site: Site | None = None  # sessions of flow 1 know no systems

    @property
    def planets(self) -> tuple[Planet, Planet]:
        return (self.first, self.second)


@dataclass(frozen=True, slots=True)
class System:
    """Three planets in a ring with a chip each; hidden until a ship comes near, and None until somebody told them."""

    resources: tuple[Resource, Resource, Resource]
    chips: tuple[Chip | None, Chip | None, Chip | None] = (None, None, None)
    is_open: bool = False
    is_home: bool = False  # one of the four where everybody starts
    is_filled: bool = False  # the signs on its planets are filled, and so are those on its chips


@dataclass(frozen=True, slots=True)
class Sky:
    """All systems, and which chips there are: by the signs of their backs, and those that lie in reserve."""

    systems: tuple[System, ...]
    chips: tuple[tuple[tuple[Chip, ...], ...], tuple[tuple[Chip, ...], ...]]  # plain and filled, a row a sign
    spare: tuple[Chip, ...]  # reserve chips
    opened: tuple[int, ...] = ()  # the systems that ships have come near, the last one last
    used: tuple[Chip, ...] = ()  # reserve chips that were laid
    blocked: tuple[Site, ...] = ()  # where the pieces of a colour stand that nobody plays
    finders: tuple[tuple[int, str], ...] | None = ()  # who opened which; None in sessions of flow 2, which did not mind


@dataclass(frozen=True, slots=True)
class FriendshipCard:
    """What a people gives to the founder of a station; only the fields its perk needs are set."""

    number: int
    people: People
    perk: Perk
    resource: Resource | None = None  # rate and bonus
    rate: int = 0  # cards for one of choice
    drives: int = 0
    cannons: int = 0
    limit: int = 0  # cards one may hold on a seven


@dataclass(frozen=True, slots=True)
class Player:
    """All that is known of one player. Of the hand, only how many cards it has."""

    name: str
    colour: str
    colonies: tuple[Colony, ...] = ()  # spaceports are among them
    colony_ships: int = 0
    trade_ships: int = 0
    stations: tuple[int, int, int, int] = (0, 0, 0, 0)  # by people
    cards: tuple[FriendshipCard, ...] = ()
    upgrades: tuple[int, int, int] = (0, 0, 0)  # drives, cannons, freight pods on the mothership
    half_medals: int = 0
    whole_medals: int = 0
    hand: int = 0
    owed_ships: int = 0  # free trade ships that wait for pieces or a site

    @property
    def ships(self) -> int:
        return self.colony_ships + self.trade_ships

    @property
    def spaceports(self) -> int:
        return sum(colony.is_spaceport for colony in self.colonies)

    @property
    def colonies_left(self) -> int:
        return COLONIES - len(self.colonies) - self.colony_ships

    @property
    def stations_left(self) -> int:
        return STATIONS - sum(self.stations) - self.trade_ships

    @property
    def transporters_left(self) -> int:
        return TRANSPORTERS - self.ships

    @property
    def shipyards_left(self) -> int:
        return SHIPYARDS - self.spaceports

    @property
    def all_upgrades(self) -> int:
        """The pieces on the mothership; Scientist cards are none."""
        return sum(self.upgrades)

    @property
    def science_drives(self) -> int:
        return sum(card.drives for card in self.cards)

    @property
    def science_cannons(self) -> int:
        return sum(card.cannons for card in self.cards)

    def count(self, upgrade: Upgrade) -> int:
        """How many of these are on the mothership."""
        return self.upgrades[UPGRADES.index(upgrade)]

    def stations_at(self, people: People) -> int:
        return self.stations[PEOPLES.index(people)]

    def has(self, perk: Perk) -> bool:
        return any(card.perk is perk for card in self.cards)


UPGRADES = tuple(Upgrade)
PEOPLES = tuple(People)
RESOURCES = tuple(Resource)


@dataclass(frozen=True, slots=True)
class Departed:
    """A player who went home: the points so far, the stations that still stand, and the whole medals taken along."""

    name: str
    points: int
    stations: tuple[int, int, int, int]
    whole_medals: int = 0
    sites: tuple[Site, ...] = ()  # where the colonies still stand


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment, in figures. The encounter cards are not in here: a state may be shown."""

    players: tuple[Player, ...]  # in turn order, to the left
    settings: Settings
    open_cards: tuple[FriendshipCard, ...]  # still lying at the outposts
    active: int = 0
    turn: int = 1
    markers: tuple[int | None, ...] = (None, None, None, None)  # who has the friendship marker, by people
    tokens: tuple[Token, ...] = TOKENS  # not yet beaten or terraformed
    reserve: int = RESERVE
    reserve_due: int = 0  # cards the active player may still draw, until the mothership is shaken
    used: frozenset[str] = field(default_factory=frozenset)  # what is allowed once a turn and was done
    locked: int = 0  # own ships that may not fly in this turn
    base_speed: int = 0  # 0 before the shake
    gone: tuple[Departed, ...] = ()  # who went home, the first one first
    # What the roll of this turn gave, by seats, the active player's first.
    rolled: tuple[tuple[int, tuple[tuple[Resource, int], ...]], ...] = ()
    way: Way = Way.FORMER
    sky: Sky | None = None  # the systems and their chips; sessions of flow 1 know none
    held: tuple[int, int] = (0, 0)  # of the locked ships: colony ships, trade ships
    log: Log = field(default_factory=Log)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    @property
    def counts_hands(self) -> bool:
        """Whether the book knows how many cards everybody has."""
        return self.way is not Way.COMPANION

    @property
    def seats(self) -> int:
        """With how many players the game was begun; the pieces of those who left still stand."""
        return len(self.players) + len(self.gone)

    @property
    def current(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active]

    @property
    def half_medals_left(self) -> int:
        return HALF_MEDALS - sum(player.half_medals for player in self.players)

    def left_in_tray(self, upgrade: Upgrade) -> int:
        return TRAY[upgrade] - sum(player.count(upgrade) for player in self.players)

    @property
    def whole_medals(self) -> int:
        """All bases and ice planets that are no more, whoever beat them."""
        taken_along = sum(one.whole_medals for one in self.gone)
        return taken_along + sum(player.whole_medals for player in self.players)

    def stations_at(self, people: People) -> int:
        """All stations at an outpost."""
        left_behind = sum(one.stations[PEOPLES.index(people)] for one in self.gone)
        return left_behind + sum(player.stations_at(people) for player in self.players)

    def others(self) -> tuple[int, ...]:
        """The opponents' seats, starting left of the active player."""
        return tuple((self.active + step) % len(self.players) for step in range(1, len(self.players)))

    def from_active(self) -> tuple[int, ...]:
        """All seats, the active player first, then to the left."""
        return (self.active, *self.others())

    def with_hand(self, seat: int, by: int) -> State:
        """Cards more or less in a hand, never below none; the same if nobody counts them."""
        if not self.counts_hands:
            return self
        player = self.players[seat]
        return self.with_player(seat, replace(player, hand=max(0, player.hand + by)))

    def with_player(self, seat: int, player: Player) -> State:
        """The same with one player's figures changed."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)


class Obstacle(Enum):
    """Why something cannot be done; the value is the end of its sentence's key."""

    NO_TRANSPORTER = "no_transporter"
    NO_COLONY = "no_colony"
    NO_STATION = "no_station"
    NO_SHIPYARD = "no_shipyard"
    NO_PLAIN_COLONY = "no_plain_colony"
    MOTHERSHIP_FULL = "mothership_full"
    TRAY_EMPTY = "tray_empty"
    TOO_FEW_CARDS = "too_few_cards"
    BAD_RATE = "bad_rate"
    SAME_RESOURCE = "same_resource"
    NOT_YOUR_TURN = "not_your_turn"
    NOTHING_GIVEN = "nothing_given"
    ONCE_A_TURN = "once_a_turn"
    NO_SUCH_CARD = "no_such_card"
    NO_HALF_MEDAL = "no_half_medal"
    NOT_POOR_ENOUGH = "not_poor_enough"
    NO_COLONY_SHIP = "no_colony_ship"
    NO_TRADE_SHIP = "no_trade_ship"
    TOO_FEW_PODS = "too_few_pods"
    OUTPOST_FULL = "outpost_full"
    TOO_FEW_CANNONS = "too_few_cannons"
    TOO_LITTLE_FREIGHT = "too_little_freight"
    SYSTEM_FULL = "system_full"
    EMPTY_HAND = "empty_hand"
    FOREIGN_SITE = "foreign_site"
    COLONY_SITE = "colony_site"
    DOCK = "dock"
    OCCUPIED = "occupied"
    TOO_LATE = "too_late"
    NOTHING_DUE = "nothing_due"
    NOTHING_OWED = "nothing_owed"
    NO_SHIP = "no_ship"
    LOCKED = "locked"
