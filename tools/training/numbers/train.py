"""Makes the two networks that read number cards, from drawn cards alone.

    python -m tools.training.numbers.train finder --work FOLDER [--steps 12000]
    python -m tools.training.numbers.train namer --work FOLDER --first 20000 --scenes 2000 --steps 10000
    python -m tools.training.numbers.train namer --work FOLDER --first 20000 --scenes 2000 --steps 7000 --go-on

Needs torch, onnx, Pillow, numpy and OpenCV (in an environment of its own; the device needs none but OpenCV to run the
result) and a machine with many fonts. Draws tables into FOLDER once, trains one network and writes
vision/numbers/finding.onnx or vision/numbers/naming.onnx. The namer also learns from what the finder takes for digits.
The second line made a namer on a machine with 736 fonts of 406 families to learn from; with the third it went on to
drawn shadows, litter and warm lamps, on one with 575 fonts of 329 families, and that is the one shipped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from tools.training.numbers.gather import ANGLE, DIGIT, SCENE, SIZE, VISIBLE, Pictures, Rows, X, Y, gather
from tools.training.numbers.networks import Finder, Namer, namer_in
from tools.training.onnx_files import export
from vision.numbers.finding import CELL, USUAL_HEIGHT
from vision.numbers.finding import WEIGHTS as FINDING
from vision.numbers.naming import NO_DIGIT, NOTHING, SEEN, SHARES, SHIFT_DEGREES, Halves, as_seen, cut_out
from vision.numbers.naming import WEIGHTS as NAMING

WINDOW = 128  # pixels of the small picture that the finder is shown at a time
# Heights of digits the finder answers for, in pixels of the small picture; larger ones are left to a smaller picture.
FOUND = (6.5, 30.0)
UNSAID = (5.0, 38.0)  # between these and the others it may say what it likes
WHOLE, PARTLY, HIDDEN = 0.9, 0.75, 0.3  # shares of a digit that are seen: readable, not readable, nearly gone
# How far off the finder is, in heights, logarithms of the height and degrees, and how far a first correction still is.
FIRST_ERRORS, SECOND_ERRORS = (0.13, 0.2, 14.0), (0.04, 0.07, 5.0)
STRETCHED = 0.4  # so many cut-outs show stretched or leaning letters
STRETCH, LEAN = 0.12, 0.1  # logarithm of the width; sideways per height
SEARCHED = 3  # in every so many pictures the finder's mistakes are looked for
BATCH = 64  # cut-outs that the namer is shown at a time
# How often the namer is shown nothing, no readable digit, a digit.
WEIGHTS = (0.2, 0.14, 0.66)
BEGINNING, GOING_ON = 2e-3, 6e-4  # rates of learning of a new namer and of one that is there


def finder_window(
    picture: NDArray[np.uint8], cards: Rows, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32], NDArray[np.float32]]:
    """A part of a picture at some size, the answer wanted (7, cells, cells), and where its heat counts."""
    wanted = np.exp(rng.uniform(np.log(7), np.log(30)))
    usual = float(np.median(cards[:, SIZE])) if len(cards) else 40.0
    scale = float(np.clip(wanted / usual, 0.18, 1.0))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    high, wide = small.shape[:2]
    aim = cards[rng.integers(len(cards)), [X, Y]] * scale if len(cards) else rng.uniform(0, 1, 2) * (wide, high)
    left, top = (int(v) for v in aim - rng.uniform(0.1, 0.9, 2) * WINDOW)
    left, top = max(min(left, wide - WINDOW), 0), max(min(top, high - WINDOW), 0)
    part = small[top : top + WINDOW, left : left + WINDOW]
    border = (0, WINDOW - part.shape[0], 0, WINDOW - part.shape[1])
    shown = np.asarray(cv2.copyMakeBorder(part, *border, cv2.BORDER_REPLICATE), np.uint8)
    places = cards.copy()
    places[:, X] = (cards[:, X] + 0.5) * scale - left
    places[:, Y] = (cards[:, Y] + 0.5) * scale - top
    places[:, SIZE] *= scale
    for _ in range(int(rng.integers(4))):  # a quarter turn each, counter-clockwise
        shown = np.rot90(shown)
        places[:, X], places[:, Y] = places[:, Y].copy(), WINDOW - places[:, X]
        places[:, ANGLE] -= 90
    target, counts = finder_target(places)
    return np.ascontiguousarray(shown), target, counts


def finder_target(places: Rows) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(7, cells, cells): heat, log height, offsets x and y, cosine and sine of twice the angle, is near a centre."""
    cells = WINDOW // CELL
    target = np.zeros((7, cells, cells), np.float32)
    counts = np.ones((cells, cells), np.float32)
    grid = np.arange(cells, dtype=np.float32)
    for card in places:
        x, y, size = card[X] / CELL, card[Y] / CELL, card[SIZE]
        away = (grid[None, :] + 0.5 - x) ** 2 + (grid[:, None] + 0.5 - y) ** 2
        if card[VISIBLE] < HIDDEN or not FOUND[0] <= size <= FOUND[1]:
            if card[VISIBLE] > 0.1 and UNSAID[0] <= size <= UNSAID[1]:
                counts[away < (0.5 * size / CELL) ** 2] = 0
            continue
        column, row = int(x), int(y)
        if not (0 <= row < cells and 0 <= column < cells):
            continue
        spread = 0.12 * size / CELL + 0.3
        centred = (grid[None, :] - column) ** 2 + (grid[:, None] - row) ** 2
        target[0] = np.maximum(target[0], np.exp(-centred / (2 * spread**2)))
        near = centred <= 2
        turn = 2 * np.deg2rad(card[ANGLE])
        target[1][near] = np.log(size / USUAL_HEIGHT)
        target[2][near] = np.broadcast_to(x - grid[None, :] - 0.5, away.shape)[near]
        target[3][near] = np.broadcast_to(y - grid[:, None] - 0.5, away.shape)[near]
        target[4][near], target[5][near] = np.cos(turn), np.sin(turn)
        target[6][near] = 1
    return target, counts


