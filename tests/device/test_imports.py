"""Nothing is imported once the page is open: a flood of connections may leave no file handle to do it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
# Rooms that no step of the loop enters, or whose real parts are looked for when they are built.
OUTSIDE = ("device/command", "device/terminal", "device/parts/drivers", "device/app.py", "device/loop.py")

EVENING = """
import http.client, json, random, sys
from pathlib import Path
import encodings.idna  # for who asks, not for the page
from device.app import simulated_device
from device.loop import page_of
from device.parts.protocols import Button

class Clock:
    seconds = 1000.0
    def __call__(self):
        return self.seconds

folder, clock, chance, imported = Path(sys.argv[1]), Clock(), random.Random(5), []
with simulated_device(folder, seed=3, clock=clock) as device:
    page = page_of(device, 0)
    page.start()

    def ask(method, path, body=None):
        connection = http.client.HTTPConnection(page.address.removeprefix("http://"), timeout=60)
        connection.request(method, path, body)
        connection.getresponse().read(100)
        connection.close()

    ask("GET", "/")
    modules = sorted(sys.modules)
    sys.addaudithook(lambda event, values: imported.append(values[0]) if event == "import" else None)
    for path in ("/", "/words", "/oled.png", "/camera.jpg", "/events", "/nothing"):
        ask("GET", path)
    for body in ("{}", "{", "[" * 4000, '{"light": "dim"}', '{"light": "normal"}'):
        ask("POST", "/table/set_light", body)
    device.service.begin(device.setup("galaktix", "1"))
    for step in range(250):
        clock.seconds += 0.1
        if step % 5 == 0:
            button = chance.choice([Button.OK, Button.OK, Button.DOWN, Button.UP, Button.BACK])
            device.panel.press(button, held=chance.random() < 0.1)
        if step % 50 == 30:
            ask("POST", "/table/throw_all", "{}")
        if step == 180:
            device.service.stumble()
        device.service.step()
        device.set_the_table()
    page.stop()
print(json.dumps([modules, sorted(set(imported))]))
"""


def imported_late() -> set[tuple[str, str]]:
    """What is imported within a function, and where that stands."""
    found = set()
    for top in ("device", "games", "vision"):
        for file in sorted((ROOT / top).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if name.startswith(OUTSIDE):
                continue
            for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                    for node in ast.walk(function):
                        if isinstance(node, ast.ImportFrom):
                            found.add((name, node.module or ""))
                        elif isinstance(node, ast.Import):
                            found |= {(name, alias.name) for alias in node.names}
    return found


@pytest.mark.slow
def test_after_the_page_has_opened_nothing_more_is_imported(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", EVENING, str(tmp_path)], capture_output=True, text=True, timeout=300, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    modules, later = json.loads(done.stdout)
    assert later == []
    late = imported_late()
    assert ("device/screens/kinds/plain.py", "segno") in late, "the search finds what is there"
    assert {(file, module) for file, module in late if module not in modules} == set()
