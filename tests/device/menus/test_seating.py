"""Who plays a game of several: chosen in the order of the seats, nobody twice, the usual ones with one press."""

from dataclasses import replace

import pytest

from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.config.configuration import Settings, load_config, load_settings, save_settings
from device.config.preferences import Preferences
from device.desks.next import Begin
from device.desks.spelling import Spell
from device.menus.new_game import NewGame, knows_who_plays, new_setup, usual_players
from device.menus.seating import Seating
from device.records.journal import Journal, Source
from games.books.medals import Medal
from games.spine.dialogue import Choose, Chosen, Notice, Setup, say


class Asked:
    """Answers a dialogue of the lobby by the German words on its rows."""

    def __init__(self, dialogue):
        self._dialogue = dialogue
        self.end = None
        self.is_over = False
        self.prompt = None
        self._go(lambda: next(dialogue))

    def _go(self, go):
        try:
            self.prompt = go()
        except StopIteration as end:
            self.end, self.is_over = end.value, True

    @property
    def rows(self):
        return [option.key for option in self.prompt.options]

    def take(self, *keys):
        for key in keys:
            if isinstance(self.prompt, Choose):
                assert key in self.rows, self.rows
                option = next(one for one in self.prompt.options if one.key == key)
                assert option.refused is None, option.refused
            self._go(lambda key=key: self._dialogue.send(Chosen(key)))
        return self

    def back(self):
        self._go(lambda: self._dialogue.send(None))
        return self

    def why_not(self, key):
        return next(one.refused for one in self.prompt.options if one.key == key)


def gathered(seats=(3, 4), known=("Ada", "Ben", "Cleo"), usual=()):
    return Asked(Seating(seats, known, "Gast").gather(usual))


def test_the_usual_table_starts_with_one_press():
    asked = gathered(usual=("Ada", "Ben", "Cleo"))
    assert asked.prompt.start == "start"
    assert asked.take("start").end == ("Ada", "Ben", "Cleo")


def test_a_new_table_is_asked_for_seat_by_seat_until_it_can_start():
    asked = gathered()
    assert asked.prompt.words == say("table.who", number=1)
    asked.take("name:Ben")
    assert "name:Ben" not in asked.rows
    asked.take("name:Ada", "name:Cleo")
    assert asked.prompt.words == say("table.round")
    assert asked.take("start").end == ("Ben", "Ada", "Cleo")


def test_a_fourth_may_join_and_a_fifth_not():
    asked = gathered(usual=("Ada", "Ben", "Cleo")).take("more", "guest")
    assert asked.why_not("more") == say("table.too_many", n=4)
    assert asked.take("start").end == ("Ada", "Ben", "Cleo", "Gast")


def test_who_leaves_is_missed_when_too_few_are_left():
    asked = gathered(usual=("Ada", "Ben", "Cleo")).take("1", "away")
    assert asked.why_not("start") == say("table.too_few", n=3)
    assert asked.take("more", "name:Ben", "start").end == ("Ada", "Cleo", "Ben")


def test_two_change_places():
    assert gathered(usual=("Ada", "Ben", "Cleo")).take("0", "name:Cleo", "start").end == ("Cleo", "Ben", "Ada")


def test_somebody_else_takes_a_seat():
    asked = gathered(known=("Ada", "Ben", "Cleo", "Dora"), usual=("Ada", "Ben", "Cleo"))
    assert asked.take("1", "name:Dora", "start").end == ("Ada", "Dora", "Cleo")


def test_every_guest_has_a_name_of_its_own():
    assert gathered(known=()).take("guest", "guest", "guest", "start").end == ("Gast", "Gast 2", "Gast 3")


def test_guests_of_other_evenings_are_one_row():
    asked = gathered(known=("Gast", "Gast 2", "Gastav"))
    assert asked.rows == ["name:Gastav", "guest", "new"]
    assert asked.take("guest").rows == ["name:Gastav", "guest", "new"]


@pytest.mark.parametrize("name", ["Ada", "ada", " ADA "])
def test_nobody_sits_there_twice_also_when_spelled(name):
    asked = gathered().take("name:Ada", "new")
    assert isinstance(asked.prompt, Spell)
    asked.take(name)
    assert isinstance(asked.prompt, Notice) and asked.prompt.words == say("table.twice", player=name)
    asked.take("noted")
    assert asked.prompt.words == say("table.who", number=2)
    assert asked.take("new", "Dora", "name:Ben", "start").end == ("Ada", "Dora", "Ben")


def test_going_back_takes_the_last_one_away_and_then_leaves():
    asked = gathered().take("name:Ada", "name:Ben").back()
    assert asked.prompt.words == say("table.who", number=2) and "name:Ben" in asked.rows
    asked.back()
    assert asked.prompt.words == say("table.who", number=1)
    asked.back()
    assert asked.is_over and asked.end is None


def test_a_usual_table_that_is_too_large_loses_its_last():
    asked = gathered(seats=(2, 3), usual=("Ada", "Ben", "Cleo", "Dora"))
    assert asked.take("start").end == ("Ada", "Ben", "Cleo")


# --- from the list of games to the start ---


