"""Tables with one card: taught ones in every light and turn, and untaught ones that share picture, words or frame."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.render.cards.faces import HEIGHT, PARTS, WIDTH, Face, Style, draw_back, draw_face
from tools.render.cards.faces import picture as draw_picture
from tools.render.scene import Scene
from tools.render.sensor import as_jpeg
from vision.base.frame import Frame
from vision.cards.teaching import TaughtCards, teach_card

SIZE = (1536, 864)
SNAPSHOT_SIZE = (480, 640)  # what a telephone sends
TAUGHT = 64
UNTAUGHT = 400  # parts from this number on are on no taught card
CONDITIONS = (
    *("plain", "turned", "slanted", "shaded", "glare", "veiled", "bright", "small", "large", "dim", "warm", "cold"),
    *("soft", "snapshot", "snapshot covered", "covered", "covered", "cut off", "sibling", "sibling"),
    *("sibling slanted", "sibling covered", "sibling veiled", "stranger", "stranger snapshot", "stranger", "back"),
)
UNLIKE = {  # games in which no card shares its picture or its words with another
    Style.ART: tuple(Face(Style.ART, 200 + number, 200 + number, number) for number in range(24)),
    Style.FULL: tuple(Face(Style.FULL, 230 + number, 230 + number, number) for number in range(60)),
    Style.COURT: tuple(Face(Style.COURT, 300 + number, 0, number) for number in range(12)),
}
LAMPS = {"warm": (0.55, 0.82, 1.0), "cold": (1.0, 0.93, 0.8), "dim": (0.3, 0.32, 0.34)}  # blue, green, red


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
        games = [make_game(style, folder / style.value, random) for style in Style]
        every = Game(tuple(face for game in games for face in game.faces[:14]), folder / "every", True)
        teach_all(every, random)
        games.append(every)
        for style, faces in UNLIKE.items():
            games.append(Game(faces, folder / f"unlike {style.value}", bool(random.integers(2)), has_siblings=False))
            teach_all(games[-1], random)
        for number in range(count):
            condition = CONDITIONS[number % len(CONDITIONS)]
            yield make_scene(condition, games[(number // len(CONDITIONS) + number) % len(games)], random)


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


def teach_all(game: Game, random: np.random.Generator) -> None:
    """Teach every card from one picture of its own: a game's own drawings, or as a camera or a scanner gives it."""
    is_drawing = bool(random.integers(3) == 0)
    TaughtCards.of(
        {
            name_of(face): teach_card(draw_face(face) if is_drawing else snapshot(draw_face(face), random))
            for face in game.faces
        }
    ).save(game.folder)


def name_of(face: Face) -> str:
    """What the card is called in its folder."""
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
    if condition.startswith("sibling") and game.has_siblings:
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
        case _:
            return face.style, face.art, face.words, face.sign % 10


def photograph(
    card: NDArray[np.uint8], condition: str, round_corners: bool, random: np.random.Generator
) -> tuple[NDArray[np.uint8], float]:
    """The card on a table, and what share of it is hidden."""
    size = SNAPSHOT_SIZE if "snapshot" in condition else SIZE
    corners = laid_corners(condition, size, random)
    long = float(np.hypot(*(corners[2] - corners[1])))
    mapping = cv2.getPerspectiveTransform(
        np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32), corners.astype(np.float32)
    )
    sigma = max(0.4, 0.45 * HEIGHT / long)  # what a lens and shrinking do
    laid = cv2.warpPerspective(cv2.GaussianBlur(card, (0, 0), sigma), mapping, size).astype(np.float32)
    mask = cv2.warpPerspective(card_shape(round_corners), mapping, size)[:, :, np.newaxis]
    shadow = np.roll(cv2.GaussianBlur(mask[:, :, 0], (0, 0), 4), (4, 3), axis=(0, 1))[:, :, np.newaxis]
    picture = table(size, random) * (1 - 0.45 * shadow * (1 - mask)) * (1 - mask) + laid * mask
    hidden = 1.0 - float(mask.sum()) / abs(float(cv2.contourArea(corners.astype(np.float32))))
    if "covered" in condition:
        hidden = cover(picture, mask[:, :, 0], corners, random)
    picture = lit(picture, condition, corners, random)
    blur = float(random.uniform(1.6, 3.0)) if condition == "soft" else float(random.uniform(0.4, 0.8))
    picture = cv2.GaussianBlur(picture, (0, 0), blur) + random.normal(0, float(random.uniform(1, 4)), picture.shape)
    return as_jpeg(np.clip(picture, 0, 255).astype(np.uint8), 88), max(0.0, hidden)


