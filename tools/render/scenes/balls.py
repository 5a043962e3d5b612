"""Tables with two balls as they lie in the mothership's stern, and tables that no reader may be sure about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from tools.render.balls.arranging import (
    STRANGER,
    Arrangement,
    Group,
    SeenBall,
    View,
    boxes,
    impossible_pair,
    random_pair,
)
from tools.render.scene import Scene
from vision.base.frame import Frame

Generator = np.random.Generator
READABLE_VISIBLE = 0.65  # of a ball; a scene with less of one is not readable


@dataclass(frozen=True)
class Condition:
    """One condition to measure: how the table is seen, and what lies on it."""

    name: str
    lay: Callable[[Generator, Arrangement], None]
    view: Callable[[Generator, View], View] = lambda _rng, view: view
    is_readable: bool = True


def usual_view(rng: Generator) -> View:
    """Balls of 26 to 64 pixels in daylight, lamp light or both."""
    return View(
        diameter=float(np.exp(rng.uniform(math.log(26), math.log(64)))),
        kelvin=float(rng.uniform(3200, 6500)),
        exposure=float(np.exp(rng.uniform(math.log(0.2), math.log(0.9)))),
        most_tilt=15.0,
    )


def somewhere(rng: Generator) -> tuple[float, float]:
    """A place well inside the picture, in shares."""
    return float(rng.uniform(0.25, 0.75)), float(rng.uniform(0.25, 0.75))


def loose(rng: Generator, table: Arrangement) -> None:
    """Two balls side by side."""
    table.add_balls(Group(random_pair(rng), *somewhere(rng)))


def in_plastic(rng: Generator, table: Arrangement) -> None:
    """Two balls in the clear tube, mostly with the hull beside them."""
    hull, streaks = bool(rng.random() < 0.6), int(rng.integers(0, 2))
    table.add_balls(Group(random_pair(rng), *somewhere(rng), in_tube=True, with_hull=hull, streaks=streaks))


def streaked(rng: Generator, table: Arrangement) -> None:
    """Lamps mirrored in the plastic."""
    table.add_balls(Group(random_pair(rng), *somewhere(rng), in_tube=True, streaks=int(rng.integers(2, 4))))


def either(rng: Generator, table: Arrangement) -> None:
    """Two balls, loose or in plastic."""
    (loose if rng.random() < 0.4 else in_plastic)(rng, table)


def half_hidden(rng: Generator, table: Arrangement, least: float, most: float) -> None:
    """The hull lies over a part of the second ball."""
    covered = float(rng.uniform(least, most))
    table.add_balls(
        Group(random_pair(rng), *somewhere(rng), in_tube=bool(rng.random() < 0.7), with_hull=True, covered=covered)
    )


def among_things(rng: Generator, table: Arrangement) -> None:
    """Dice, chips, sweets and printed circles lie about."""
    places = boxes(rng, 5)
    table.add_balls(Group(random_pair(rng), *places[0], in_tube=bool(rng.random() < 0.6)))
    for place in places[1:]:
        (table.add_other, table.add_print)[int(rng.random() < 0.3)](*place)


def in_a_game(rng: Generator, table: Arrangement) -> None:
    """Two balls at the stern, as everything else of a game lies about: board, cards, chips, dice, a cup."""
    table.add_game(with_board=bool(rng.random() < 0.7))
    places = boxes(rng, 4)
    hull, streaks = bool(rng.random() < 0.6), int(rng.integers(0, 2))
    is_in_tube = bool(rng.random() < 0.7)
    table.add_balls(Group(random_pair(rng), *places[0], in_tube=is_in_tube, with_hull=hull, streaks=streaks))
    for place in places[1 : 1 + int(rng.integers(0, 4))]:
        table.add_other(*place)


def game_without_balls(rng: Generator, table: Arrangement) -> None:
    """The game lies there, but no balls."""
    table.add_game(with_board=bool(rng.random() < 0.7))
    for place in boxes(rng, int(rng.integers(0, 4)) + 1)[1:]:
        (table.add_other, table.add_print)[int(rng.random() < 0.3)](*place)


def no_balls(rng: Generator, table: Arrangement) -> None:
    """Touching dice, cubes, chips and sweets in the colours of balls, and printed circles."""
    for place in boxes(rng, int(rng.integers(1, 5))):
        if rng.random() < 0.75:
            table.add_pair_of_others(*place, int(rng.integers(2, 4)))
        else:
            table.add_print(*place)


def one_ball(rng: Generator, table: Arrangement) -> None:
    """One ball, perhaps with something else beside it."""
    x, y = somewhere(rng)
    table.add_balls(Group(random_pair(rng)[:1], x, y))
    if rng.random() < 0.6:
        shift = 1.05 * table.view.diameter
        turn = rng.uniform(0, 2 * math.pi)
        table.add_pair_of_others(
            x + math.cos(turn) * shift / table.view.width, y + math.sin(turn) * shift / table.view.height, 1
        )


def three_balls(rng: Generator, table: Arrangement) -> None:
    """A third ball beside the two or elsewhere."""
    pair = random_pair(rng)
    third = str(rng.choice(["yellow", "red", "blue", "black", STRANGER]))
    if rng.random() < 0.5:
        table.add_balls(Group((*pair, third), *somewhere(rng), in_tube=bool(rng.random() < 0.5)))
        return
    places = boxes(rng, 2)
    table.add_balls(Group(pair, *places[0]))
    table.add_balls(Group((third,), *places[1]))


def strange_colour(rng: Generator, table: Arrangement) -> None:
    """A ball of a colour that is none of ours."""
    pair = (STRANGER, random_pair(rng)[0])
    table.add_balls(Group(pair, *somewhere(rng), in_tube=bool(rng.random() < 0.5)))


def impossible(rng: Generator, table: Arrangement) -> None:
    """Two balls of a colour of which there is one."""
    table.add_balls(Group(impossible_pair(rng), *somewhere(rng), in_tube=bool(rng.random() < 0.5)))


def at_the_border(rng: Generator, table: Arrangement) -> None:
    """One ball is half outside the picture."""
    table.add_balls(Group(random_pair(rng), float(rng.choice([0.003, 0.997])), float(rng.uniform(0.2, 0.8))))


def warm(rng: Generator, view: View) -> View:
    """The light of a bulb."""
    return replace(view, kelvin=float(rng.uniform(2700, 3200)))


def evening(rng: Generator, view: View) -> View:
    """A warm lamp, of which the camera's white balance takes back only a part."""
    return replace(view, kelvin=float(rng.uniform(2200, 2900)))


