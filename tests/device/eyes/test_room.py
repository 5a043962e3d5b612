"""The eyes know kinds of pieces, not games: nothing of a box, a desk or one game's rules is imported here."""

import ast
from pathlib import Path

import device.eyes

ROOM = Path(device.eyes.__file__).parent
MAY_IMPORT = ("device.eyes", "device.config", "device.parts", "device.errors", "games.spine", "vision")


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


def test_the_eyes_import_nothing_from_above_and_no_game():
    ours = ("device", "games", "vision", "tests", "tools")
    assert not {
        f"{path.name}: {name}"
        for path in sorted(ROOM.glob("*.py"))
        for name in imported(path)
        if name.split(".")[0] in ours and not name.startswith(MAY_IMPORT)
    }
