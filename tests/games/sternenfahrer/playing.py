"""What the tests of Sternenfahrer share: the shipped cards, states in a few words, answers by a script or by chance."""

from dataclasses import replace
from pathlib import Path
from random import Random

import games.sternenfahrer
from games.spine.dialogue import (
    Balls,
    Choose,
    Chosen,
    Dice,
    HandOver,
    Noted,
    Notice,
    Number,
    PickNumber,
    ReadBalls,
    ReadDice,
    Setup,
)
from games.spine.session import Answered, Session
from games.sternenfahrer import encounter
from games.sternenfahrer.data import parse_card_set
from games.sternenfahrer.deck import Deck
from games.sternenfahrer.flow import Sternenfahrer
from games.sternenfahrer.former import encounter as former_encounter
from games.sternenfahrer.log import Log
from games.sternenfahrer.pages import Page
from games.sternenfahrer.pieces import Perk, Upgrade, Way
from games.sternenfahrer.setting_up import gather
from games.sternenfahrer.start import start
from games.sternenfahrer.ways import WAYS

FOLDER = Path(games.sternenfahrer.__file__).parent
ENCOUNTERS, FRIENDSHIP, SETTINGS, SYSTEMS = (
    (FOLDER / name).read_text(encoding="utf-8")
    for name in ("encounters.toml", "friendship.toml", "settings.toml", "systems.toml")
)
CARD_SET = parse_card_set(ENCOUNTERS, FRIENDSHIP, SETTINGS, SYSTEMS)
GAME = Sternenfahrer(CARD_SET)
NAMES = ("Ada", "Ben", "Cleo", "Dan")
COLOURS = ("red", "blue", "yellow", "white")
RED, BLUE, YELLOW, WHITE = range(4)


def card_set_with(**settings):
    """The shipped card set with some settings changed."""
    lines = [line for line in SETTINGS.splitlines() if line.split(" ")[0] not in settings]
    changed = [f"{name} = {'true' if value else 'false'}" for name, value in settings.items()]
    return parse_card_set(ENCOUNTERS, FRIENDSHIP, "\n".join([*lines, *changed]), SYSTEMS)


def beginners(players=4, card_set=CARD_SET, active=0, way=Way.FORMER):
    """The beginner set-up, as it is asked for in this way; the seats are red, blue, yellow and white in turn order."""
    if way is Way.FORMER:
        state = start(NAMES[:players], COLOURS[:players], card_set.friendship, card_set.settings)
    else:
        state = _gathered(gather(card_set, NAMES[:players]), *COLOURS[:players], "0", way.value)
    return replace(state, active=active)


def _gathered(dialogue, *keys):
    """What a part of the dialogue comes to with these choices."""
    next(dialogue)
    for key in keys[:-1]:
        dialogue.send(Chosen(key))
    try:
        dialogue.send(Chosen(keys[-1]))
    except StopIteration as end:
        return end.value
    raise AssertionError("more is asked")


def with_player(state, seat, **changes):
    """One player's figures changed; drives, cannons and pods by name."""
    player = state.players[seat]
    upgrades = tuple(
        changes.pop(name, player.count(kind))
        for name, kind in (("drives", Upgrade.DRIVE), ("cannons", Upgrade.CANNON), ("pods", Upgrade.POD))
    )
    return state.with_player(seat, replace(player, upgrades=upgrades, **changes))


def card(number):
    """A friendship card by its number."""
    return next(one for one in CARD_SET.friendship if one.number == number)


def card_with(perk):
    """The first friendship card that does this."""
    return next(one for one in CARD_SET.friendship if one.perk is Perk(perk))


def random_answer(prompt, rng):
    """A legal answer to any prompt of the game."""
    match prompt:
        case Notice() | HandOver():
            return Noted()
        case Choose():
            return Chosen(rng.choice([option.key for option in prompt.options if option.refused is None]))
        case PickNumber():
            return Number(rng.randint(prompt.low, prompt.high))
        case ReadDice():
            return Dice(tuple(rng.choice(prompt.faces) for _ in range(prompt.count)))
        case ReadBalls():
            return Balls(tuple(rng.sample(prompt.bag, prompt.count)))
    raise AssertionError(f"nobody can answer {prompt}")


