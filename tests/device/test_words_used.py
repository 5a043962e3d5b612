"""Every text that the code can ask for is in the catalogue, and nothing is in it that nobody asks for."""

import ast
from pathlib import Path

import pytest

from device.words import shipped_entries
from games.medals import Medal
from vision.reading import Reason

ROOT = Path(__file__).parent.parent.parent
ENTRIES = shipped_entries()


def strings():
    """All literal strings in our code; the fixed beginnings of f-strings with a star behind them."""
    for path in [*(ROOT / "device").rglob("*.py"), *(ROOT / "games").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                first = node.values[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value + "*"
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def asked():
    """Keys in say("...") calls with a plain literal."""
    for path in [*(ROOT / "device").rglob("*.py"), *(ROOT / "games").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield f"{path.relative_to(ROOT)}", first.value


def test_every_text_asked_for_is_there():
    assert not [(where, key) for where, key in asked() if key not in ENTRIES]


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason is not Reason.NOTHING])
def test_the_device_has_a_sentence_for_every_trouble(reason):
    assert f"status.{reason.value}" in ENTRIES


@pytest.mark.parametrize("medal", Medal)
def test_every_medal_has_a_name(medal):
    assert f"medal.{medal.value}" in ENTRIES


def test_no_text_is_left_over():
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "device" / "page").iterdir() if path.suffix != ".svg"]
    said = set(strings())
    starts = tuple(entry[:-1] for entry in said if entry.endswith("*") and "." in entry)

    def is_on_a_page(key):
        stem = key.rpartition(".")[0]
        return any(key in page or f"{stem}.${{" in page for page in pages)

    assert not [key for key in ENTRIES if key not in said and not key.startswith(starts) and not is_on_a_page(key)]
