"""A game that the owner has installed is still there after an update."""

from systemd.own_games import bring_along, games_in, packages_of


def package(folder, name, entry_points="", **files):
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)
    record = [f"{name}-1.0.dist-info/{file}" for file in ("METADATA", "entry_points.txt", "RECORD")]
    for file, text in files.items():
        (folder / name).mkdir(exist_ok=True)
        (folder / name / f"{file}.py").write_text(text)
        record.append(f"{name}/{file}.py")
    record.append("../../../bin/outside")
    (info / "RECORD").write_text("".join(f"{line},,\n" for line in record))


GAME = "[bordbuch.games]\npasch = pasch.box:BOX\n"


def test_only_games_are_brought_along_and_only_those_that_are_missing(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    package(old, "pasch", GAME, box="BOX = 1")
    package(old, "bordbuch", GAME, app="old")
    package(old, "numpy", "", array="old")
    package(new, "bordbuch", GAME, app="new")
    assert bring_along(old, new) == ["pasch"]
    assert (new / "pasch/box.py").read_text() == "BOX = 1"
    assert [game.name for game in games_in(new)] == ["pasch"]
    assert (new / "bordbuch/app.py").read_text() == "new"
    assert not (new / "numpy").exists()
    assert bring_along(old, new) == [], "a second time there is nothing to bring"


def test_packages_are_found_in_a_virtual_environment(tmp_path):
    assert packages_of(tmp_path) is None
    (tmp_path / "lib/python3.13/site-packages").mkdir(parents=True)
    assert packages_of(tmp_path) == tmp_path / "lib/python3.13/site-packages"
