"""Before the first turn: colours, the way to play, who begins, and what stands where."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from games.spine.dialogue import Answer, Dice, Notice, Option, Prompt, ReadDice, say
from games.sternenfahrer import wording
from games.sternenfahrer.asking import Part, choose
from games.sternenfahrer.data import CardSet
from games.sternenfahrer.figures import enter_players
from games.sternenfahrer.pieces import COLOURS, Player, Site, Sky, State
from games.sternenfahrer.start import start
from games.sternenfahrer.systems import colony_at
from games.sternenfahrer.systems_file import Systems
from games.sternenfahrer.turn import DICE, PIPS
from games.sternenfahrer.ways import ask_way

BY_DICE = "dice"

Seats = tuple[tuple[str, ...], tuple[str, ...]]  # names and colours, whoever begins first


def gather(card_set: CardSet, names: tuple[str, ...]) -> Part:
    """Colours, how it is played, and who begins; the others follow to the left, in the order of the names."""
    colours = yield from _ask_colours(names)
    by_dice = Option(BY_DICE, say("sternenfahrer.begins_by_dice"))
    key = yield from choose(say("sternenfahrer.who_begins"), (*_rows(names), by_dice), None)
    first = (yield from _highest(names)) if key == BY_DICE else int(key)
    seats = _from(first, names, colours)
    state = start(*seats, card_set.friendship, card_set.settings)
    return (yield from ask_way(_under_the_sky(state, card_set.systems)))


def gather_formerly(card_set: CardSet, names: tuple[str, ...]) -> Part:
    """The same as sessions of flow 1 are asked it."""
    colours = yield from _ask_colours(names)
    first = int((yield from choose(say("sternenfahrer.who_begins"), _rows(names), None)))
    return start(*_from(first, names, colours), card_set.friendship, card_set.settings)


def _ask_colours(names: tuple[str, ...]) -> Generator[Prompt, Answer, list[str]]:
    colours: list[str] = []
    for name in names:
        options = tuple(Option(colour, wording.colour_name(colour)) for colour in COLOURS if colour not in colours)
        answer = yield from choose(
            say("sternenfahrer.colour_of", player=name), options, None, say("sternenfahrer.which_colour")
        )
        colours.append(answer)
    return colours


def _rows(names: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(str(seat), say("sternenfahrer.player", player=name)) for seat, name in enumerate(names))


def _from(first: int, names: tuple[str, ...], colours: list[str]) -> Seats:
    order = [(first + step) % len(names) for step in range(len(names))]
    return tuple(names[one] for one in order), tuple(colours[one] for one in order)


def _highest(names: tuple[str, ...]) -> Generator[Prompt, Answer, int]:
    """Everybody throws both dice, and the highest begins; equals throw once more."""
    left = list(range(len(names)))
    news = say("sternenfahrer.highest")
    while len(left) > 1:
        thrown = []
        for seat in left:
            words = say("sternenfahrer.roll", player=names[seat])
            answer = yield ReadDice(words=words, news=news, count=DICE, faces=PIPS, kind="pips")
            assert isinstance(answer, Dice)  # a ReadDice lets nothing else through
            thrown.append(sum(int(face) for face in answer.faces))
            news = say("sternenfahrer.thrown_by", player=names[seat], n=thrown[-1])
        left = [seat for seat, pips in zip(left, thrown, strict=True) if pips == max(thrown)]
    return left[0]


def _under_the_sky(state: State, systems: Systems) -> State:
    """Everybody's colonies on their sites, and what a colour that nobody plays blocks."""
    played = [player.colour for player in state.players]
    blocked = tuple(site for colour in COLOURS if colour not in played for site in systems.starts[colour])
    state = replace(state, sky=replace(systems.sky, blocked=blocked))
    return replace(state, players=tuple(_settled(state, one, systems.starts[one.colour]) for one in state.players))


def _settled(state: State, player: Player, sites: tuple[Site, ...]) -> Player:
    port, *plain = (colony_at(state, site) for site in sites)
    return replace(player, colonies=(replace(port, is_spaceport=True), *plain))


def tell_set_up(state: State) -> Generator[Prompt, Answer, None]:
    """What everybody takes, and with three that the fourth colour stands there, too."""
    yield Notice(words=say("sternenfahrer.set_up"), news=say("sternenfahrer.set_up.title"), scene=state)
    if state.sky is not None and state.sky.blocked:
        played = [player.colour for player in state.players]
        (fourth,) = (colour for colour in COLOURS if colour not in played)
        words = say("sternenfahrer.fourth", one=wording.colour_name(fourth))
        yield Notice(words=words, news=say("sternenfahrer.set_up.title"), scene=state)


def found_freely(state: State) -> Part:
    """What came of the players' own founding: nothing stands anywhere, and everybody enters what was founded."""
    assert state.sky is not None
    sky: Sky = replace(state.sky, blocked=())
    bare = tuple(replace(one, colonies=(), colony_ships=0, upgrades=(0, 0, 0)) for one in state.players)
    yield Notice(words=say("sternenfahrer.free"), news=say("sternenfahrer.set_up.title"), scene=state)
    return (yield from enter_players(replace(state, players=bare, sky=sky)))
