"""The rooms of tools: none too full, and every name of them in texts is right."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools"
ROOMS = {"building", "measuring", "proving", "render", "screens", "torture", "training"}
NAMED = re.compile(r"(?<![\w./])tools(?:\.[a-z_]+)+|(?<![\w./])tools/[\w/]+(?:\.py)?")


def modules(folder):
    return sorted(folder.rglob("*.py"))


def test_every_module_is_in_a_room_that_says_what_it_is_for():
    assert {path.name for path in TOOLS.glob("*.py")} == {"__init__.py"}
    folders = {path.parent for path in modules(TOOLS)}
    assert {folder.relative_to(TOOLS).parts[0] for folder in folders - {TOOLS}} == ROOMS
    for folder in folders:
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))), folder
        assert len(list(folder.glob("*.py"))) <= 20, folder


def is_there(name):
    """Whether a dotted name or a path is a module, a folder, a file, or something in a module."""
    if "/" in name:
        return (ROOT / name).exists()
    place = ROOT / name.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").is_file() or place.parent.with_suffix(".py").is_file()


def test_every_name_in_code_and_documents_leads_somewhere():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    files = [ROOT / name for name in listed if Path(name).suffix in {".py", ".md", ".toml", ".service", ""}]
    if not files:
        pytest.skip("not a checkout")
    lost = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        if path.is_file() and path != Path(__file__)
        for name in NAMED.findall(path.read_text(encoding="utf-8", errors="ignore"))
        if not is_there(name)
    }
    assert not lost
