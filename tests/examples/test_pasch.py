"""A game of an installed package: found, played from the menu to the book, and left out where it cannot be loaded.

Pasch is installed from examples/pasch, as `make` does it.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from importlib.metadata import EntryPoint, entry_points

import pytest
from pasch.box import BOX

from device.app import simulated_device
from device.boxes.found import GROUP, find_boxes, workshops_of
from device.boxes.loader import load_game
from device.boxes.shipped import SHIPPED
from device.command.main import main
from device.config.configuration import Settings, load_config, save_settings
from device.config.preferences import Preferences
from device.menus.new_game import usual_players
from device.parts.protocols import Button
from device.screens.content import DiceSeen, Ending, List, Message, Ranking, Tally, Waiting
from device.simulator.render.scene import PIPS_OF
from games.books.medals import Medal
from tests.device.at_the_table import Clock, Person


class Player(Person):
    """Plays Pasch: takes out the dice with pips, throws them, fills lines."""

    def wait(self, steps=1):
        for _ in range(steps):
            super().wait()
            self.device.set_the_table()

    def start(self, level="1", others=0):
        """From the start screen to the first throw, as guests."""
        for row in ("Spielen", "Pasch", f"{level} ", "Gast"):
            self.choose(row)
        for _ in range(others):
            self.choose("Noch jemand")
            self.choose("Gast")
        self.choose("Los geht")
        while isinstance(self.screen, Message):
            self.ok()
        assert isinstance(self.screen, Waiting)

    def throw(self):
        """Throw all dice and take them; once more where the device cannot count them, as it says."""
        self.table.throw_all()
        self.wait_for((DiceSeen, Waiting), lambda screen: isinstance(screen, DiceSeen) or "Ich sehe" in screen.status)
        return self.confirm_dice() if isinstance(self.screen, DiceSeen) else self.throw()

    def confirm_dice(self):
        """Wait for the throw on the OLED and take it; returns its pips."""
        screen = self.screen if isinstance(self.screen, DiceSeen) else self.wait_for(DiceSeen)
        if sorted(screen.faces) != sorted(str(PIPS_OF[face]) for face in self.table.faces().values()):
            self.misread += 1
        while isinstance(self.screen, DiceSeen):
            taken = self.screen.faces
            self.ok()
        return taken

    def enter(self, pips):
        """Count a throw by hand: two kinds at a time, the one by up, the other by down."""
        self.ok()
        for page in ((1, 2), (3, 4), (5, 6)):
            for pip, button in zip(page, (Button.UP, Button.DOWN), strict=True):
                self.press(*[button] * pips.count(pip))
            if isinstance(self.screen, Tally):
                self.ok()
        return self.ok()


@contextmanager
def player_at(folder, seed=1, language="de"):
    clock = Clock()
    with simulated_device(folder, language=language, seed=seed, clock=clock) as device:
        player = Player(device, clock)
        player.wait()
        yield player


def test_the_installed_game_is_found_after_those_of_the_device():
    boxes, problems = find_boxes()
    assert boxes[: len(SHIPPED)] == SHIPPED
    assert BOX in boxes[len(SHIPPED) :]
    assert not [problem for problem in problems if problem.name == "pasch"]


@pytest.mark.slow
def test_a_level_is_played_alone_from_the_menu_to_the_medal_in_the_book(tmp_path):
    with player_at(tmp_path, seed=5) as player:
        player.start()
        assert player.screen.scene.lines() == ["Gast 0"]

        # Two dice are thrown again, twice, no menu in between; once more is one time too often.
        first = player.throw()
        assert (len(first), player.screen.title, player.screen.news) == (5, "Welche Zeile?", "Oder noch 2× würfeln")
        for left in ("Oder noch 1× würfeln", ""):
            player.throw_again(2)
            assert 1 <= len(player.wait_for(DiceSeen).thrown) <= 2
            player.confirm_dice()
            assert isinstance(player.screen, List) and player.screen.news == left
        player.table.throw_all()
        assert player.wait_for(Message).is_warning
        player.ok()

        for filled in range(1, 13):
            player.ok()
            assert isinstance(player.screen, Waiting), filled
            player.throw()
        ending = player.ok()
        assert isinstance(ending, Ending) and ending.title == "Das Blatt ist voll!"
        points = int(ending.points.removesuffix(" Punkte"))
        assert points > 0 and player.misread == 0
        assert isinstance(player.ok(), List)

        (result,) = player.device.journal.results("pasch")
        assert (result.level, result.player, result.score, result.place) == ("1", "Gast", points, None)
        assert result.medal is ending.medal
        player.choose("Das Buch")
        row = player.screen.rows[1]
        assert (row.text, row.value, row.medal or Medal.NONE) == ("1 Erstes Blatt", str(points), ending.medal)


@pytest.mark.slow
def test_two_play_by_buttons_alone_to_the_ranking(tmp_path, capsys):
    with player_at(tmp_path) as player:
        player.start("2", others=1)
        for turn in range(26):
            assert player.screen.words == ("Gast würfelt", "Gast 2 würfelt")[turn % 2]
            player.enter(((1, 1, 1, 2, 2), (6, 6, 6, 5, 5))[turn % 2])
            if turn == 0:  # the next throw, from the menu: the first die is turned by one
                player.press(Button.BACK, held=True)
                player.choose("Nachwurf")
                player.press(Button.OK, Button.DOWN, Button.OK, Button.OK)
                assert player.screen.title == "Welche Zeile?" and player.screen.news == ""
            player.ok()
        ranking = player.screen
        assert isinstance(ranking, Ranking) and ranking.title == "Gast 2 siegt!"
        assert [(row.place, row.player) for row in ranking.rows] == [(1, "Gast 2"), (2, "Gast")]
        player.ok()
        player.choose("Das Buch")
        assert [row.text for row in player.screen.rows] == ["Allein: Level", "Zu mehreren"]
        player.choose("Zu mehreren")
        assert "Gast 2" in player.screen.rows[1].text
    assert main(["book", "--lang", "de", "--data", str(tmp_path)]) == 0
    assert "Gast 2" in capsys.readouterr().out


def test_a_game_goes_on_after_switching_off_and_its_rule_stands_in_the_menu(tmp_path):
    with player_at(tmp_path) as player:
        player.start("3")
        player.enter((6, 6, 6, 1, 2))
        assert (player.screen.rows[0].text, player.screen.rows[0].value) == ("Sechser ×2", "36")
        player.press(Button.BACK, held=True)
        player.choose("Über das Level")
        assert "doppelt" in player.screen.body
    with player_at(tmp_path) as player:
        assert player.screen.title == "Pasch 3 weiter?"
        player.choose("Ja")
        assert player.screen.rows[0].text == "Sechser ×2"


def test_an_evening_alone_does_not_scatter_the_group(tmp_path):
    save_settings(tmp_path, Settings(last_group=("Ada", "Ben", "Cleo")))
    with player_at(tmp_path) as player:
        for row in ("Spielen", "Pasch", "1 "):
            player.choose(row)
        for name in ("Ben", "Cleo"):
            row = next(row.text for row in player.screen.rows if row.text.endswith(name))
            player.choose(row)
            player.choose("Niemand")
        player.choose("Los geht")
        assert player.device.preferences.last_group == ("Ada", "Ben", "Cleo")
        assert player.device.preferences.last_player == "Ada"


def test_a_table_for_one_or_more_is_set_for_those_of_last_time_or_for_one(tmp_path):
    loaded = load_game(tmp_path, BOX)[0]
    preferences = Preferences(tmp_path, load_config(tmp_path))
    assert usual_players(loaded, preferences) == ("Gast",)
    save_settings(tmp_path, Settings(last_player="Ada"))
    assert usual_players(loaded, Preferences(tmp_path, load_config(tmp_path))) == ("Ada",)
    preferences.set_last_group(("Ada", "Ben"))
    assert usual_players(loaded, preferences) == ("Ada", "Ben")


# --- packages that cannot be loaded ---

BROKEN = """
import dataclasses, pathlib
from pasch.box import BOX
NOT_A_BOX = 3
SAME_NAME = BOX
NO_TEXTS = dataclasses.replace(BOX, name="no_texts", texts_in="broken")
SAME_TEXTS = dataclasses.replace(BOX, name="same_texts")
NO_FILES = dataclasses.replace(BOX, name="no_files", texts_in="worded", files_in="broken")
BAD_FILES = dataclasses.replace(BOX, name="bad_files", texts_in="worded", files_in="worded")
"""
WHY = {
    "missing:BOX": "cannot be loaded (ModuleNotFoundError: No module named 'missing')",
    "broken:NOTHING": "cannot be loaded (AttributeError: module 'broken' has no attribute 'NOTHING')",
    "broken:NOT_A_BOX": "has no box but a int",
    "broken:SAME_NAME": "is called pasch, as another game is already",
    "broken:NO_TEXTS": "cannot be loaded (FileNotFoundError: ",
    "broken:SAME_TEXTS": "these keys stand in another file too: game.pasch",
    "broken:NO_FILES": "cannot be loaded (FileNotFoundError: ",
    "broken:BAD_FILES": "cannot be loaded (BadData: levels: there is no [chapter.1]",
}
GOOD = EntryPoint("pasch", "pasch.box:BOX", GROUP)


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """Modules that can be imported, most of them with something wrong."""
    for name, files in {
        "broken": {"__init__.py": BROKEN},
        "worded": {"__init__.py": "", "texts.toml": "", "levels.toml": ""},
    }.items():
        (tmp_path / "packages" / name).mkdir(parents=True)
        for file, text in files.items():
            (tmp_path / "packages" / name / file).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path / "packages")
    yield
    for name in ("broken", "worded"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("value", WHY)
@pytest.mark.usefixtures("packages")
def test_a_package_that_cannot_be_loaded_is_told_in_one_sentence_and_the_rest_is_found(value):
    boxes, (problem,) = find_boxes([EntryPoint("zzz", value, GROUP), GOOD])
    assert boxes == (*SHIPPED, BOX)
    assert problem.name == "zzz"
    assert problem.sentence.startswith(f"The game zzz from the package {value} ")
    assert WHY[value] in problem.sentence
    assert problem.sentence.endswith(". Bring the package up to date, or uninstall it.")
    assert "\n" not in problem.sentence


@pytest.mark.usefixtures("packages")
def test_the_device_says_which_game_it_leaves_out_and_plays_the_others(tmp_path, monkeypatch, capsys):
    bad = [EntryPoint(f"bad{number}", value, GROUP) for number, value in enumerate(("missing:BOX", "broken:BAD_FILES"))]
    monkeypatch.setattr("device.boxes.found.entry_points", lambda group: [GOOD, *bad])
    with player_at(tmp_path / "data") as player:
        for name in ("bad0", "bad1"):
            assert player.screen.body.startswith(f"Das Spiel {name} lässt sich nicht laden.")
            player.ok()
        assert [sentence.split(" from ")[0] for sentence in player.device.problems] == [
            "The game bad0",
            "The game bad1",
        ]
        player.choose("Spielen")
        assert [row.text for row in player.screen.rows] == [
            "Galaktix", "Number UP", "Sternenfahrer", "Galaktico", "Pasch",
        ]  # fmt: skip
        player.choose("Pasch")
        assert player.screen.title == "Pasch"
    capsys.readouterr()
    assert main(["book", "--data", str(tmp_path / "data")]) == 0
    told = capsys.readouterr()
    assert "Pasch" in told.out
    assert told.err.count("cannot be loaded") == 2


@pytest.mark.usefixtures("packages")
def test_a_check_of_one_file_does_not_mind_what_is_wrong_with_a_package(tmp_path, monkeypatch):
    monkeypatch.setattr("device.boxes.found.entry_points", lambda group: [EntryPoint("bad", "missing:BOX", GROUP)])
    file = tmp_path / "number_up" / "levels.toml"
    file.parent.mkdir()
    file.write_text((resources.files("games.number_up") / "levels.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["check", "--data", str(tmp_path), str(file)]) == 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "doppelkopf"}, "is called doppelkopf by its box and pasch by its rules"),
        (
            {"open": lambda box, texts: replace(BOX.open(box, texts), chapters=())},
            "has neither levels nor ways to begin",
        ),
        ({"texts_in": "device.boxes.galaktico"}, "cannot be loaded"),
    ],
)
def test_what_would_only_show_at_the_table_is_told_before(change, words, monkeypatch):
    monkeypatch.setattr("pasch.box.BOX", replace(BOX, **change))
    _, (problem,) = find_boxes([EntryPoint("pasch", "pasch.box:BOX", GROUP)])
    assert words in problem.sentence


def test_a_file_that_the_game_stumbles_over_is_told_and_the_shipped_one_used(tmp_path):
    def stumbles(box, texts):
        if "mine" in texts[0]:
            raise KeyError("rounds")
        return BOX.open(box, texts)

    (tmp_path / "pasch").mkdir()
    (tmp_path / "pasch" / "levels.toml").write_text("# mine\n", encoding="utf-8")
    loaded, (problem,) = load_game(tmp_path, replace(BOX, open=stumbles))
    assert "stumbles over it (KeyError: 'rounds')" in str(problem)
    assert loaded.starts == ("1", "2", "3")


def test_a_workshop_that_cannot_be_opened_is_told(tmp_path):
    def broken(folder, game_list, journal):
        raise RuntimeError("no bench")

    workshops, (problem,) = workshops_of([replace(BOX, workshop=broken)], tmp_path, {}, None)
    assert workshops == ()
    assert problem.sentence == "The workshop of pasch cannot be opened (RuntimeError: no bench)."


def test_the_package_is_told_by_its_name_where_it_has_one():
    (installed,) = entry_points(group=GROUP, name="pasch")
    assert installed.dist is not None and installed.dist.name == "bordbuch-pasch"
    _, (problem,) = find_boxes([installed, installed])
    assert problem.sentence.startswith("The game pasch from the package bordbuch-pasch is called pasch")
