"""The steady gate: says from small pictures whether the table moves, a hand is in the picture, or all is at rest.

Two comparisons, both free of the lamp's brightness:

- with the first picture since the last motion, so that slow creeping counts as motion too;
- with the last picture of the table without a hand, so that a hand is noticed while it holds still.

Frames bring their own time; the gate has no clock.
"""

from __future__ import annotations

import statistics
from collections import deque
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.frame import Frame

LEAST_SPREAD = 12.0  # grey levels between the darker and the lighter half that make a line worth fitting
LEAST_GAIN = 0.1  # a lamp never turns a picture into its negative


class TableState(Enum):
    """What happens on the table."""

    MOVING = "moving"
    HAND = "hand"
    AT_REST = "at_rest"


@dataclass(frozen=True, slots=True)
class GateSettings:
    """When the table counts as moving; shares are of the whole picture."""

    width: int = 192  # of the small picture
    quiet_frames: int = 5
    quiet_seconds: float = 0.4
    least_change: float = 7.0  # grey levels; smaller changes are never motion
    noise_frames: int = 5  # the noise is learned from this many
    noise_factor: float = 6.0  # changes must also be this many times the picture's noise
    moved_share: float = 0.0006  # about a tenth of a die
    lamp_change: float = 3.0  # grey levels by which at least half of the picture changes when a lamp does
    foreign_change: float = 12.0  # grey levels by which something new differs from the table
    hand_share: float = 0.02  # five dice thrown in a heap at the border are smaller
    new_view_share: float = 0.6  # more than this is no hand: the camera was moved or covered


