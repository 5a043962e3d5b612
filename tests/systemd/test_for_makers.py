"""What the documents tell a maker to type, to choose and to look for is there: verbs, targets, menus, words, speeds."""

import re
from pathlib import Path

import pytest

from device.boxes.found import find_boxes
from device.command.first_boot import SWITCHED_ON
from device.command.main import make_parser
from device.words.catalogue import read_entries
from systemd.machine import Machine
from systemd.plan import install_plan
from tools.building.dimensions import builds

ROOT = Path(__file__).parent.parent.parent
FOR_MAKERS = ("hardware.md", "docs/troubleshooting.md", "docs/first-build.md", "docs/case.md")
PAPERS = ("README.md", "docs/mat.md", "docs/teaching.md", *FOR_MAKERS)
NOT_ON_THE_OLED = {"Camera turned", "Settings", "Teach your pieces"}  # a heading, and the English words of a menu


def text_of(paper):
    return (ROOT / paper).read_text(encoding="utf-8")


def verbs():
    (choices,) = [action.choices for action in make_parser()._actions if action.choices]
    return set(choices)


@pytest.fixture(scope="module")
def german():
    """Every German text of the device and of all games."""
    files = [*(ROOT / "device/words/texts").glob("*.toml"), *(ROOT / "device/boxes").glob("*/texts.toml")]
    assert len(files) > 10 and len(find_boxes()[0]) >= 4
    return [entry.words["de"] for path in files for entry in read_entries(path.name, path.read_text("utf-8")).values()]


@pytest.mark.parametrize("paper", PAPERS)
def test_every_verb_that_is_to_be_typed_is_one(paper):
    typed = re.findall(r"(?:`|^|bin/|sudo |then )bordbuch ([a-z][a-z-]*)", text_of(paper), re.MULTILINE)
    assert set(typed) <= verbs()


def test_every_verb_has_a_line_in_the_readme_and_every_line_is_a_verb():
    table = re.findall(r"^\| `([a-z-]+)[ `]", text_of("README.md"), re.MULTILINE)
    assert sorted(table) == sorted(verbs())


def test_the_installed_command_knows_no_verb_that_does_not_exist():
    cases = re.findall(r"^case \"\$verb\" in (.+)\) as=device", text_of("systemd/bordbuch.sh"), re.MULTILINE)
    named = re.findall(r"device ([a-z-]+)", text_of("systemd/bordbuch.sh").split('case "$as $verb')[1])
    assert {*cases[0].split(" | "), *named} <= verbs()
    assert len(cases[0].split(" | ")) > 4
    assert set(named) == {"backup", "restore"}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_target_of_make_that_is_to_be_typed_is_one(paper):
    there = re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE)
    asked = re.findall(r"(?:`|^|sudo |&& )make ([a-z][a-z-]+)", text_of(paper), re.MULTILINE)
    assert set(asked) <= set(there)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_row_of_a_menu_and_every_sentence_of_the_oled_is_said_so(paper, german):
    """*Einstellungen → Töne* names rows; *Zu dunkel: mehr Licht* is what the OLED says, or how it begins."""
    named = re.findall(r"(?<!\*)\*([A-ZÄÖÜ][^*|\n]+)\*(?!\*)", text_of(paper))
    for words in named:
        for part in words.split(" → "):
            said = part.rstrip(" .…?")
            assert part in NOT_ON_THE_OLED or any(
                text.replace("{package}", "picamera2").replace("{game}", "Galaktix").startswith(said) for text in german
            ), f"{paper}: {part}"


def test_the_speed_of_the_displays_bus_is_the_same_wherever_it_is_set_and_told():
    steps = [step.shown() for step in install_plan(Machine(Path("/"), "trixie", 64, True, True, True, 4000))]
    (line,) = [one.rsplit(" ", 1)[1] for one in steps if "baudrate" in one]
    assert line in SWITCHED_ON
    speed = int(line.rsplit("=", 1)[1])
    assert f"I2C runs at {speed // 1000} kHz" in text_of("hardware.md")
    assert f"says {speed}" in text_of("docs/troubleshooting.md")
    assert f"i2c_arm_baudrate={speed}" not in text_of("hardware.md").replace(line, ""), "only the faster one is typed"


def test_the_wires_of_the_troubles_are_those_of_the_tables():
    rows = re.findall(r"^\| (.+?) \| .+? \| (\d+|ground|3\.3 V) \| (\d+) \|$", text_of("hardware.md"), re.MULTILINE)
    display = ", ".join(sorted((pin for part, _, pin in rows if part == "display, I2C"), key=int))
    buttons = ", ".join(pin for part, bcm, pin in rows if part.startswith("button ") and bcm.isdigit())
    assert f"wires {display}" in text_of("docs/troubleshooting.md")
    assert f"wires {buttons}" in text_of("docs/troubleshooting.md")


@pytest.mark.parametrize("paper", FOR_MAKERS)
def test_every_link_of_the_papers_for_makers_leads_somewhere(paper):
    for target in re.findall(r"\]\(([^)#]*)[^)]*\)", text_of(paper)):
        assert not target or (ROOT / paper).parent.joinpath(target).exists(), target


def test_every_build_is_pictured_in_the_guide():
    for build in builds():
        assert f"(case/{build}.png)" in text_of("docs/case.md")
