"""The stand in figures: how high the lens hangs, how long ribbon and cable must be, and whether it stands.

The Pi hangs on the post just above the arm and goes up and down with it: so the ribbon is the same at every height.
"""

from __future__ import annotations

from collections.abc import Mapping

CABLE = 1000.0  # two jumper wires of 50 cm, one behind the other
BEND, PIN_STEP, LAST_ROW = 20.0, 2.54, 19
PLATE, PINE, PLYWOOD = 6.5, 0.5e-3, 0.65e-3  # the clip's plate with its room for nuts, mm; grams per cubic millimetre
PI_GRAMS, HEAD_GRAMS = 120.0, 25.0  # with clip; with camera

Measures = Mapping[str, float]


def positions(of: Measures) -> list[float]:
    """How far the middle of the arm can be below the top of the post, highest first."""
    step, first = of["stand_hole_step"], of["stand_first_hole"] + of["stand_clip_above"]
    last = of["stand_first_hole"] + (of["stand_holes"] - 1) * step
    return [first + step / 2 + n * step for n in range(int((last - step - first) / step) + 1)]


def lens_height(of: Measures, below_top: float) -> float:
    """From the table to the lens."""
    hangs = of["stand_arm_height"] / 2 + of["camera_plate"] + of["camera_spacer"] + of["camera_front"]
    return of["stand_board_thick"] + of["stand_post_length"] - below_top - hangs


def clip_height(of: Measures, below_top: float) -> float:
    """From the board to the bolt of the Pi's clip."""
    return of["stand_post_length"] - below_top + of["stand_hole_step"] / 2 + of["stand_clip_above"]


def ribbon(of: Measures) -> float:
    """From the Pi's socket to the arm, along its inner side, and below its end to the camera."""
    socket = of["computer_up"] + of["computer_socket_along"] - of["computer_length"] / 2
    down = socket + of["stand_clip_above"] + of["stand_hole_step"] / 2
    along = of["stand_arm_free"] - PLATE - of["computer_spacer"]
    below = of["stand_arm_height"] / 2 + of["camera_plate"] + of["camera_spacer"] + of["camera_board_width"] / 2
    return of["stand_post_thick"] / 2 + down + along + below + BEND


def cable(of: Measures, below_top: float) -> float:
    """From the highest pin that is used, down the post and over the board into the console."""
    pin = of["computer_up"] + of["computer_header_first"] + LAST_ROW * PIN_STEP - of["computer_length"] / 2
    sideways = of["computer_width"] / 2 + 10
    return sideways + pin + clip_height(of, below_top) + of["stand_desk_run"] + of["stand_in_the_console"]


def ribbon_from_the_board(of: Measures, below_top: float) -> float:
    """What it would need if the Pi lay on the board behind the post."""
    up = of["stand_post_length"] - below_top
    return up + of["stand_post_width"] + of["stand_arm_free"] + of["stand_arm_height"] / 2 + 2 * BEND


def steadiness(of: Measures) -> float:
    """How many times what keeps the stand upright outweighs what tips it over the board's front edge."""
    board = PLYWOOD * of["stand_board_length"] * of["stand_board_depth"] * of["stand_board_thick"]
    post = PINE * of["stand_post_length"] * of["stand_post_width"] * of["stand_post_thick"]
    arm = PINE * of["stand_arm_length"] * of["stand_arm_height"] * of["stand_arm_thick"]
    edge, width = of["stand_post_from_edge"], of["stand_post_width"]
    upright = board * of["stand_board_depth"] / 2 + post * (edge + width / 2)
    tipping = arm * (of["stand_arm_length"] / 2 - width - edge) + HEAD_GRAMS * (of["stand_arm_free"] - edge)
    return upright / (tipping + PI_GRAMS * max(0.0, 30 - edge))
