"""hardware.md says what holds: its tables, its pictures and the program agree."""

import re
from pathlib import Path

import pytest

from device.config.wiring import PartsConfig
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
GROUND, VOLTS = {6, 9, 14, 20, 25, 30, 34, 39}, {1, 17}


def wires():
    """Part, contact, BCM and header pin of every line in the two wiring tables."""
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (\d+|ground|3\.3 V) \| (\d+) \|$", TEXT, re.MULTILINE)
    assert len(rows) > 15
    return rows


def test_every_wire_goes_where_the_header_has_it():
    for part, contact, bcm, pin in wires():
        fits = {"ground": GROUND, "3.3 V": VOLTS}.get(bcm) or {HEADER[int(bcm)]}
        assert int(pin) in fits, f"{part}, {contact}"


def test_no_pin_is_used_twice():
    pins = [pin for _, _, _, pin in wires()]
    assert len(pins) == len(set(pins))


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