def dim(rng: Generator, view: View) -> View:
    """Too little light for the camera."""
    return replace(view, exposure=float(rng.uniform(0.07, 0.16)))


def bright(rng: Generator, view: View) -> View:
    """A little too much light."""
    return replace(view, exposure=float(rng.uniform(0.9, 1.15)))


def slanted(_rng: Generator, view: View) -> View:
    """The camera looks from the side."""
    return replace(view, most_tilt=35.0)


CONDITIONS = (
    Condition("loose", loose),
    Condition("in plastic", in_plastic),
    Condition("streaks", streaked),
    Condition("warm", either, warm),
    Condition("dim", either, dim),
    Condition("bright", either, bright),
    Condition("slanted", either, slanted),
    Condition("partly covered", lambda rng, table: half_hidden(rng, table, 0.05, 0.25)),
    Condition("among things", among_things),
    Condition("evening", either, evening),
    Condition("in a game", in_a_game),
    Condition("evening in a game", in_a_game, evening),
    Condition("game, no balls", game_without_balls, evening, is_readable=False),
    Condition("no balls", no_balls, is_readable=False),
    Condition("one ball", one_ball, is_readable=False),
    Condition("three balls", three_balls, is_readable=False),
    Condition("strange colour", strange_colour, is_readable=False),
    Condition("impossible pair", impossible, is_readable=False),
    Condition("mostly covered", lambda rng, table: half_hidden(rng, table, 0.6, 0.9), is_readable=False),
    Condition("at the border", at_the_border, is_readable=False),
)


def scenes(count: int, seed: int) -> Iterator[Scene]:
    """Tables under all conditions in turn; the same seed gives the same tables."""
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        condition = CONDITIONS[number % len(CONDITIONS)]
        yield scene_of(rng, condition)


def scene_of(rng: Generator, condition: Condition) -> Scene:
    """One table under one condition."""
    table = Arrangement(rng, condition.view(rng, usual_view(rng)))
    condition.lay(rng, table)
    pixels, balls = table.rendered()
    is_readable = condition.is_readable and all(ball.visible >= READABLE_VISIBLE for ball in balls)
    return Scene(condition.name, Frame(pixels), {"balls": [truth_of(ball) for ball in balls]}, 28.0, is_readable)


def truth_of(ball: SeenBall) -> dict[str, object]:
    """A ball as `bordbuch read` would tell it."""
    return {"colour": ball.colour, "xy": [round(ball.x, 1), round(ball.y, 1)]}
