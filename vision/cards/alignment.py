"""Laying a card flat to the pixel: parts of the taught picture are searched near their place, then refitted."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class AlignmentSettings:
    """How parts of a card are found again; pixels of the taught picture (longer side 256)."""

    coarse_parts: tuple[int, int] = (4, 3)  # along the longer and the shorter side
    fine_parts: tuple[int, int] = (7, 5)
    least_print: float = 9.0  # grey levels of spread: plain paper is found everywhere
    least_corner: float = 0.08  # change across a part's main direction to that along it; a straight line has none
    least_likeness: float = 0.55
    most_off: float = 2.0  # pixels from the common fit
    least_parts: int = 6
    fewest_parts: int = 2  # that can say together how far a plain card lies off
    coarse_reach: int = 6  # pixels of the halved picture that a part is searched away from its place
    fine_reach: int = 3
    fine_rounds: int = 3
    still: float = 1.5  # pixels: corners that moved less need no other round


@dataclass(frozen=True, slots=True)
class CloseUp:
    """A part of the frame, not much finer than a taught picture."""

    pixels: NDArray[np.uint8]
    from_frame: NDArray[np.float64]  # homogeneous: frame pixels -> pixels of this


def close_up(pixels: NDArray[np.uint8], corners: NDArray[np.float64], side: int) -> CloseUp:
    """The frame around a card, halved as long as the card stays longer than `side`."""
    height, width = pixels.shape[:2]
    low, high = corners.min(axis=0), corners.max(axis=0)
    room = 0.08 * float((high - low).max()) + 4
    left, top = (int(np.clip(value, 0, limit - 1)) for value, limit in zip(low - room, (width, height), strict=True))
    right, bottom = (
        int(np.clip(value, start + 1, limit))
        for value, start, limit in zip(high + room, (left, top), (width, height), strict=True)
    )
    part = np.ascontiguousarray(pixels[top:bottom, left:right])
    scale = np.ones(2)
    longest = float(np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).max())
    while longest >= 2.4 * side:
        half = (max(1, part.shape[1] // 2), max(1, part.shape[0] // 2))
        scale *= np.array(half) / np.array(part.shape[1::-1])
        part = np.asarray(cv2.resize(part, half, interpolation=cv2.INTER_AREA), np.uint8)
        longest /= 2
    # Pixel centres: a pixel of the halved picture lies between two of the whole one.
    shift = np.array([[1, 0, 0.5 - left], [0, 1, 0.5 - top], [0, 0, 1]])
    from_frame = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]]) @ np.diag([*scale, 1.0]) @ shift
    return CloseUp(part, from_frame)


def flattened(close: CloseUp, homography: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The card as the taught picture shows it: `homography` brings taught pixels to frame pixels."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(
        close.pixels, close.from_frame @ homography, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat, np.uint8)


def aligned(
    close: CloseUp,
    homography: NDArray[np.float64],
    taught: NDArray[np.uint8],
    settings: AlignmentSettings | None = None,
) -> tuple[NDArray[np.float64], int]:
    """A homography under which the taught grey picture's parts lie where they are seen; how many parts speak for it."""
    settings = settings or AlignmentSettings()
    half = np.asarray(cv2.resize(taught, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    scale = np.diag([taught.shape[1] / half.shape[1], taught.shape[0] / half.shape[0], 1.0])
    few = findable_parts(half, settings.coarse_parts, settings)
    coarse = parts_aligned(close, homography @ scale, half.shape, few, settings.coarse_reach, settings)[0]
    fine, parts = coarse @ np.linalg.inv(scale), 0
    many = findable_parts(taught, settings.fine_parts, settings)
    for _ in range(settings.fine_rounds):
        better, found = parts_aligned(close, fine, taught.shape, many, settings.fine_reach, settings)
        if found < parts:
            break
        moved = corners_moved(fine, better, taught.shape[1::-1])
        fine, parts = better, found
        if moved < settings.still:
            break
    return fine, parts


def corners_moved(one: NDArray[np.float64], other: NDArray[np.float64], size: tuple[int, int]) -> float:
    """How far the card's corners lie apart under two homographies, in pixels of the taught picture."""
    width, height = size
    corners = np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float64)
    moved = cv2.perspectiveTransform(corners, np.linalg.inv(one) @ other)
    return float(np.abs(moved - corners).max())


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a taught picture, by which the card is laid to the pixel."""

    left: int
    top: int
    pixels: NDArray[np.uint8]


def findable_parts(taught: NDArray[np.uint8], parts: tuple[int, int], settings: AlignmentSettings) -> list[Part]:
    """The parts of a grey picture that have print and lie in one place only."""
    height, width = taught.shape
    rows, columns = parts if height >= width else parts[::-1]
    high, wide = height // rows, width // columns
    fixed = fixing_parts(taught, rows, columns, settings)
    corners = [(column * wide, row * high) for row in range(rows) for column in range(columns) if fixed[row, column]]
    found = [Part(left, top, taught[top : top + high, left : left + wide]) for left, top in corners]
    return [part for part in found if cv2.meanStdDev(part.pixels)[1][0, 0] >= settings.least_print]


def parts_aligned(
    close: CloseUp,
    homography: NDArray[np.float64],
    shape: tuple[int, ...],
    parts: list[Part],
    reach: int,
    settings: AlignmentSettings,
) -> tuple[NDArray[np.float64], int]:
    """One round: search every part up to `reach` pixels away, fit what most agree on."""
    flat = cv2.cvtColor(flattened(close, homography, (shape[1], shape[0])), cv2.COLOR_BGR2GRAY)
    framed = cv2.copyMakeBorder(flat, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    wanted, seen = [], []
    for part in parts:
        high, wide = part.pixels.shape
        around = framed[part.top : part.top + high + 2 * reach, part.left : part.left + wide + 2 * reach]
        best, x, y = peak_of(np.asarray(cv2.matchTemplate(around, part.pixels, cv2.TM_CCOEFF_NORMED), np.float32))
        if best < settings.least_likeness:
            continue
        across, down = part.left + wide / 2, part.top + high / 2
        wanted.append((across, down))
        seen.append((across + x - reach, down + y - reach))
    if len(wanted) < settings.least_parts:
        return homography @ shift_of_few(np.array(wanted), np.array(seen), settings), len(wanted)
    fit, inside = fit_parts(np.array(wanted, np.float64), np.array(seen, np.float64), settings)
    if fit is None:
        return homography, 0
    return homography @ fit, inside


def fixing_parts(taught: NDArray[np.uint8], rows: int, columns: int, settings: AlignmentSettings) -> NDArray[np.bool_]:
    """Which parts lie in one place only: a straight line looks the same wherever along it one looks."""
    height, width = taught.shape[0] // rows * rows, taught.shape[1] // columns * columns
    inner = taught[:height, :width]
    across, down = (cv2.Sobel(inner, cv2.CV_32F, *way, ksize=3) for way in ((1, 0), (0, 1)))
    sums = (
        product.reshape(rows, height // rows, columns, width // columns).sum(axis=(1, 3))
        for product in (across * across, down * down, across * down)
    )
    wide, high, mixed = sums
    middle, reach = (wide + high) / 2, np.sqrt(((wide - high) / 2) ** 2 + mixed**2)
    return np.asarray(middle - reach >= settings.least_corner * (middle + reach), np.bool_)


def shift_of_few(
    wanted: NDArray[np.float64], seen: NDArray[np.float64], settings: AlignmentSettings
) -> NDArray[np.float64]:
    """How far a plain card's few parts say together that it lies off; nothing if they do not agree."""
    shift = np.eye(3)
    if len(wanted) >= settings.fewest_parts:
        off = seen - wanted
        middle = np.median(off, axis=0)
        if float(np.abs(off - middle).max()) <= settings.most_off:
            shift[:2, 2] = middle
    return shift


def printed_parts(grey: NDArray[np.uint8], settings: AlignmentSettings | None = None) -> int:
    """How many of a flat card's fine parts have print by which they can be found again."""
    settings = settings or AlignmentSettings()
    height, width = grey.shape
    rows, columns = settings.fine_parts if height >= width else settings.fine_parts[::-1]
    down, across = np.ix_(borders(height, rows), borders(width, columns))
    sums, squares = (np.diff(np.diff(total[down, across], axis=0), axis=1) for total in cv2.integral2(grey))
    pixels = np.diff(down, axis=0) * np.diff(across, axis=1)
    means = sums / pixels
    return int(np.count_nonzero(squares / pixels - means * means >= settings.least_print**2))


def borders(length: int, parts: int) -> NDArray[np.intp]:
    """Where so many parts of about the same length begin and end; the first ones are longer by one if need be."""
    return np.cumsum([0, *(length // parts + (part < length % parts) for part in range(parts))], dtype=np.intp)


def clearly_printed_parts(grey: NDArray[np.uint8], levels: float) -> int:
    """How many fine parts have print with so many grey levels of spread that lies in one place only, unlike a grain."""
    settings = AlignmentSettings()
    height, width = grey.shape
    rows, columns = settings.fine_parts if height >= width else settings.fine_parts[::-1]
    fixed = fixing_parts(grey, rows, columns, settings)
    down, across = height // rows, width // columns
    parts = grey[: rows * down, : columns * across].reshape(rows, down, columns, across).astype(np.float32)
    return int(np.count_nonzero(fixed & (parts.std(axis=(1, 3)) >= levels)))


def fit_parts(
    source: NDArray[np.float64], target: NDArray[np.float64], settings: AlignmentSettings
) -> tuple[NDArray[np.float64] | None, int]:
    """The small correction most parts agree on, in perspective if there are enough of them."""
    if len(source) >= 2 * settings.least_parts:
        fit, kept = cv2.findHomography(source, target, cv2.RANSAC, settings.most_off, maxIters=200)
    else:
        fit, kept = cv2.estimateAffine2D(
            source, target, method=cv2.RANSAC, ransacReprojThreshold=settings.most_off, maxIters=200
        )
        fit = None if fit is None else np.vstack([fit, [0.0, 0.0, 1.0]])
    inside = 0 if kept is None else int(np.count_nonzero(kept))
    if fit is None or inside < settings.least_parts:
        return None, inside
    return np.asarray(fit, np.float64), inside


def subpixel(before: float, top: float, after: float) -> float:
    """Where the top of a parabola through a peak and its neighbours lies, -0.5 to 0.5."""
    bend = before - 2 * top + after
    return 0.0 if bend >= 0 else min(max(0.5 * (before - after) / bend, -0.5), 0.5)


def peak_of(found: NDArray[np.float32]) -> tuple[float, float, float]:
    """The highest value and where it lies, finer than a pixel: value, x, y."""
    _, best, _, (x, y) = cv2.minMaxLoc(found)
    rows, columns = found.shape
    across = subpixel(found.item(y, x - 1), best, found.item(y, x + 1)) if 0 < x < columns - 1 else 0.0
    down = subpixel(found.item(y - 1, x), best, found.item(y + 1, x)) if 0 < y < rows - 1 else 0.0
    return best, x + across, y + down
