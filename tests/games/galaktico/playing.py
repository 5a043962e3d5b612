"""What the tests of Galaktico share: the shipped cards, equipment in a few words, sessions by a script or by chance."""

from pathlib import Path
from random import Random

import games.galaktico
from games.galaktico.cards import ShowFitting
from games.galaktico.data import parse_card_set
from games.galaktico.flow import Galaktico
from games.galaktico.hidden import Fitting, Hidden, equip
from games.galaktico.pieces import SHIPS, Ship
from games.spine.dialogue import (
    FLOW,
    Choose,
    ChooseShownCard,
    Chosen,
    HandOver,
    Noted,
    Notice,
    Number,
    PickNumber,
    Setup,
    say,
)
from games.spine.session import Answered, Session

CARDS = (Path(games.galaktico.__file__).parent / "cards.toml").read_text(encoding="utf-8")
CARD_SET = parse_card_set(CARDS)
GAME = Galaktico(CARD_SET)
NAMES = ("Ada", "Ben", "Cleo")
WEAPON = {weapon.key: weapon for weapon in CARD_SET.weapons}
SHIELD = {shield.key: shield for shield in CARD_SET.shields}
DESTROYER, FIGHTER, CRUISER, SCOUT = Ship


def fitting(shield, *weapons):
    """A fitting by the short names of its cards."""
    return Fitting(SHIELD[shield], tuple(WEAPON[weapon] for weapon in weapons))


def equipment(**fittings):
    """The equipment of a fleet: some fittings as given, the rest from the cards that are left."""
    used = {card for cards in fittings.values() for card in cards}
    shields = [key for key in SHIELD if key not in used]
    weapons = [key for key in WEAPON if key not in used]
    chosen = {}
    for ship in SHIPS:
        cards = fittings.get(ship.value) or (shields.pop(0), weapons.pop(0), weapons.pop(0))
        chosen[ship] = fitting(*cards)
    return equip(chosen)


# The rule book's example: Ada's cruiser against Ben's destroyer is 21 to 18.
ADA = equipment(cruiser=("inversionsfeld", "krypto_projektil", "cryo_blitz"))
BEN = equipment(destroyer=("deflektor", "plasma_bombe", "korrosions_strahl"))
EXAMPLE = (ADA, BEN, ADA)


def hidden(players=2, points=None, cards=EXAMPLE):
    """The secrets of a game, with some points in the bags."""
    return Hidden(cards[:players], points or (0,) * players)


def cards_in_order(cards):
    """The cards of an equipment in the order in which they are asked for; the last weapon is not."""
    names = []
    for ship in SHIPS:
        names += [cards.of(ship).shield.name, *(weapon.name for weapon in cards.of(ship).weapons)]
    return names[:-1]


def pick(prompt, name):
    """The answer that takes a card by its name."""
    return Chosen(next(one.key for one in prompt.options if dict(one.words.values).get("name") == name))


def session_of(players=2, seed=1, game=GAME, flow=FLOW):
    return Session(game, Setup("galaktico", "game", NAMES[:players], seed, game.data, flow))


def note_all(session):
    """Note every notice and take the device; gives what was shown."""
    shown = []
    while isinstance(session.prompt, Notice | HandOver):
        shown.append(session.prompt)
        session.make(Answered(Noted()))
    return shown


def give(session, *answers):
    """Give answers; notices before each are noted by themselves. Strings are choices, numbers are numbers."""
    for answer in answers:
        note_all(session)
        session.make(Answered(Number(answer) if isinstance(answer, int) else Chosen(answer)))
    return session


def equip_player(session, cards):
    """Give out one player's cards."""
    note_all(session)
    for name in cards_in_order(cards):
        session.make(Answered(pick(session.prompt, name)))
    return give(session, "ready")


def at_the_table(players=2, seed=1, cards=EXAMPLE, first=0, flow=FLOW, way="secret"):
    """The session at the first menu; where everybody equips in secret, with these cards."""
    session = give(session_of(players, seed, flow=flow), way, str(first))
    for one in cards[:players] if way in ("secret", "play") else ():
        equip_player(session, one)
    note_all(session)
    return session


def former_table(players=2, **more):
    """The same in a session of those that were asked for every move."""
    return at_the_table(players, flow=1, way="play", **more)


def shown(prompt, cards):
    """The answer that shows the cards of the ship that a prompt asks for."""
    ship = next(ship for ship in SHIPS if prompt.words.key.endswith(ship.value))
    names = cards.of(ship).names
    return prompt.answer(
        [next(row.key for row in rows if row.name == name) for rows, name in zip(prompt.slots, names, strict=True)]
    )


def show(session, cards=EXAMPLE):
    """Show all cards that are asked for; each player's are in the order of the seats."""
    while isinstance(session.prompt, ShowFitting):
        seat = NAMES.index(session.prompt.player)
        session.make(Answered(shown(session.prompt, cards[seat])))
    return session


LIKING = {
    "attack": 6,
    "more": 2,
    "put_right": 0.3,
    "missing": 0.2,
    "look": 0.3,
    "yes": 9,
    "deploy": 2,
    "referee": 0.05,
    "bag": 0.3,
    "back": 0.1,
    "field": 0.5,
    "station": 0.02,
}


class Gambler:
    """Plays by chance, but likes to fight and does not spend the evening with questions."""

    def __init__(self, seed):
        self.rng = Random(seed)

    def answer(self, prompt):
        match prompt:
            case Notice() | HandOver():
                return Noted()
            case PickNumber():
                return Number(self.rng.randint(prompt.low, prompt.high))
            case ShowFitting():
                shield = self.rng.choice(prompt.shields).key
                return prompt.answer([shield, *(row.key for row in self.rng.sample(prompt.weapons, 2))])
            case ChooseShownCard():
                free = [one for one in prompt.options if prompt.refusal(Chosen(one.key)) is None]
                return Chosen(self.rng.choice(free).key)
            case Choose():
                keys = [one.key for one in prompt.options if one.refused is None]
                return Chosen(self.rng.choices(keys, [LIKING.get(key, 1) for key in keys])[0])
        raise AssertionError(f"nobody can answer {prompt}")


def play_out(seed, players=3, names=NAMES, game=GAME, flow=FLOW, way=None):
    """A whole game by chance: all prompts with their answers, and the outcome. A way to play is taken if it is said."""
    player, told = Gambler(seed), []
    dialogue = game.play(Setup("galaktico", "game", names[:players], seed, "", flow))
    prompt = next(dialogue)
    try:
        for _ in range(20_000):
            answer = Chosen(way) if way and prompt.words == say("galaktico.trial") else player.answer(prompt)
            assert prompt.refusal(answer) is None
            told.append((prompt, answer))
            prompt = dialogue.send(answer)
    except StopIteration as end:
        return told, end.value
    raise AssertionError("the game does not end")
