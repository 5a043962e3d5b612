"""The rooms of tools: who may import whom, none too full, and every name of them in texts is right."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools"
MAY_IMPORT = {
    "render": {"render"},
    "training": {"render", "training"},
    "measuring": {"render", "measuring"},
    "proving": {"proving"},
}
NAMED = re.compile(r"(?<![\w./])tools(?:\.[a-z_]+)+|(?<![\w./])tools/[\w/]+(?:\.py)?")


def modules(folder):
    return sorted(folder.rglob("*.py"))


def imported(path):
    """Modules of tools that one imports, as dotted names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("tools."))
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tools":
            yield f"{node.module}"


def test_every_module_is_in_a_room_that_says_what_it_is_for():
    assert {path.name for path in TOOLS.glob("*.py")} == {"__init__.py"}
    folders = {path.parent for path in modules(TOOLS)}
    assert {folder.relative_to(TOOLS).parts[0] for folder in folders - {TOOLS}} == set(MAY_IMPORT)
    for folder in folders:
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))), folder
        assert len(list(folder.glob("*.py"))) <= 20, folder


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_rooms_import_only_what_they_may(room):
    assert not {
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(TOOLS / room)
        for name in imported(path)
        if name.split(".")[1] not in MAY_IMPORT[room]
    }


def test_what_all_kinds_share_knows_no_kind():
    shared = {path.stem for path in (TOOLS / "render").glob("*.py")}
    strangers = {
        f"{path.name}: {name}"
        for path in (TOOLS / "render").glob("*.py")
        for name in imported(path)
        if name.split(".")[2] not in shared
    }
    assert not strangers


def test_kinds_do_not_draw_with_each_other():
    kinds = {"balls", "cards", "numbers", "pips", "symbols"}
    mixed = {
        f"{path.relative_to(TOOLS)}: {name}"
        for kind in kinds
        for path in modules(TOOLS / "render" / kind)
        for name in imported(path)
        if name.split(".")[2] in (kinds | {"scenes"}) - {kind}
    }
    assert not mixed


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
