"""Tables with one card: taught ones in every light and turn, and untaught ones that share picture, words or frame."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.cards.faces import PARTS, Face, Style, draw_back, draw_face
from tools.render.cards.paper import HEIGHT, WIDTH
from tools.render.cards.prints import DIGITS, RANKS, SUITS
from tools.render.cards.tables import photograph, webcam
from tools.render.scene import Scene
from vision.base.frame import Frame
from vision.cards.teaching import TaughtCard, TaughtCards, teach_card

TAUGHT = 64
UNTAUGHT = 400  # parts from this number on are on no taught card
CONDITIONS = (
    *("plain", "turned", "slanted", "shaded", "glare", "veiled", "bright", "small", "large", "dim", "warm", "cold"),
    *("soft", "snapshot", "snapshot covered", "covered", "covered", "cut off", "sibling", "sibling"),
    *("sibling slanted", "sibling covered", "sibling veiled", "stranger", "stranger snapshot", "stranger", "back"),
    *("littered", "littered slanted", "sibling littered"),
)
ONE_PRINT = (Style.WEAPON, Style.PLAIN)  # games whose cards share their whole print but for small signs
WEAPONS = 12
UNLIKE = {  # games in which no card shares its picture or its words with another
    Style.ART: tuple(Face(Style.ART, 200 + number, 200 + number, number) for number in range(24)),
    Style.FULL: tuple(Face(Style.FULL, 230 + number, 230 + number, number) for number in range(60)),
    Style.COURT: tuple(Face(Style.COURT, 300 + number, 0, number) for number in range(12)),
}


@dataclass(frozen=True, slots=True)
class Game:
    """One game's cards, taught into a folder."""

    faces: tuple[Face, ...]
    folder: Path
    round_corners: bool
    has_siblings: bool = True  # cards that share all but a part; without, all cards are unlike each other


