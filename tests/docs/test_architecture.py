"""What docs/architecture.md says is there: paths, dotted names, links, and all rooms in its picture."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "architecture.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", TEXT)))
PACKAGES = ("device.", "games.", "vision.")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


@pytest.mark.parametrize("name", [name for name in NAMED if name.startswith(PACKAGES)])
def test_every_name_is_there(name: str) -> None:
    module, *rest = name.split(".")
    found: object = importlib.import_module(module)
    while rest:
        part = rest.pop(0)
        if not hasattr(found, part):
            importlib.import_module(f"{module}.{part}")
        found, module = getattr(found, part), f"{module}.{part}"
    assert found is not None


@pytest.mark.parametrize("path", [name for name in NAMED if "/" in name])
def test_every_path_is_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_there_are_names_and_paths_to_look_for() -> None:
    assert len([name for name in NAMED if name.startswith(PACKAGES)]) > 30
    assert len([name for name in NAMED if "/" in name]) > 20


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", TEXT))
def test_every_link_leads_somewhere(target: str) -> None:
    assert (DOCUMENT.parent / target).exists()


@pytest.mark.parametrize("house", ["device", "games", "vision"])
def test_every_room_is_in_the_picture(house: str) -> None:
    (layers,) = [contract["layers"] for contract in CONTRACTS if contract.get("containers") == [house]]
    drawn = re.findall(r"<text[^>]*>([^<]+)</text>", (DOCUMENT.parent / "rooms.svg").read_text(encoding="utf-8"))
    assert {room.strip() for layer in layers for room in layer.split("|")} <= set(drawn)


def test_words_of_the_glossary_stand_in_order() -> None:
    words = re.findall(r"^\| ([a-z, ]+) \|", TEXT[TEXT.index("## Glossary") :], re.MULTILINE)[1:]
    assert words == sorted(words)
