"""hardware.md says what holds: its tables, its pictures and the program agree."""

import re
from pathlib import Path

import pytest

from device.config.wiring import PartsConfig
from tools.building import lengths, stand, stand_drawing, wiring
from tools.building.dimensions import builds, measures_of
from tools.measuring.field_of_view import CAMERAS, USES, figures, with_figures

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "hardware.md").read_text(encoding="utf-8")
# Which GPIO is at which pin of the 40-pin header: the same on every Pi that has one.
HEADER = {
    2: 3,
    3: 5,
    4: 7,
    14: 8,
    15: 10,
    17: 11,
    18: 12,
    27: 13,
    22: 15,
    23: 16,
    24: 18,
    10: 19,
    9: 21,
    25: 22,
    11: 23,
    8: 24,
    7: 26,
    5: 29,
    6: 31,
    12: 32,
    13: 33,
    19: 35,
    16: 36,
    26: 37,
    20: 38,
    21: 40,
}
GROUND, VOLTS, FIVE_VOLTS = {6, 9, 14, 20, 25, 30, 34, 39}, {1, 17}, {2, 4}


def wires():
    """Part, contact, BCM and header pin of every line in the three wiring tables."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (\d+|ground|3\.3 V|5 V) \| (\d+) \|$", TEXT, re.MULTILINE)
    assert len(rows) > 15
    return rows


def test_every_wire_goes_where_the_header_has_it():
    for part, contact, bcm, pin in wires():
        fits = {"ground": GROUND, "3.3 V": VOLTS, "5 V": FIVE_VOLTS}.get(bcm) or {HEADER[int(bcm)]}
        assert int(pin) in fits, f"{part}, {contact}"


@pytest.mark.parametrize("display", ["display, SPI", "display, I2C"])
@pytest.mark.parametrize("light", ["light, optional", "lights in the buttons"])
def test_no_pin_is_used_twice_whichever_display_and_lights_there_are(display, light):
    """A display is wired by one bus or the other, and has one light or those in the buttons."""
    others = {"display, SPI", "display, I2C", "light, optional", "lights in the buttons"} - {display, light}
    pins = [pin for part, _, _, pin in wires() if part not in others]
    assert len(pins) == len(set(pins)) >= 18


def test_only_what_cannot_be_there_together_shares_a_pin():
    by_pin = {}
    for part, _, _, pin in wires():
        by_pin.setdefault(pin, set()).add(part)
    shared = [parts for parts in by_pin.values() if len(parts) > 1]
    assert shared == [{"display, I2C", "display, SPI"}, {"light, optional", "lights in the buttons"}]


@pytest.mark.parametrize(
    ("part", "contact", "wanted"),
    [
        *(
            (f"button {name}", "one contact", lambda parts, name=name: getattr(parts.buttons, name.lower()))
            for name in ("up", "down", "OK", "back")
        ),
        ("beeper", "+", lambda parts: parts.beeper.pin),
        ("display, SPI", "DC", lambda parts: parts.display.dc_pin),
        ("display, SPI", "RES or RST", lambda parts: parts.display.reset_pin),
    ],
)
def test_wired_as_the_table_says_it_works_without_any_setting(part, contact, wanted):
    told = {(part, contact): bcm for part, contact, bcm, _ in wires()}
    assert int(told[part, contact]) == wanted(PartsConfig())


def test_the_drawing_shows_every_wire():
    drawing = (ROOT / "docs/wiring.svg").read_text(encoding="utf-8")
    for part, _, bcm, pin in wires():
        assert f">{pin}</text>" in drawing
        assert not bcm.isdigit() or f">GPIO {bcm}</text>" in drawing, part


def test_the_drawing_is_the_one_made_from_the_tables_and_names_every_contact():
    drawing = (ROOT / "docs/wiring.svg").read_text(encoding="utf-8")
    assert drawing == wiring.drawing(TEXT)
    for part, contact, _, _ in wires():
        assert f"{part}: {contact}</text>" in drawing


# --- the list of parts ---


def counts(beginning):
    """How many of a part each build needs, by how its name begins."""
    rows = re.findall(r"^\| ?([\d.]*) ?\| ?([\d.]*) ?\| ?([\d.]*) ?\| (.+) \|$", TEXT, re.MULTILINE)
    found = [row[:3] for row in rows if row[3].startswith(beginning)]
    assert len(found) == 1, f"{beginning}: {found}"
    return dict(zip(("no_solder", "small", "large"), (float(one or 0) for one in found[0]), strict=True))


def test_every_build_in_the_list_has_printed_parts():
    assert set(counts("memory card")) == set(builds())


def down_to_the_console(*, with_lights=False):
    kinds = ("display, I2C", "button ", "lights") if with_lights else ("display, I2C", "button ")
    return [row for row in wires() if row[0].startswith(kinds)]


def test_without_solder_there_is_a_wire_of_a_metre_for_every_contact_in_the_console():
    needed = len(down_to_the_console())
    assert needed == 12
    assert counts("jumper wire 50 cm, socket to socket")["no_solder"] == needed
    assert counts("jumper wire 50 cm, plug to socket")["no_solder"] == needed


def test_every_button_has_a_ground_pin_of_its_own():
    grounds = [pin for part, _, bcm, pin in wires() if part.startswith(("button", "off button")) and bcm == "ground"]
    contacts = [pin for part, _, bcm, pin in wires() if part.startswith(("button", "off button")) and bcm.isdigit()]
    assert len(grounds) == len(set(grounds)) == len(contacts) == 5


def cores(build):
    names = re.findall(r"control cable LiYY (\d+) × 0.14 mm²", TEXT)
    (there,) = [int(name) for name in names if counts(f"control cable LiYY {name} ×")[build] == 1]
    return there


def test_the_cables_have_a_core_for_every_wire():
    grounds_of_buttons = [row for row in down_to_the_console() if row[0].startswith("button") and row[2] == "ground"]
    with_one_ground = len(down_to_the_console()) - len(grounds_of_buttons) + 1
    assert with_one_ground == 9 <= cores("small")
    assert len(down_to_the_console(with_lights=True)) == cores("large") == 14


def test_the_large_build_has_a_socket_for_every_end_of_its_cable():
    at_the_pi = len(down_to_the_console(with_lights=True))
    at_the_display = len([row for row in wires() if row[0] == "display, I2C"])
    assert counts("crimp socket 2.54 mm")["large"] == at_the_pi + at_the_display
    buttons = counts("arcade button")["large"]
    contacts = len([row for row in wires() if row[0].startswith("button ")])
    assert counts("flat socket 2.8 mm")["large"] == contacts + 2 * buttons
    assert counts("lever clamp, 5 ways")["large"] == 2, "one for +, one for −: four lights and the wire make five ways"
    assert buttons + 1 == 5


def test_the_beeper_has_its_two_wires():
    needed = len([row for row in wires() if row[0] == "beeper"])
    assert counts("jumper wire 20 cm")["no_solder"] == counts("jumper wire 20 cm")["large"] == needed


def test_there_are_as_many_screws_as_holes():
    for build in builds():
        assert counts("screw M2 × 10")[build] == 4
        assert counts("screw M2.5 × 12")[build] == 4
        assert counts("screw M2.5 × 5")[build] == 4
        assert counts("screw M3 × 10")[build] == 2
        assert counts("screw M3 × 8")[build] == 4 + 4
        assert counts("bolt M6 × 60")[build] + counts("bolt M6 × 50")[build] == 3
    told = re.findall(r"^\| (one|two) bolts? M6 × (\d+) with", TEXT, re.MULTILINE)
    assert told == [("two", "60"), ("one", "50")], "the table of the stand says the same as the list of parts"


@pytest.mark.parametrize("build", builds())
def test_every_screw_is_long_enough_and_none_too_long(build):
    """Nuts: 1.6 (M2), 2.0 (M2.5), 2.4 mm (M3); large washers 0.8 mm; a camera's board 1.0, a Pi's 1.4."""
    of = measures_of(build)
    camera = 1.0 + of["camera_spacer"] + of["print_wall"]
    assert camera + 1.6 <= 10 <= camera + 3.0, "M2 x 10 ends in the trench of the head"
    pi = 1.4 + of["computer_spacer"] + 3.0
    assert pi + 2.0 <= 12 <= pi + 3.5, "M2.5 x 12 ends in the room for nuts before the post"
    assert 2 * of["print_wall"] + 2.4 <= 10
    deepest = of["display_deep"] + of["print_wall"] - of["print_least_wall"]
    assert deepest - 1.0 <= 5 - 0.8 <= deepest + 0.01, "M2.5 x 5 with its washer holds, and does not come out in front"
    reach = 8 / 2 - of["display_screw_from_board"] - of["print_clearance"]
    assert reach >= 1.0, "the washer reaches over the board's edge"
    assert of["stand_post_thick"] + of["stand_arm_thick"] + 2 * 1.6 + 6 <= 60
    assert of["stand_post_thick"] + 2 * (4 + of["print_clearance"]) + 2 * 1.6 + 6 <= 50


# --- the stand ---


@pytest.mark.parametrize("build", builds())
def test_ribbon_and_cable_reach_at_every_height_with_something_to_spare(build):
    of = measures_of(build)
    assert len(lengths.positions(of)) == 16
    for place in lengths.positions(of):
        assert lengths.ribbon(of) + 30 <= of["camera_ribbon"] == 500
        assert lengths.cable(of, place) <= lengths.CABLE
        assert lengths.ribbon_from_the_board(of, place) > of["camera_ribbon"], "which is why the Pi is not there"


def test_the_stand_reaches_the_heights_that_are_told_and_stands():
    of = measures_of("no_solder")
    heights = [lengths.lens_height(of, place) / 10 for place in lengths.positions(of)]
    assert f"between {min(heights):.0f} and {max(heights):.0f} cm above the table" in TEXT
    assert lengths.steadiness(of) == pytest.approx(4, abs=0.5)


def test_the_arm_and_the_pi_above_it_keep_clear_of_each_other():
    for build in builds():
        of = measures_of(build)
        lowest = of["computer_up"] - of["computer_length"] / 2 - 4
        arm = of["stand_arm_height"] / 2 - of["stand_clip_above"] - of["stand_hole_step"] / 2
        assert lowest - arm >= 5


def test_lengths_and_drawing_of_the_stand_are_those_that_were_computed():
    assert stand.with_figures(TEXT) == TEXT
    assert (ROOT / "docs/stand.svg").read_text(encoding="utf-8") == stand_drawing.drawing(measures_of("no_solder"))


def test_the_measures_of_the_wood_are_those_of_the_drawing():
    of = measures_of("no_solder")
    board = " × ".join(f"{of[f'stand_board_{side}']:.0f}" for side in ("length", "depth", "thick"))
    assert f"| board, plywood or MDF | {board} mm |" in TEXT
    for piece, length in (("post, planed wood", "post_length"), ("arm, the same wood", "arm_length")):
        assert f"| {piece} | {of[f'stand_{length}']:.0f} × 48 × 24 mm, " in TEXT
    assert f"{of['stand_holes']} holes of 6.5 mm" in TEXT


# --- cameras ---


def test_the_heights_are_those_that_were_computed():
    assert with_figures(TEXT) == TEXT


def test_no_camera_is_said_to_see_more_than_its_maker_or_its_lens_allows():
    """By the data sheets 62.2, 66 and 102 degrees across; the wide lens draws the edges out, without that it is 99."""
    assert [round(camera.degrees, 1) for camera in CAMERAS] == [62.2, 66.0, 99.1, 55.3]
    hq = CAMERAS[3]
    assert hq.height_for(hq.sensor_width_mm) == pytest.approx(6.0), "at the focal length it sees just its sensor"
    for use in USES:
        assert use.seen_width_mm >= 1.04 * use.width_mm
        assert use.seen_height_mm >= 1.04 * use.height_mm
    assert figures().count("\n") == 2 + len(USES)


def anchor(heading):
    """What a link to a heading is called."""
    return re.sub(r"[^\w -]", "", heading.lstrip("# ").lower()).replace(" ", "-")


def test_every_link_leads_somewhere():
    anchors = {anchor(line) for line in TEXT.splitlines() if line.startswith("#")}
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert target[1:] in anchors if target.startswith("#") else (ROOT / target).exists(), target