def finder_loss(answer: Tensor, target: Tensor, counts: Tensor) -> Tensor:
    """Focal loss on the heat, absolute errors of the rest around the centres."""
    heat = torch.sigmoid(answer[:, 0]).clamp(1e-5, 1 - 1e-5)
    centre = target[:, 0] > 0.999
    right = -((1 - heat) ** 2) * torch.log(heat) * centre
    wrong = -((1 - target[:, 0]) ** 4) * heat**2 * torch.log(1 - heat) * ~centre * counts
    near = target[:, 6]
    off = ((answer[:, 1:] - target[:, 1:6]).abs().sum(1) * near).sum() / near.sum().clamp(min=1)
    return (right.sum() + wrong.sum()) / centre.sum().clamp(min=1) + 0.5 * off


def recoloured(pictures: Tensor, rng: np.random.Generator) -> Tensor:
    """Other gains and channel orders; the same cards in another light."""
    gains = torch.from_numpy(np.exp(rng.normal(0, 0.15, (len(pictures), 3, 1, 1))).astype(np.float32))
    order = torch.from_numpy(rng.permutation(3)) if rng.random() < 0.3 else torch.arange(3)
    return ((pictures[:, order] + 2) * gains).clamp(0, 4) - 2


def train_finder(network: Finder, pictures: Pictures, truth: Rows, steps: int, rng: np.random.Generator) -> None:
    """Show parts of tables, eight at a time."""
    rows = [truth[truth[:, SCENE] == number] for number in range(len(pictures))]
    optimiser = torch.optim.AdamW(network.parameters(), 3e-3, weight_decay=1e-3)
    recent = 3.0
    for step in range(steps):
        slow_down(optimiser, 3e-3, step, steps)
        batch = [finder_window(pictures[n], rows[n], rng) for n in rng.integers(0, len(pictures), 8)]
        shown, wanted, counted = (np.stack(part) for part in zip(*batch, strict=True))
        seen = (torch.from_numpy(np.ascontiguousarray(shown.transpose(0, 3, 1, 2))).float() - 128) / 64
        loss = finder_loss(network(recoloured(seen, rng)), torch.from_numpy(wanted), torch.from_numpy(counted))
        recent = learn(network, optimiser, loss, recent)
        if step % 100 == 0:
            print(f"finder {step} of {steps} loss {recent:.3f}", flush=True)