def scenes(count: int, seed: int) -> Iterator[Scene]:
    """As many tables, going round through games and conditions; the taught cards' folders live as long as this does."""
    random = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory(prefix="cards-") as made:
        folder = Path(made)
        games = [make_game(style, folder / style.value, random) for style in Style if style not in ONE_PRINT]
        every = Game(tuple(face for game in games for face in game.faces[:14]), folder / "every", True)
        teach_all(every, random)
        games.append(every)
        for style, faces in UNLIKE.items():
            games.append(Game(faces, folder / f"unlike {style.value}", bool(random.integers(2)), has_siblings=False))
            teach_all(games[-1], random)
        games += games_of_one_print(folder, random)
        for number in range(count):
            condition = CONDITIONS[number % len(CONDITIONS)]
            yield make_scene(condition, games[(number // len(CONDITIONS) + number) % len(games)], random)


def games_of_one_print(folder: Path, random: np.random.Generator) -> list[Game]:
    """Cards that differ in small signs only, each kind taught from flat pictures and from a webcam's."""
    games = []
    for style in ONE_PRINT:
        for is_webcam in (False, True):
            design = int(random.integers(10_000))
            name = f"{style.value} {'webcam' if is_webcam else 'flat'} {design}"
            faces = weapons(design) if style is Style.WEAPON else plain_cards(design)
            games.append(Game(faces, folder / name, bool(random.integers(2))))
            teach_all(games[-1], random, is_webcam)
    return games


def weapons(design: int) -> tuple[Face, ...]:
    """Twelve cards of one print; two of them have another's emblem, and one all but a digit of another's."""
    random = np.random.default_rng(design)
    faces = [
        Face(Style.WEAPON, int(random.integers(UNTAUGHT)), number, int(random.integers(DIGITS**4)), design)
        for number in range(WEAPONS - 1)
    ]
    faces[1] = faces[1].sibling("art", faces[0].art)
    return (*faces, faces[2].sibling("sign", with_another_digit(faces[2].sign, random)))


def plain_cards(design: int) -> tuple[Face, ...]:
    """Two suits of white cards."""
    return tuple(Face(Style.PLAIN, 0, 0, sign, design) for sign in range(2 * len(RANKS)))


def with_another_digit(sign: int, random: np.random.Generator) -> int:
    """Four digits of which one is another."""
    place = DIGITS ** int(random.integers(4))
    digit = sign // place % DIGITS
    return sign + place * ((digit + int(random.integers(1, DIGITS))) % DIGITS - digit)


def make_game(style: Style, folder: Path, random: np.random.Generator) -> Game:
    """Teach a game of about 64 cards (40 with pips), many of which share a part with another."""
    faces: list[Face] = []
    if style is Style.PIPS:
        faces = [Face(style, 0, 0, sign) for sign in range(60) if sign % 3]
    elif style is Style.COURT:
        faces = [Face(style, art, 0, sign) for art in range(13) for sign in range(5)]
    else:
        for number in range(TAUGHT // 2):
            part = PARTS[style][number % len(PARTS[style])]
            first = Face(style, number, number, number)
            faces += [first, first.sibling(part, number + 1 if part == "sign" else number + 100)]
    game = Game(tuple(faces), folder, bool(random.integers(2)))
    teach_all(game, random)
    return game


def teach_all(game: Game, random: np.random.Generator, is_webcam: bool = False) -> None:
    """Teach every card from one picture of its own: a game's own drawings, or as a camera or a scanner gives it."""
    if is_webcam:
        TaughtCards.of({name_of(face): taught_by_webcam(face, game, random) for face in game.faces}).save(game.folder)
        return
    is_drawing = bool(random.integers(3) == 0)
    TaughtCards.of(
        {
            name_of(face): teach_card(draw_face(face) if is_drawing else snapshot(draw_face(face), random))
            for face in game.faces
        }
    ).save(game.folder)


def taught_by_webcam(face: Face, game: Game, random: np.random.Generator) -> TaughtCard:
    """The card from the first picture in which its edge is found: an owner who is told so shows it once more."""
    while True:
        card = teach_card(webcam(draw_face(face), game.round_corners, random))
        if abs(card.size[1] / card.size[0] - HEIGHT / WIDTH) < 0.08:
            return card


def name_of(face: Face) -> str:
    """What the card is called in its folder."""
    if face.style in ONE_PRINT:
        return f"{face.style.value} {face.design} {face.art} {face.words} {face.sign}"
    return f"{face.style.value} {face.art} {face.words} {face.sign}"


def snapshot(card: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.uint8]:
    """A picture that is the card: smaller, a little soft, in some light."""
    height = int(random.integers(300, 520))
    small = cv2.resize(card, (round(height * WIDTH / HEIGHT), height), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), float(random.uniform(0.4, 0.7))).astype(np.float32)
    lit = soft * random.uniform(0.85, 1.0, 3) * random.uniform(0.8, 1.0) + random.normal(0, 2.0, soft.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def make_scene(condition: str, game: Game, random: np.random.Generator) -> Scene:
    """One table with one card."""
    taught = game.faces[int(random.integers(len(game.faces)))]
    face: Face | None = taught
    untaught = UNTAUGHT + int(random.integers(300))
    if taught.style in ONE_PRINT and condition.startswith(("sibling", "stranger")):
        face = untaught_of_one_print(taught, game, condition.startswith("sibling"), random)
    elif condition.startswith("sibling") and game.has_siblings:
        parts = PARTS[taught.style]
        part = parts[int(random.integers(len(parts)))]
        face = next(
            other
            for value in range(0 if part == "sign" else untaught, untaught + 60)
            if draws_unlike_all(other := taught.sibling(part, value), game)
        )
    elif condition.startswith(("sibling", "stranger")):
        face = next(
            other
            for sign in range(untaught, untaught + 60)
            if draws_unlike_all(other := Face(taught.style, untaught, untaught, sign), game)
        )
    elif condition == "back":
        face = None
    card = draw_back(int(random.integers(6))) if face is None else draw_face(face)
    picture, share_hidden = photograph(card, condition, game.round_corners, random)
    name = name_of(face) if face in game.faces and face is not None else None
    return Scene(condition, Frame(picture), {"card": name}, is_readable=share_hidden < 0.55, profile=game.folder)


def untaught_of_one_print(taught: Face, game: Game, is_sibling: bool, random: np.random.Generator) -> Face:
    """An untaught card of the same print: one part differs from a taught one's, or all do."""
    while True:
        if taught.style is Style.PLAIN:
            rank = taught.sign % len(RANKS) if is_sibling else int(random.integers(len(RANKS)))
            other = replace(taught, sign=rank + len(RANKS) * int(random.integers(2, SUITS)))
        else:
            art, words = (UNTAUGHT + int(random.integers(300)) for _ in range(2))
            digits = int(random.integers(DIGITS**4))
            other = replace(taught, art=art, words=words, sign=digits)
            if is_sibling:
                part = str(random.choice(["art", "words", "sign"]))
                values = {"art": art, "words": words, "sign": with_another_digit(taught.sign, random)}
                other = taught.sibling(part, values[part])
        if draws_unlike_all(other, game):
            return other


def draws_unlike_all(face: Face, game: Game) -> bool:
    """Whether no taught card has the same print: numbers on a disc repeat after ten, suits after six."""
    return printed(face) not in {printed(other) for other in game.faces}


def printed(face: Face) -> tuple[object, ...]:
    """What can be seen of a face's numbers."""
    match face.style:
        case Style.COURT:
            return face.style, face.art, face.sign % 6
        case Style.TEXT:
            return face.style, face.words, face.sign % 10
        case Style.PIPS:
            return face.style, face.sign % 10, face.sign // 10 % 6
        case Style.WEAPON | Style.PLAIN:
            return face.style, face.design, face.art, face.words, face.sign
        case _:
            return face.style, face.art, face.words, face.sign % 10
