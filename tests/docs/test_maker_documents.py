"""What the documents for makers name is there: links, menus and messages as the device says them, keys, verbs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / name for name in ("docs/case.md", "docs/first-build.md", "docs/troubleshooting.md", "hardware.md")]
TEXTS = [file for file in (ROOT / "device").rglob("*.toml") if "texts" in str(file)]


def anchor(heading: str) -> str:
    """What a link to a heading is called."""
    return re.sub(r"[^\w -]", "", heading.lstrip("# ").lower()).replace(" ", "-")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_and_picture_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8"))
    assert targets
    for target in targets:
        name, _, heading = target.partition("#")
        file = document.parent / name if name else document
        assert file.exists(), target
        if heading:
            lines = file.read_text(encoding="utf-8").splitlines()
            assert heading in {anchor(line) for line in lines if line.startswith("#")}, target


def said() -> set[str]:
    """Every sentence and word of the device, German and English."""
    catalogues = [tomllib.loads(file.read_text(encoding="utf-8")) for file in TEXTS]
    return {
        value for texts in catalogues for entry in texts.values() for key, value in entry.items() if key in ("de", "en")
    }


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_menus_are_called_as_on_the_device(document: Path) -> None:
    menus = re.findall(r"(?<!\*)\*([^*|]+?→[^*|]+?)\*(?!\*)", document.read_text(encoding="utf-8"))
    assert menus or document.name == "case.md"
    words = said()
    for menu in menus:
        for step in re.sub(r"\s+", " ", menu).split(" → "):
            assert step in words, menu


def test_what_one_sees_is_what_the_device_says() -> None:
    text = (ROOT / "docs/troubleshooting.md").read_text(encoding="utf-8")
    seen = [words for words in re.findall(r"(?<!\*)\*([^*]+?)\*(?!\*)", text) if "→" not in words]
    assert len(seen) > 12
    everything = "\n".join(said()).lower()
    for words in seen:
        assert words.rstrip(".").lower() in everything, words


def test_every_setting_in_the_documents_is_one() -> None:
    example = tomllib.loads((ROOT / "device/config/bordbuch.example.toml").read_text(encoding="utf-8"))
    keys = {key for section in example.values() if isinstance(section, dict) for key in section}
    for document in DOCUMENTS:
        named = re.findall(r'`(\w+) = (?:"\w+"|true|0x\w+)`', document.read_text(encoding="utf-8"))
        assert set(named) <= keys, document.name
    assert "focus_cm" in keys


def test_nobody_is_told_that_the_page_is_everywhere() -> None:
    from device.config.configuration import Config

    assert Config().web.listen == "machine"
    text = (ROOT / "hardware.md").read_text(encoding="utf-8")
    assert f"ssh -L {Config().web.port}:127.0.0.1:{Config().web.port} " in text
    assert "without a display on the page" not in text


def test_what_is_said_of_the_question_for_the_display_holds() -> None:
    from device.parts.drivers.panel_choice import KINDS, ROUNDS, TURN_SECONDS

    text = (ROOT / "hardware.md").read_text(encoding="utf-8")
    assert f"{TURN_SECONDS} seconds each" in text
    assert f"Nobody pressed for {TURN_SECONDS * ROUNDS * len(KINDS):.0f} seconds?" in text
    assert KINDS[0] == "ssd1306"