@pytest.fixture
def new_game(tmp_path):
    with Journal.open(tmp_path) as journal:
        game_list, _ = load_games(tmp_path, SHIPPED)
        yield NewGame(game_list, journal, Preferences(tmp_path, load_config(tmp_path)))


def test_a_game_of_several_is_started_and_its_table_remembered(new_game, tmp_path):
    asked = Asked(new_game.lead()).take("sternenfahrer", "beginner", "guest", "guest", "guest", "start")
    assert isinstance(asked.end, Begin)
    setup = asked.end.setup
    assert (setup.game, setup.level, setup.players) == ("sternenfahrer", "beginner", ("Gast", "Gast 2", "Gast 3"))
    assert load_settings(tmp_path).last_group == setup.players
    again = Asked(new_game.lead()).take("galaktico", "start")
    assert (again.end.setup.level, again.end.setup.players) == ("trial", setup.players)


@pytest.mark.parametrize("ways", [("short",), ("short", "long")])
def test_a_game_for_one_without_levels_is_begun_in_one_of_its_ways(new_game, ways):
    plain = replace(new_game.game_list["galaktix"], chapters=(), ways=ways)
    new_game.game_list["galaktix"] = plain
    asked = Asked(new_game.lead()).take("galaktix", "guest", *(ways[1:]))
    assert asked.end.setup.level == ways[-1]


def test_names_come_from_the_configuration_the_last_table_and_the_book(new_game):
    number = new_game.journal.start(Setup("galaktix", "1", ("Ida",), 1), Source.BUTTONS)
    new_game.journal.finish(number, [("Ida", 9, Medal.NONE)])
    new_game.preferences.set_last_player("Jo")
    asked = Asked(new_game.lead()).take("galaktico")
    assert asked.rows == ["name:Jo", "name:Ida", "guest", "new"]


def test_going_back_leads_to_the_way_to_begin_and_out(new_game):
    asked = Asked(new_game.lead()).take("sternenfahrer", "middle").back()
    assert asked.prompt.words == say("lobby.which_start") and asked.prompt.start == "middle"
    asked.back()
    assert asked.is_over and asked.end is None


def test_a_seed_of_a_game_with_secrets_cannot_be_guessed(new_game):
    group, alone = new_game.game_list["galaktico"], new_game.game_list["galaktix"]
    seeds = {new_setup(group, "game", ("Ada", "Ben")).seed for _ in range(40)}
    assert len(seeds) == 40 and max(seeds).bit_length() > 120
    assert new_setup(alone, "1", ("Ada",)).seed < 2**31


@pytest.mark.parametrize(
    ("players", "last", "game", "expected"),
    [
        ((), (), "sternenfahrer", ("Spieler 1", "Spieler 2", "Spieler 3")),
        (("Ida", "Jo"), (), "sternenfahrer", ("Ida", "Jo", "Spieler 1")),
        (("Ida", "Jo", "Max", "Mia", "Leo"), (), "galaktico", ("Ida", "Jo")),
        (("Ida",), ("Ada", "Ben", "Cleo"), "galaktico", ("Ada", "Ben", "Cleo")),
        (("Ida",), ("Ada", "Ben"), "sternenfahrer", ("Ida", "Spieler 1", "Spieler 2")),
        ((), (), "galaktix", ("Gast",)),
    ],
)
def test_the_command_line_starts_with_sensible_names(tmp_path, players, last, game, expected):
    names = ", ".join(f'"{name}"' for name in players)
    (tmp_path / "bordbuch.toml").write_text(f"players = [{names}]\n")
    save_settings(tmp_path, Settings(last_group=last or None))
    game_list, _ = load_games(tmp_path, SHIPPED)
    found = usual_players(game_list[game], Preferences(tmp_path, load_config(tmp_path)))
    assert found == expected
    game_list[game].game.play(new_setup(game_list[game], game_list[game].starts[0], found))


def test_a_disk_that_refuses_is_said_and_the_game_starts_all_the_same(new_game, monkeypatch):
    def refuse(names):
        raise OSError("no room")

    monkeypatch.setattr(new_game.preferences, "set_last_group", refuse)
    asked = Asked(new_game.lead()).take("galaktico", "guest", "guest", "start")
    assert asked.prompt.words == say("settings.not_saved")
    assert isinstance(asked.take("noted").end, Begin)


@pytest.mark.parametrize(
    ("game", "known", "last", "is_known"),
    [
        ("galaktix", (), (), True),
        ("galaktico", (), (), False),
        ("galaktico", ("Ida",), (), False),
        ("galaktico", ("Ida", "Jo"), (), True),
        ("galaktico", (), ("Ada", "Ben", "Cleo"), True),
        ("sternenfahrer", (), ("Ada", "Ben"), False),
    ],
)
def test_a_game_called_by_its_name_asks_who_plays_unless_enough_are_known(tmp_path, game, known, last, is_known):
    names = ", ".join(f'"{name}"' for name in known)
    (tmp_path / "bordbuch.toml").write_text(f"players = [{names}]\n")
    save_settings(tmp_path, Settings(last_group=last or None))
    game_list, _ = load_games(tmp_path, SHIPPED)
    assert knows_who_plays(game_list[game], Preferences(tmp_path, load_config(tmp_path))) == is_known