def laid_corners(condition: str, size: tuple[int, int], random: np.random.Generator) -> NDArray[np.float64]:
    """Where the card lies in the picture."""
    width, height = size
    long = float(random.uniform(260, 420))
    if condition in ("small", "large"):
        long = float(random.uniform(150, 220) if condition == "small" else random.uniform(480, 640))
    elif size == SNAPSHOT_SIZE:
        long = float(random.uniform(140, 260))
    turn = float(random.uniform(0, 360)) if condition != "plain" else float(random.normal(0, 4))
    slant = float(random.uniform(0.15, 0.35)) if "slanted" in condition else float(random.uniform(0, 0.06))
    reach = 0.6 * long
    x, y = float(random.uniform(reach, width - reach)), float(random.uniform(reach, max(height - reach, reach + 1)))
    if condition == "cut off":
        x = float(random.choice([0.0, float(width)])) + float(random.uniform(-0.1, 0.15)) * long
    return card_corners(long, turn, slant, (x, y))


def card_shape(round_corners: bool) -> NDArray[np.float32]:
    """1 where a flat card is paper."""
    shape = np.zeros((HEIGHT, WIDTH), np.float32)
    if not round_corners:
        shape[:] = 1.0
        return shape
    cv2.rectangle(shape, (24, 0), (WIDTH - 25, HEIGHT - 1), 1.0, -1)
    cv2.rectangle(shape, (0, 24), (WIDTH - 1, HEIGHT - 25), 1.0, -1)
    for place in ((24, 24), (WIDTH - 25, 24), (24, HEIGHT - 25), (WIDTH - 25, HEIGHT - 25)):
        cv2.circle(shape, place, 24, 1.0, -1)
    return shape


def lit(
    bare: NDArray[np.float32], condition: str, corners: NDArray[np.float64], random: np.random.Generator
) -> NDArray[np.float32]:
    """The table in the condition's light, as a camera with a tone curve of its own shows it."""
    size = (bare.shape[1], bare.shape[0])
    long = float(np.hypot(*(corners[2] - corners[1])))
    picture = bare * light(size, condition, corners, random) * np.array(LAMPS.get(condition, (1.0, 1.0, 1.0)))
    if condition == "glare":
        at = corners.mean(axis=0) + random.normal(0, 0.25 * long, 2)
        picture = picture + 200 * spot(size, at, float(random.uniform(0.15, 0.3)) * long)[:, :, np.newaxis]
    if "veiled" in condition:  # a window mirrored in the whole table, stronger on one side
        at = corners.mean(axis=0) + random.normal(0, 0.8 * long, 2)
        sheen = spot(size, at, float(random.uniform(0.7, 2.0)) * long)[:, :, np.newaxis]
        strength = float(random.uniform(0.3, 0.65))
        picture = picture * (1 - strength) + 255 * strength * sheen * random.uniform(0.75, 1.0, 3)
    if condition == "bright":
        picture = picture * float(random.uniform(1.1, 1.35))
    curve = float(random.uniform(0.85, 1.2))
    toned = 255 * (np.clip(picture, 0, 255) / 255) ** curve
    mixed = toned + float(random.uniform(-0.15, 0.25)) * (toned.mean(axis=2, keepdims=True) - toned)
    return np.asarray(mixed, np.float32)


def card_corners(long: float, turn: float, slant: float, centre: tuple[float, float]) -> NDArray[np.float64]:
    """The card's corners in the picture, `long` pixels along its longer side."""
    half = np.array([long * WIDTH / HEIGHT, long]) / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    angle = np.radians(turn)
    corners = corners @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners[:, 1] *= 1 - slant
    corners *= 1 + slant * corners[:, 1:] / long
    return np.asarray(corners + np.array(centre), np.float64)