def slow_down(optimiser: torch.optim.Optimizer, rate: float, step: int, steps: int) -> None:
    """Begin gently, then learn less and less towards the end."""
    for group in optimiser.param_groups:
        group["lr"] = rate * min(1, step / 100 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-5


def learn(network: nn.Module, optimiser: torch.optim.Optimizer, loss: Tensor, recent: float) -> float:
    """One step; the running mean of the loss."""
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 5.0)
    optimiser.step()
    return recent + (loss.item() - recent) * 0.02


def namer_lessons(pictures: Pictures, truth: Rows, rng: np.random.Generator) -> Rows:
    """What the namer learns from, rows of scene, x, y, height, angle, label.

    Every digit, what the finder takes for one, small digits in corners, places beside and between cards.
    """
    lessons: list[tuple[float, ...]] = []
    for number in range(len(pictures)):
        cards = truth[truth[:, SCENE] == number]
        for card in cards:
            label = label_of(card)
            if label is not None:
                lessons.append((number, card[X], card[Y], card[SIZE], card[ANGLE], label))
        shown = cards[cards[:, VISIBLE] > 0.1]
        found = found_places(pictures[number]) if number % SEARCHED == 0 else []
        for x, y, size, angle in [*found, *empty_places(shown, pictures.shape, rng)]:
            if not len(shown) or (np.hypot(shown[:, X] - x, shown[:, Y] - y) > 0.75 * shown[:, SIZE]).all():
                lessons.append((number, x, y, size, angle, NOTHING))
    return np.array(lessons, np.float32)


def label_of(card: NDArray[np.float32]) -> int | None:
    """What the namer is to say; None where nobody could decide."""
    if card[VISIBLE] >= WHOLE:
        return int(card[DIGIT]) + 1 if card[DIGIT] else NO_DIGIT
    return NO_DIGIT if HIDDEN <= card[VISIBLE] <= PARTLY else None


def found_places(picture: NDArray[np.uint8]) -> list[tuple[float, float, float, float]]:
    """What the finder sees in a picture, if there is a finder yet."""
    from vision.numbers.finding import WEIGHTS, find_digits

    if not WEIGHTS.exists():
        return []
    return [(place.x, place.y, place.height, place.angle) for place in find_digits(picture)]


def empty_places(
    cards: Rows, shape: tuple[int, ...], rng: np.random.Generator
) -> list[tuple[float, float, float, float]]:
    """Places without a large digit: corners and edges of cards at several sizes, and anywhere."""
    places = []
    for card in cards[rng.random(len(cards)) < 0.35]:
        way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.8, 2.4) * card[SIZE]
        size = card[SIZE] * float(rng.choice([0.25, 0.35, 1.0, 1.0]))
        spot = card[X] + reach * np.cos(way), card[Y] + reach * np.sin(way)
        places.append((float(spot[0]), float(spot[1]), size, float(card[ANGLE])))
    if rng.random() < 0.7:
        size = float(np.exp(rng.uniform(np.log(12), np.log(90))))
        x, y = rng.uniform(0, 1, 2) * (shape[2], shape[1])
        places.append((float(x), float(y), size, float(rng.uniform(-180, 180))))
    return places