class Beginner:
    """A player by chance who prefers to get on: builds, founds, and does not count cards all evening."""

    NEVER = ("figures", "leave", "free")  # or games would be won by corrections, or end early
    SELDOM = ("short", "hands", "scores", "players", "show", "supply", "explore", "way", "system", "other")
    LIKED = ("build", "colony", "station", "token", "owed", "spaceport", "fame", "draw", "right")

    def __init__(self, seed):
        self.rng = Random(seed)

    def answer(self, prompt):
        if not isinstance(prompt, Choose):
            return random_answer(prompt, self.rng)
        keys = [option.key for option in prompt.options if option.refused is None]
        weights = [self._liking(key) for key in keys]
        return Chosen(self.rng.choices(keys, weights)[0])

    def _liking(self, key):
        if key in self.NEVER:
            return 0
        return 0.03 if key in self.SELDOM else 3 if key in self.LIKED else 1


def meet(state, number, *answers, cards=CARD_SET.encounters, following=(29,), discards=(), until=None):
    """Play one encounter card; notices are noted by themselves. Gives the encounter and the prompts it showed.

    It is played in every way, and all of them must come to the same. With `until`, it stops at the prompt whose words
    have this key.
    """
    deck = Deck("key", (number, *following), discards)
    met, prompts = _met(state, deck, answers, cards, until)
    for way in WAYS if until is None else ():
        other, _ = _met(replace(state, way=way), deck, answers, cards, None)
        assert same_figures(other.state, with_hands=way is Way.FULL) == same_figures(
            met.state, with_hands=way is Way.FULL
        )
        assert (other.trail, other.deck) == (met.trail, met.deck)
    return met, prompts


def same_figures(state, with_hands):
    """What all ways to play must agree on."""
    players = state.players if with_hands else tuple(replace(player, hand=0) for player in state.players)
    return replace(state, players=players, way=Way.FORMER, log=Log(), held=(0, 0))


def _met(state, deck, answers, cards, until):
    kind = former_encounter if state.way is Way.FORMER else encounter
    met = kind.Encounter(state, deck, cards)
    dialogue = met.play()
    script, prompts = list(answers), [next(dialogue)]
    try:
        while prompts[-1].words.key != until:
            prompt = prompts[-1]
            answer = Noted() if isinstance(prompt, Notice | HandOver) else ON if is_read(prompt) else script.pop(0)
            if isinstance(answer, Number) and isinstance(prompt, Page):  # a gift is chosen from a page
                answer = Chosen(str(answer.value))
            assert prompt.refusal(answer) is None, f"{prompt.words}: {answer} is refused: {prompt.refusal(answer)}"
            prompts.append(dialogue.send(answer))
    except StopIteration:
        pass
    assert not script, f"never asked for: {script}"
    return met, prompts


def is_read(prompt):
    """Whether a page is only to be read."""
    return isinstance(prompt, Page) and [option.key for option in prompt.options] == ["on"]


YES, NO, ON = Chosen("yes"), Chosen("no"), Chosen("on")
ONE, TWO, THREE, FOUR, FIVE = (
    Balls(colours)
    for colours in (("black", "blue"), ("black", "yellow"), ("black", "red"), ("yellow", "yellow"), ("yellow", "red"))
)


def session_of(players=3, level="beginner", seed=1, flow=1):
    """A session as it was begun with flow 1, or with another one."""
    return Session(GAME, Setup("sternenfahrer", level, NAMES[:players], seed, GAME.data, flow))


def give(session, *answers):
    """Give answers; notices before each are noted by themselves. Strings are choices, numbers are numbers."""
    for answer in answers:
        note_all(session)
        if isinstance(answer, str):
            answer = Chosen(answer)
        elif isinstance(answer, int):
            answer = Number(answer)
        elif isinstance(answer, tuple):
            answer = Dice(tuple(map(str, answer))) if isinstance(answer[0], int) else Balls(answer)
        session.make(Answered(answer))
    return session


def note_all(session):
    """Note every notice; gives their words."""
    told = []
    while isinstance(session.prompt, Notice) or is_read(session.prompt):
        told.append(session.prompt.words)
        session.make(Answered(ON if is_read(session.prompt) else Noted()))
    return told


def at_the_table(players=3, level="beginner", seed=1):
    """The session before the first roll, or before the first figures."""
    session = give(session_of(players, level, seed), *COLOURS[:players], "0")
    note_all(session)
    return session


def fly(session, *balls):
    """Roll and go straight to the shake; the balls are shown."""
    return give(session, (2, 4), "draw", "go_on", tuple(balls))