def table(size: tuple[int, int], random: np.random.Generator) -> NDArray[np.float32]:
    """An empty table: felt, wood, checked cloth, or a print that is no card.

    In plain bytes of light and not from render/surfaces.py: the limits of reading cards were set on these.
    """
    width, height = size
    base = random.integers(40, 190, 3).astype(np.float32)
    kind = int(random.integers(4))
    blur = (0.0, 12.0, 2.5, 1.5)[kind]
    grain = random.normal(0, 1, (height // 2, width // 2)).astype(np.float32)
    if blur:
        across = 30.0 if kind == 1 else blur
        grain = cv2.GaussianBlur(grain, (0, 0), sigmaX=across, sigmaY=1.2 if kind == 1 else blur)
    grain = cv2.resize(grain / max(float(grain.std()), 1e-3), size, interpolation=cv2.INTER_LINEAR)
    picture = base + float(random.uniform(1, 9)) * grain[:, :, np.newaxis]
    if kind == 3:
        step = int(random.integers(90, 200))
        other = random.integers(40, 220, 3).astype(np.float32)
        picture[np.arange(height) % step < step // 5] = other
        picture[:, np.arange(width) % step < step // 5] = other
    return np.asarray(picture, np.float32)


def cover(
    picture: NDArray[np.float32], mask: NDArray[np.float32], corners: NDArray[np.float64], random: np.random.Generator
) -> float:
    """Lay a token, a pencil, a sheet or a book over the card; returns the share of the card that is hidden."""
    before = float(mask.sum())
    shape = np.zeros(mask.shape, np.uint8)
    at = corners.mean(axis=0) + random.normal(0, 0.5, 2) * (corners.max(axis=0) - corners.min(axis=0)) / 2
    long = float(np.hypot(*(corners[2] - corners[1])))
    match int(random.integers(3)):
        case 0:
            cv2.circle(shape, tuple(int(v) for v in at), int(random.uniform(0.08, 0.25) * long), 1, -1)
        case 1:
            way = random.normal(0, 1, 2)
            way = way / np.hypot(*way) * long
            ends = [tuple(int(v) for v in at + sign * way) for sign in (-1, 1)]
            cv2.line(shape, ends[0], ends[1], 1, int(random.uniform(0.04, 0.1) * long))
        case _:
            size = (long * float(random.uniform(0.5, 1.2)), long * float(random.uniform(0.5, 1.2)))
            away = at + 0.5 * long * np.sign(at - corners.mean(axis=0))
            sheet = cv2.boxPoints((tuple(float(v) for v in away), size, float(random.uniform(0, 90))))
            cv2.fillPoly(shape, [np.round(sheet).astype(np.int32).reshape(-1, 1, 2)], 1)
    height, width = mask.shape
    if random.integers(2):
        picture[shape > 0] = random.integers(20, 250, 3)
    else:
        picture[shape > 0] = draw_picture(int(random.integers(800, 999)), width, height)[shape > 0]
    return float(mask[shape > 0].sum()) / max(before, 1.0)


def light(
    size: tuple[int, int], condition: str, corners: NDArray[np.float64], random: np.random.Generator
) -> NDArray[np.float32]:
    """How bright each place is: a slope over the table, and the edge of a shadow across the card."""
    width, height = size
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    way = random.normal(0, 0.12, 2)
    level = np.asarray(1 + way[0] * across + way[1] * down, np.float32)
    if condition == "shaded":
        centre = corners.mean(axis=0)
        angle = float(random.uniform(0, 2 * np.pi))
        xs, ys = np.meshgrid(np.arange(width) - centre[0], np.arange(height) - centre[1])
        edge = 1 / (1 + np.exp(-(xs * np.cos(angle) + ys * np.sin(angle)) / float(random.uniform(3, 20))))
        level = level * np.asarray(1 - float(random.uniform(0.4, 0.6)) * edge, np.float32)
    return level[:, :, np.newaxis]


def spot(size: tuple[int, int], at: NDArray[np.float64], wide: float) -> NDArray[np.float32]:
    """A round light that fades, 1 in its middle."""
    xs, ys = np.meshgrid(np.arange(size[0]) - at[0], np.arange(size[1]) - at[1])
    return np.asarray(np.exp(-(xs**2 + ys**2) / (2 * wide**2)), np.float32)