def namer_batch(pictures: Pictures, rows: Rows, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """Cut-outs, labels and how far off the cut-outs are; half of them upside down, in any light.

    Half are as far off as what the finder finds, half as little as what is left after a first correction.
    """
    cuts, labels, shifts = [], [], []
    for number, x, y, size, angle, label in rows.tolist():
        place_error, size_error, turn_error = FIRST_ERRORS if rng.random() < 0.5 else SECOND_ERRORS
        growth, turn = rng.normal(0, size_error), rng.normal(0, turn_error)
        grown = size * np.exp(growth)
        right, down = rng.normal(0, place_error, 2)
        turned = rng.random() < 0.5
        given = angle - turn + 180 * turned
        head = np.deg2rad(given)
        # `right` and `down` are how far the digit is from the middle of the cut-out, as the cut-out shows it.
        x -= (right * np.cos(head) - down * np.sin(head)) * grown
        y -= (right * np.sin(head) + down * np.cos(head)) * grown
        cut = cut_out(Halves(pictures[int(number)]), x, y, grown, given)
        if rng.random() < STRETCHED:
            cut = stretched(cut, rng)
        if rng.random() < 0.3:
            cut = cut[:, :, rng.permutation(3)]
        if rng.random() < 0.1:
            cut = 255 - cut
        if rng.random() < 0.3:
            cut = cv2.GaussianBlur(cut, (0, 0), rng.uniform(0.3, 0.9))
        cuts.append(cut)
        labels.append(label + 6 * turned if label > NO_DIGIT else label)
        shifts.append((right, down, -growth, turn / SHIFT_DEGREES))
    return torch.from_numpy(as_seen(cuts)), torch.tensor(labels).long(), torch.tensor(shifts, dtype=torch.float32)


def stretched(cut: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The cut-out as if the letters were wider or narrower, or leaned to a side: more fonts than any machine has."""
    wide, lean = np.exp(rng.normal(0, STRETCH)), rng.normal(0, LEAN)
    middle = (SEEN - 1) / 2
    way = np.array([[wide, lean, middle * (1 - wide - lean)], [0, 1, 0.0]])
    shown = cv2.warpAffine(cut, way, (SEEN, SEEN), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)


def namer_loss(answer: Tensor, labels: Tensor, shifts: Tensor) -> Tensor:
    """How wrong the names are, and for digits how wrong the correction is."""
    is_digit = (labels > NO_DIGIT).float()
    off = ((answer[:, SHARES:] - shifts).abs().sum(1) * is_digit).sum() / is_digit.sum().clamp(min=1)
    return nn.functional.cross_entropy(answer[:, :SHARES], labels, label_smoothing=0.005) + off


def train_namer(
    network: Namer, pictures: Pictures, rows: Rows, steps: int, rng: np.random.Generator, rate: float
) -> None:
    """Show cut-outs, many at a time."""
    network.to(memory_format=torch.channels_last)  # a third quicker
    kinds = np.minimum(rows[:, 5], 2).astype(int)
    chances = (np.array(WEIGHTS) / np.bincount(kinds, minlength=3))[kinds]
    chances /= chances.sum()
    optimiser = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
    recent = 2.0
    for step in range(steps):
        slow_down(optimiser, rate, step, steps)
        cuts, labels, shifts = namer_batch(pictures, rows[rng.choice(len(rows), BATCH, p=chances)], rng)
        loss = namer_loss(network(cuts.to(memory_format=torch.channels_last)), labels, shifts)
        recent = learn(network, optimiser, loss, recent)
        if step % 200 == 0:
            print(f"namer {step} of {steps} loss {recent:.3f}", flush=True)


def main() -> None:
    """Draw the tables, train one network and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("finder", "namer"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--first", type=int, default=1000, help="seed of the first scene")
    parser.add_argument("--scenes", type=int, default=1000)
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--seed", type=int, default=1, help="of what is shown in which order and of the first weights")
    parser.add_argument("--go-on", action="store_true", help="with the namer that is there, instead of a new one")
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(given.seed)
    pictures, truth = gather(given.work, given.first, given.scenes)
    if given.part == "finder":
        finder = Finder()
        train_finder(finder, pictures, truth, given.steps, rng)
        export(finder, torch.zeros(1, 3, 288, 512), FINDING, (0, 2, 3))
    else:
        namer = namer_in(NAMING) if given.go_on else Namer()
        rows = namer_lessons(pictures, truth, rng)
        print("lessons", np.bincount(rows[:, 5].astype(int)), flush=True)
        train_namer(namer, pictures, rows, given.steps, rng, GOING_ON if given.go_on else BEGINNING)
        export(namer, torch.zeros(1, 3, SEEN, SEEN), NAMING, (0,))


if __name__ == "__main__":
    main()
