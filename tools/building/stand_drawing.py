"""docs/stand.svg: the stand from the side, drawn to scale from the table of measures."""

from __future__ import annotations

import math

from tools.building.lengths import Measures, clip_height, lens_height, positions

SCALE, TABLE, POST = 0.72, 640.0, 600.0  # pixels per millimetre; where the table and the post's front are
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 720" role="img" aria-labelledby="title desc">
<title id="title">A stand made at home, from the side</title>
<desc id="desc">A board on the table, a post with holes every 25 mm, an arm with the camera at its end above the
middle of the field, the Pi on the post above the arm, and the console with display and buttons on the board.</desc>
<style>
  text { font: 15px "DejaVu Sans", Verdana, sans-serif; fill: #1b2430; }
  .title { font-size: 22px; font-weight: bold; }
  .small { font-size: 13px; }
  .wood { fill: #f0dfc0; stroke: #1b2430; stroke-width: 1.6; }
  .part { fill: #eef2f7; stroke: #1b2430; stroke-width: 1.6; }
  .printed { fill: #bcd3ea; stroke: #1b2430; stroke-width: 1.6; }
  .view { fill: #f4f6f9; stroke: #6b7684; stroke-width: 1.2; stroke-dasharray: 6 5; }
  .size { fill: none; stroke: #1b2430; stroke-width: 1.1; marker-start: url(#tip); marker-end: url(#tip); }
  .hole { fill: #ffffff; stroke: #1b2430; stroke-width: 1.2; }
  .bolt { fill: #1b2430; stroke: #1b2430; stroke-width: 1.2; }
  .ribbon { fill: none; stroke: #a4243b; stroke-width: 3.4; }
  .cable { fill: none; stroke: #1f5fa8; stroke-width: 3.4; stroke-dasharray: 10 4; }
</style>
<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9"
orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#1b2430"/></marker></defs>
<rect width="900" height="720" fill="#ffffff"/>
"""


def _box(kind: str, left: float, top: float, width: float, height: float) -> str:
    return f'<rect class="{kind}" x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{height:.0f}"/>'


def _say(x: float, y: float, *lines: str, anchor: str = "start", kind: str = "small") -> str:
    texts = [
        f'<text class="{kind}" x="{x:.0f}" y="{y + 18 * n:.0f}" text-anchor="{anchor}">{line}</text>'
        for n, line in enumerate(lines)
    ]
    return "".join(texts)


def drawing(of: Measures) -> str:
    """The whole drawing, with the arm in its highest place."""

    def px(mm: float) -> float:
        return mm * SCALE

    place = positions(of)[0]
    board = TABLE - px(of["stand_board_thick"])
    top, width = board - px(of["stand_post_length"]), px(of["stand_post_width"])
    edge, deep = POST - px(of["stand_post_from_edge"]), px(of["stand_board_depth"])
    arm = top + px(place - of["stand_arm_height"] / 2)
    arm_low, end = arm + px(of["stand_arm_height"]), POST + width
    camera, lens = POST - px(of["stand_arm_free"]), TABLE - px(lens_height(of, place))
    bolt = board - px(clip_height(of, place))
    pi, high = bolt - px(of["computer_up"]), px(of["computer_length"])
    front = POST - px(6.5 + of["computer_spacer"])
    half = (TABLE - lens) * math.tan(math.radians(20.0))
    arm_bolts = [top + px(place + side * of["stand_hole_step"] / 2) for side in (-1, 1)]
    holes = [top + px(of["stand_first_hole"] + n * of["stand_hole_step"]) for n in range(int(of["stand_holes"]))]
    plate, spacer = px(of["camera_plate"]), px(of["camera_spacer"])
    console, tall = end + 26, 66.0
    free, length, arm_length = (of[f"stand_{name}"] for name in ("arm_free", "post_length", "arm_length"))
    wood = f"{of['stand_post_width']:.0f} × {of['stand_post_thick']:.0f} mm"
    parts = [
        f'<path class="view" d="M{camera:.0f} {lens:.0f}L{camera - half:.0f} {TABLE}H{camera + half:.0f}z"/>',
        f'<path d="M40 {TABLE}H860" stroke="#1b2430" stroke-width="2.5"/>',
        _say(44, TABLE + 20, "table"),
        _box("wood", edge, board, deep, px(of["stand_board_thick"])),
        _box("wood", POST, top, width, px(of["stand_post_length"])),
        _box("wood", end - px(arm_length), arm, px(arm_length), px(of["stand_arm_height"])),
        *(f'<circle class="hole" cx="{POST + width / 2:.0f}" cy="{y:.0f}" r="3"/>' for y in holes),
        _box("printed", camera - px(20), arm_low - px(20), px(40), px(20) + plate),
        _box("part", camera - px(12), arm_low + plate + spacer, px(24), 2),
        _box("part", camera - 4, arm_low + plate + spacer + 2, 8, lens - arm_low - plate - spacer - 2),
        _box("printed", POST - px(3.5), bolt - px(20), px(3.5 + 34), px(40)),
        _box("printed", POST - px(6.5), pi - high / 2 - 3, px(3), high + 6),
        _box("part", front - 2, pi - high / 2, 2, high),
        _box("part", front - px(17), pi - high / 2, px(16), px(21)),
        *(f'<circle class="bolt" cx="{POST + width / 2:.0f}" cy="{y:.0f}" r="4.5"/>' for y in (bolt, *arm_bolts)),
        f'<path class="ribbon" d="M{front - 2:.0f} {pi:.0f}H{front - 10:.0f}V{arm + 17:.0f}H{camera + 22:.0f}'
        f'V{arm_low + plate + 4:.0f}H{camera + 8:.0f}"/>',
        f'<path class="cable" d="M{front - 2:.0f} {pi + 18:.0f}H{front - 4:.0f}V{board - 8:.0f}H{console + 8:.0f}"/>',
        f'<path class="printed" d="M{console} {board:.0f}V{board - tall:.0f}H{console + 12}'
        f'L{console + 50} {board:.0f}z"/>',
        f'<path class="printed" d="M{console + 35} {board - 26:.0f}H{console + 84}V{board:.0f}H{console + 50}z"/>',
        _say(console + 2, board - tall - 44, "console: display", "and buttons, to", "the player"),
        _say(front - 26, pi - high / 2 + 6, "Pi, card slot down,", "in its clip", anchor="end"),
        _say(camera + 30, arm_low + 26, "ribbon 50 cm, red"),
        _say(front - 14, lens + 70, "cable to the", "console, 1 m,", "blue, broken", anchor="end"),
        f'<path class="size" d="M{camera:.0f} {arm - 16:.0f}H{POST:.0f}"/>',
        _say(camera + 40, arm - 24, f"{free:.0f} mm free", anchor="middle"),
        f'<path class="size" d="M800 {board:.0f}V{top:.0f}"/>',
        _say(808, (board + top) / 2, "post", f"{length:.0f} mm,", wood),
        f'<path class="size" d="M{camera - half - 26:.0f} {TABLE}V{lens:.0f}"/>',
        _say(camera - half - 36, (TABLE + lens) / 2, "height, see", "the table in", "hardware.md", anchor="end"),
        f'<path class="size" d="M{camera - half:.0f} {TABLE + 34}H{camera + half:.0f}"/>',
        _say(camera, TABLE + 54, "field, to and fro", anchor="middle"),
        f'<path class="size" d="M{edge:.0f} {TABLE + 34}H{edge + deep:.0f}"/>',
        _say(
            edge + deep / 2,
            TABLE + 54,
            f"board {of['stand_board_depth']:.0f} × {of['stand_board_length']:.0f} mm,",
            f"{of['stand_board_thick']:.0f} mm thick",
            anchor="middle",
        ),
        _say(
            end + 10,
            holes[6],
            f"{len(holes)} holes every",
            f"{of['stand_hole_step']:.0f} mm; two M6",
            "bolts hold the arm,",
            "one the clip (black)",
        ),
        _say(camera - 20, lens + 4, "camera, looking down", anchor="end"),
        _say(end - px(arm_length) - 10, arm + 8, f"arm {arm_length:.0f} mm,", wood, anchor="end"),
        _say(40, 44, "The stand from the side", kind="title"),
    ]
    return HEAD + "\n".join(parts) + "\n</svg>\n"
