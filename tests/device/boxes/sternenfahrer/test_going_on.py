"""Going on with an open game: its day, turn and points are told, and it comes before a new one."""

from device.config.configuration import load_config
from device.config.preferences import Preferences
from device.records.journal import Journal
from games.spine.dialogue import Dice, ReadDice, Setup
from tests.device.boxes.sternenfahrer.evening import crew_at
from tests.device.boxes.sternenfahrer.test_at_the_table import Evening
from tests.games.sternenfahrer.playing import GAME, NAMES

SETUP = Setup("sternenfahrer", "beginner", NAMES, 2, GAME.data)


def left_open(folder, journal, seed=1):
    """A game whose first throw was made when the plug was pulled."""
    table = Evening(folder, journal).begin_with(4, seed)
    while not isinstance(table.prompt, ReadDice):
        table.ok()
    table.give(Dice(("2", "4")))


def test_turn_and_points_of_an_open_game_are_told(tmp_path):
    with Journal.open(tmp_path) as journal:
        left_open(tmp_path, journal)
    with crew_at(tmp_path) as crew:
        assert crew.screen.title == "Sternenfahrer?"
        assert crew.screen.news.endswith(". Zug 1 4:4:4:4")


def test_the_list_of_open_games_tells_them_apart(tmp_path):
    with Journal.open(tmp_path) as journal:
        left_open(tmp_path, journal)
        left_open(tmp_path, journal, seed=2)
    with crew_at(tmp_path) as crew:
        crew.choose("Nein")
        crew.choose("Weiter")
        assert [(row.text.split(" ", 1)[1], row.value) for row in crew.screen.rows] == [("Zug 1", "4:4:4:4")] * 2


def test_a_game_that_is_asked_for_is_offered_where_it_was_left(tmp_path):
    with Journal.open(tmp_path) as journal:
        left_open(tmp_path, journal)
        again = Evening(tmp_path, journal)
        again.service.offer(SETUP)
        again.service.step()
        assert again.screen.title == "Sternenfahrer?"
        again.choose("Ja")
        assert again.screen.title == "Wurf 6"


def test_a_new_one_begins_if_that_is_wanted_or_none_is_open(tmp_path):
    Preferences(tmp_path, load_config(tmp_path)).set_last_group(NAMES)
    with Journal.open(tmp_path) as journal:
        fresh = Evening(tmp_path, journal)
        fresh.service.offer(SETUP)
        assert len(journal.unfinished()) == 1
        again = Evening(tmp_path, journal)
        again.service.offer(SETUP)
        again.service.step()
        again.choose("Nein, neues Spiel")
        assert len(journal.unfinished()) == 2
