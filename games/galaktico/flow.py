"""Galaktico as a dialogue: how the cards are told, who begins, the turns, and the bags opened at the end."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from games.galaktico import rules, wording
from games.galaktico.asking import choose
from games.galaktico.combat import Side
from games.galaktico.data import CardSet
from games.galaktico.equipping import equip_all
from games.galaktico.fighting import Attacks
from games.galaktico.former import former_turn
from games.galaktico.hidden import UNTOLD, Hidden
from games.galaktico.pieces import SEATS, SHIPS, State
from games.galaktico.progress import Progress
from games.galaktico.turn import play_turn
from games.spine.data_game import DataGame
from games.spine.dialogue import TRIAL, Answer, Dialogue, Notice, Option, Outcome, Prompt, Result, Setup, Text, say
from games.spine.errors import UnknownLevel

LEVEL = "game"
PLAY, MISSING = "play", "missing"
COMBAT, OPEN, SECRET = WAYS = ("combat", "open", "secret")  # when cards are told, the usual way first


class Galaktico(DataGame[CardSet]):
    """The game, played with one set of cards."""

    name = "galaktico"

    def play(self, setup: Setup) -> Dialogue:
        """The dialogue of one game; UnknownLevel for another level or too few, too many or equal players."""
        if setup.level not in (LEVEL, TRIAL):
            raise UnknownLevel(f"there is no level {setup.level!r}; the only one is {LEVEL}")
        if len(setup.players) not in SEATS or len(set(setup.players)) < len(setup.players):
            raise UnknownLevel(f"two or three players with different names are needed, not {', '.join(setup.players)}")
        return _play(self.content, setup)


def level_of(card_set: CardSet) -> str:
    """What a game with these cards is begun as: as long as something of them is only assumed, it is a trial."""
    return TRIAL if card_set.is_trial else LEVEL


def _play(card_set: CardSet, setup: Setup) -> Dialogue:
    return (yield from (_former_game if setup.flow == 1 else _game)(card_set, setup))


def _game(card_set: CardSet, setup: Setup) -> Dialogue:
    """Equip, place the ships, and tell what counts until it is over."""
    way = yield from _ask_way(card_set)
    state = rules.start(setup.players, (yield from _ask_first(setup.players)))
    if way == SECRET:
        equipment = yield from equip_all(card_set, setup.seed, state)
    else:
        equipment = (UNTOLD,) * len(setup.players)
        yield Notice(words=say("galaktico.equip_cards"), news=say("galaktico.equip_cards.title"), scene=state)
    yield Notice(words=_where_meteors_go(state), news=say("galaktico.set_up.title"), scene=state)
    yield Notice(words=say("galaktico.set_up.screen"), news=say("galaktico.set_up.title"), scene=state)
    attacks = Attacks(card_set, setup.seed, stays_open=way == OPEN)
    progress = Progress(state, Hidden(equipment, (0,) * len(setup.players)))
    while progress.end is None:
        progress = yield from play_turn(progress, attacks)
    return (yield from _open_bags(progress))


def _former_game(card_set: CardSet, setup: Setup) -> Dialogue:
    """As the first sessions were asked: the ships are placed first, everybody equips, and every move is told."""
    if card_set.is_trial:
        options = (Option(PLAY, say("galaktico.trial.play")), Option(MISSING, say("galaktico.trial.missing")))
        yield from _ask_trial(card_set, options)
    state = rules.start(setup.players, (yield from _ask_first(setup.players)))
    yield Notice(words=say("galaktico.set_up"), news=say("galaktico.set_up.title"), scene=state)
    if len(setup.players) == min(SEATS):
        yield Notice(words=say("galaktico.set_up.two"), news=say("galaktico.set_up.title"), scene=state)
    yield Notice(words=say("galaktico.set_up.screen"), news=say("galaktico.set_up.title"), scene=state)
    equipment = yield from equip_all(card_set, setup.seed, state, is_former=True)
    progress = Progress(state, Hidden(equipment, (0,) * len(setup.players)))
    while progress.end is None:
        progress = yield from former_turn(progress)
    return (yield from _open_bags(progress))


# --- before the first turn ---------------------------------------------------------------------------------------


def _ask_way(card_set: CardSet) -> Generator[Prompt, Answer, str]:
    """When the device is told the cards; a trial says so on the same page."""
    ways = tuple(Option(way, say(f"galaktico.way.{way}")) for way in WAYS)
    if card_set.is_trial:
        return (yield from _ask_trial(card_set, (*ways, Option(MISSING, say("galaktico.trial.missing")))))
    news = say("galaktico.same_shields") if card_set.has_same_shields else None
    return (yield from choose(say("galaktico.which_way"), ways, news=news))


def _ask_trial(card_set: CardSet, options: tuple[Option, ...]) -> Generator[Prompt, Answer, str]:
    """Says that cards are only assumed, and which, until the players want to begin."""
    while (key := (yield from choose(say("galaktico.trial"), options, news=say("galaktico.trial.assumed")))) == MISSING:
        for card in card_set.assumed:
            yield Notice(words=wording.assumed_told(card), news=say("galaktico.card_title", name=card.name))
        yield Notice(words=say("galaktico.trial.enter"), news=say("galaktico.trial"))
    return key


def _ask_first(names: tuple[str, ...]) -> Generator[Prompt, Answer, int]:
    """Who begins; the names are in clockwise order."""
    rows = tuple(Option(str(seat), say("galaktico.player", player=name)) for seat, name in enumerate(names))
    return int((yield from choose(say("galaktico.who_begins"), rows, news=say("galaktico.impatient"))))


def _where_meteors_go(state: State) -> Text:
    return say("galaktico.set_up.free" if len(state.fleets) == min(SEATS) else "galaktico.set_up")


# --- the end -----------------------------------------------------------------------------------------------------


def _open_bags(progress: Progress) -> Dialogue:
    """Why it is over, which can still be taken back, then the ranking with the combats, which opens every bag."""
    assert progress.end is not None  # the turns go on until there is one
    state, hidden = progress.state, rules.reward(progress.hidden, progress.end)
    yield Notice(words=wording.end_told(state, progress.end), news=say("galaktico.end.title"), scene=state)
    places = {seat: place for place, seat in rules.ranking(hidden)}
    results = tuple(Result(fleet.name, hidden.points[seat], places[seat]) for seat, fleet in enumerate(state.fleets))
    won = wording.winners_told(state, hidden)
    history = (*_combats_told(progress), *_equipment_told(progress))
    return Outcome(results=results, words=won, scene=state, history=history, closes=True)


def _combats_told(progress: Progress) -> Iterator[Notice]:
    """A page a combat with its points, or one that says that there was none."""
    state = progress.state
    if not progress.combats:
        yield Notice(words=say("galaktico.no_combats"), news=say("galaktico.combats.title"), scene=state)
    for number, combat in enumerate(progress.combats, 1):
        title = wording.combat_title(number, combat)
        yield Notice(words=wording.combat_told(state, combat), news=title, scene=state)


def _equipment_told(progress: Progress) -> Iterator[Notice]:
    """The cards of every ship that are known, a page a ship."""
    for seat, equipment in enumerate(progress.hidden.equipment):
        for ship in SHIPS:
            if equipment.knows(ship):
                title = wording.side_name(progress.state, Side(seat, ship))
                yield Notice(words=wording.cards_told(equipment.of(ship)), news=title, scene=progress.state)
