"""Reading balls: find round things, pick the two that lie side by side, name their colours together, doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from vision.ball_candidates import (
    BallSettings,
    Candidate,
    Table,
    are_neighbours,
    distance,
    find_candidates,
    is_of_size,
    quality_of,
    table_of,
    unequal,
)
from vision.ball_naming import name_balls
from vision.ball_profile import BallProfile
from vision.ball_spots import Debug
from vision.frame import Frame
from vision.light import judge_light
from vision.reading import BallReading, BallsReading, Reason, Status


@dataclass(frozen=True, slots=True)
class DoubtSettings:
    """Where doubt begins; set on path-traced and drawn scenes and 318 other pictures (November 2026).

    Two of those 318, each with two touching dice in our colours, are still taken for balls.
    """

    sure_quality: float = 0.5
    # Chosen to let two dim path-traced balls (0.84 and 0.86) through; between 0.6 and 0.9 there were too few balls to
    # measure how often the name is wrong. Drawn balls are all above 0.9: 166 of 166 were named right.
    sure_confidence: float = 0.9
    doubtful_confidence: float = 0.5  # at most, for a ball with any reason to doubt
    sure_far: float = 1.6  # sizes between the centres
    far_share: float = 0.5  # what a pair is worth that lies farther apart than balls in the stern
    unequal_share: float = 0.5  # or of different sizes
    # Flat prints have a relief below 1.09, outlines that hold something else as well one above 2.4.
    relief: tuple[float, float] = (1.09, 2.4)
    most_marks: int = 1  # the highlight
    most_open: float = 0.25  # of the ring around; a ball that touches another of its colour has about 0.15


def read_balls(
    frame: Frame, profile: BallProfile, expected: int | None = 2, debug: Debug | None = None
) -> BallsReading:
    """Read the colours of the balls in the picture; `expected` is how many there should be, None for any number."""
    settings, doubt = BallSettings(), DoubtSettings()
    table = table_of(frame.pixels)
    light = judge_light(Frame(table.pixels))
    candidates = find_candidates(table, profile, settings, debug)
    if not candidates:
        return BallsReading(Status.UNREADABLE, reasons=light or (Reason.NOTHING,))
    picked = best_two(candidates, settings, doubt) if expected == 2 else candidates
    rivals = [other for other in candidates if other not in picked and is_rival(other, picked, settings)]
    chosen = named_together(picked, table, profile, settings)
    balls = [reading_of(each, table, settings, doubt) for each in chosen]
    reasons = [*light, *count_reasons(len(chosen) + len(rivals), expected)]
    if not are_possible(balls, profile) or (expected == 2 and not are_side_by_side(chosen, settings, doubt)):
        reasons.append(Reason.UNCLEAR)
    gathered = dict.fromkeys([*reasons, *(reason for ball in balls for reason in ball.reasons)])
    return BallsReading(Status.UNSURE if gathered else Status.SURE, in_reading_order(balls), tuple(gathered))


def best_two(candidates: Sequence[Candidate], settings: BallSettings, doubt: DoubtSettings) -> list[Candidate]:
    """The two that are the best balls and lie side by side; all if there are fewer."""
    if len(candidates) < 2:
        return list(candidates)
    one, other = max(combinations(candidates, 2), key=lambda pair: worth(pair[0], pair[1], settings, doubt))
    return [one, other]


def worth(one: Candidate, other: Candidate, settings: BallSettings, doubt: DoubtSettings) -> float:
    """How much two things look like the two balls in the stern."""
    value = one.quality * other.quality
    if distance(one.ball, other.ball) > settings.far:
        value *= doubt.far_share
    if unequal(one.ball, other.ball) > settings.most_unequal:
        value *= doubt.unequal_share
    return value


def is_rival(other: Candidate, picked: Sequence[Candidate], settings: BallSettings) -> bool:
    """Whether a third thing could be meant instead: as good as a ball, and of the size of the others."""
    weakest = min(each.quality for each in picked)
    return other.quality > max(settings.rival_quality, settings.rival_share * weakest) and any(
        unequal(other.ball, each.ball) <= settings.most_unequal for each in picked
    )


def named_together(
    picked: Sequence[Candidate], table: Table, profile: BallProfile, settings: BallSettings
) -> list[Candidate]:
    """Name the picked ones again, all under one lamp."""
    names = name_balls([each.ball for each in picked], table.colour, profile)
    return [
        replace(each, name=name, quality=quality_of(each.ball, name, table, settings))
        for each, name in zip(picked, names, strict=True)
    ]


def are_side_by_side(chosen: Sequence[Candidate], settings: BallSettings, doubt: DoubtSettings) -> bool:
    """Whether these are two balls as they lie in the stern."""
    if len(chosen) != 2:
        return False
    one, other = chosen[0].ball, chosen[1].ball
    return distance(one, other) <= doubt.sure_far and are_neighbours(one, other, settings)


def are_possible(balls: Sequence[BallReading], profile: BallProfile) -> bool:
    """Whether no colour is there more often than there are balls of it."""
    seen = Counter(ball.colour for ball in balls)
    return all(seen[colour.name] <= colour.count for colour in profile.colours)


def reading_of(each: Candidate, table: Table, settings: BallSettings, doubt: DoubtSettings) -> BallReading:
    """One ball as it is reported, with its reasons to doubt."""
    ball, name = each.ball, each.name
    height, width = table.pixels.shape[:2]
    reasons = []
    if min(ball.x, ball.y, width - 1 - ball.x, height - 1 - ball.y) < 0.5 * ball.long:
        reasons.append(Reason.COVERED)
    # The light in a black ball is all highlight and mirror, so its relief says nothing.
    is_round = ball.hue == "dark" or doubt.relief[0] <= ball.relief <= doubt.relief[1]
    is_clear = each.quality >= doubt.sure_quality and name.confidence >= doubt.sure_confidence
    is_alone = ball.marks <= doubt.most_marks and ball.openness <= doubt.most_open
    if not (is_round and is_clear and is_alone and is_of_size(ball, table, settings)):
        reasons.append(Reason.UNCLEAR)
    return BallReading(
        colour=name.colour,
        x=(ball.x + 0.5) / table.scale - 0.5,
        y=(ball.y + 0.5) / table.scale - 0.5,
        confidence=min(name.confidence, doubt.doubtful_confidence) if reasons else name.confidence,
        others=name.others,
        size=ball.size / table.scale,
        reasons=tuple(reasons),
    )


def count_reasons(count: int, expected: int | None) -> tuple[Reason, ...]:
    """Whether there are as many balls as there should be."""
    if expected is None or count == expected:
        return ()
    return (Reason.TOO_MANY,) if count > expected else (Reason.TOO_FEW,)


def in_reading_order(balls: Sequence[BallReading]) -> tuple[BallReading, ...]:
    """Rows from top to bottom, each from left to right; balls within half a size in height share a row."""
    rows: list[list[BallReading]] = []
    for ball in sorted(balls, key=lambda ball: ball.y):
        if rows and ball.y - rows[-1][0].y <= 0.5 * ball.size:
            rows[-1].append(ball)
        else:
            rows.append([ball])
    return tuple(ball for row in rows for ball in sorted(row, key=lambda ball: ball.x))