class SteadyGate:
    """Follows the table frame by frame.

    `state` is the newest judgement, `rests` counts how often the table has come to rest: a number that has grown means
    that something moved in between and the table is worth reading again.
    """

    def __init__(self, settings: GateSettings | None = None) -> None:
        self.state = TableState.MOVING
        self.rests = 0
        self._settings = settings or GateSettings()
        self._anchor: NDArray[np.float32] | None = None  # the first picture of the quiet time
        self._previous: NDArray[np.float32] | None = None
        self._background: NDArray[np.float32] | None = None  # the table at its last rest, without a hand
        self._quiet_frames = 0
        self._quiet_since = 0.0
        self._noises: deque[float] = deque(maxlen=self._settings.noise_frames)

    def step(self, frame: Frame) -> TableState:
        """Take the next frame into account."""
        small = small_picture(frame.pixels if frame.small is None else frame.small, self._settings.width)
        if self._anchor is None or self._previous is None or self._anchor.shape != small.shape:
            self.forget()
            self._begin_quiet(small, frame.seconds)
        else:
            if self._is_lamp_change(self._previous, small) and self.state is not TableState.HAND:
                self.forget()
            self._noises.append(noise_between(self._previous, small))
            if self._has_moved(self._anchor, small):
                self._begin_quiet(small, frame.seconds)
            else:
                self._quiet_frames += 1
        self._previous = small
        self._become(self._judge(small, frame.seconds))
        if self.state is TableState.AT_REST:
            self._background = small
        return self.state

    def forget(self) -> None:
        """Learn the table anew from the next rest, whatever lies there: for a thing that stays or a moved camera."""
        self._background = None

    def _begin_quiet(self, small: NDArray[np.float32], seconds: float) -> None:
        self._anchor = small
        self._quiet_frames = 1
        self._quiet_since = seconds

    def _noise(self) -> float:
        # The median over some frames: when the lamp changes or much moves, one frame alone looks like mere noise.
        return statistics.median(self._noises) if self._noises else 0.0

    def _is_lamp_change(self, before: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
        # A lamp changes most of the picture within one frame, a hand only its own part. Shadows and highlights move
        # with the lamp, so the old picture of the table is worthless then.
        return middle(np.abs(now[::4, ::4] - before[::4, ::4])) > max(
            self._settings.lamp_change, self._settings.noise_factor / 2 * self._noise()
        )

    def _has_moved(self, before: NDArray[np.float32], now: NDArray[np.float32]) -> bool:
        limit = max(self._settings.least_change, self._settings.noise_factor * self._noise())
        changed = np.abs(now - relit(before, now)) > limit
        return bool(np.count_nonzero(changed) > self._settings.moved_share * now.size)

    def _judge(self, small: NDArray[np.float32], seconds: float) -> TableState:
        settings = self._settings
        if self._background is not None and self._shows_hand(self._background, small):
            return TableState.HAND
        long_enough = seconds - self._quiet_since >= settings.quiet_seconds
        if self._quiet_frames >= settings.quiet_frames and long_enough:
            return TableState.AT_REST
        return TableState.MOVING

    def _shows_hand(self, background: NDArray[np.float32], small: NDArray[np.float32]) -> bool:
        settings = self._settings
        limit = max(settings.foreign_change, settings.noise_factor * self._noise())
        before = relit(background, small)
        foreign = (np.abs(small - before) > limit).astype(np.uint8)
        if np.count_nonzero(foreign) < settings.hand_share * foreign.size:
            return False
        region = largest_at_border(foreign)
        share = np.count_nonzero(region) / region.size
        return bool(settings.hand_share <= share <= settings.new_view_share and has_outline(region, small, before))

    def _become(self, state: TableState) -> None:
        if state is TableState.AT_REST and self.state is not TableState.AT_REST:
            self.rests += 1
        self.state = state


def small_picture(pixels: NDArray[np.uint8], width: int) -> NDArray[np.float32]:
    """A small smooth grey picture, made cheaply: single pixels are picked, then blurred against their noise."""
    step = max(1, max(pixels.shape[:2]) // width)
    picked = np.ascontiguousarray(pixels[step // 2 :: step, step // 2 :: step])
    grey = picked if picked.ndim == 2 else cv2.cvtColor(picked, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey.astype(np.float32), (5, 5), 0), np.float32)


def middle(values: NDArray[np.float32]) -> float:
    """The upper median; many times cheaper than numpy's own, which is most of what the gate would cost."""
    half = values.size // 2
    return float(np.partition(values, half, axis=None)[half])


def noise_between(before: NDArray[np.float32], now: NDArray[np.float32]) -> float:
    """Standard deviation of the camera's noise, from the median change: moving things are a minority."""
    change = now[::3, ::3] - before[::3, ::3]
    return 1.48 * middle(np.abs(change - np.float32(middle(change))))


def relit(before: NDArray[np.float32], now: NDArray[np.float32]) -> NDArray[np.float32]:
    """The earlier picture in the light of the later one: as if only the lamp or the exposure had changed.

    The medians of the darker and of the lighter half of the table give a straight line from then to now; whatever
    covers less than half of each does not turn it.
    """
    then, later = before[::4, ::4].ravel(), now[::4, ::4].ravel()
    is_light = then > middle(then)
    if not is_light.any():
        return np.asarray(before + np.float32(middle(later - then)), np.float32)
    dark_then, light_then = middle(then[~is_light]), middle(then[is_light])
    dark_later, light_later = middle(later[~is_light]), middle(later[is_light])
    gain = max(LEAST_GAIN, (light_later - dark_later) / max(light_then - dark_then, 1.0))
    if light_then - dark_then < LEAST_SPREAD:  # a plain table tells one brightness only
        gain = (light_later + 4.0) / (light_then + 4.0)
    return np.asarray(light_later + (before - light_then) * np.float32(gain), np.float32)


def largest_at_border(foreign: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The largest connected foreign region that reaches the picture's border; all False if there is none."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(foreign, connectivity=4)
    border = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    at_border = [label for label in np.unique(border).tolist() if label > 0]
    if count <= 1 or not at_border:
        return np.zeros(foreign.shape, np.bool_)
    largest = max(at_border, key=lambda label: int(stats[label, cv2.CC_STAT_AREA]))
    return np.asarray(labels == largest, np.bool_)


def has_outline(region: NDArray[np.bool_], now: NDArray[np.float32], before: NDArray[np.float32]) -> bool:
    """Whether the region's outline is seen in the picture now rather than before: something came, it did not leave."""
    solid = region.astype(np.uint8)
    kernel = np.ones((5, 5), np.uint8)
    outline = cv2.dilate(solid, kernel) != cv2.erode(solid, kernel)
    return bool(slopes(now)[outline].sum() >= slopes(before)[outline].sum())


def slopes(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """How steep the picture is at every pixel, on the scale of fingers: grain and noise are blurred away first."""
    smooth = cv2.GaussianBlur(picture, (9, 9), 0)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    return np.asarray(cv2.magnitude(across, down), np.float32)
