"""`bordbuch check` says what is wrong with data files, and where."""

from importlib import resources

import pytest

from device.command.check_data import check_data
from device.command.main import main
from device.records.copies import copies_of
from device.records.journal import Journal, Source
from device.records.phones import Phones
from games.spine.dialogue import Setup
from tests.device.at_the_table import person_at


def test_an_empty_data_folder_is_in_order(tmp_path, capsys):
    assert check_data(tmp_path, [])
    assert capsys.readouterr().out.count("in order") == 4


def test_a_bad_level_file_is_named_with_place_and_remedy(tmp_path, capsys):
    (tmp_path / "levels.toml").write_text("[level.1]\nchapter = 'one'\n")
    assert not check_data(tmp_path, [tmp_path / "levels.toml"])
    said = capsys.readouterr().out
    assert str(tmp_path / "levels.toml") in said
    assert "chapter" in said


def test_a_bad_configuration_is_named(tmp_path, capsys):
    (tmp_path / "bordbuch.toml").write_text("language = 'xx'\n")
    assert not check_data(tmp_path, [tmp_path / "bordbuch.toml"])
    said = capsys.readouterr().out
    assert str(tmp_path / "bordbuch.toml") in said
    assert "language" in said
    assert not check_data(tmp_path, [])


def test_a_damaged_profile_is_named(tmp_path, capsys):
    folder = tmp_path / "profiles" / "Holz"
    folder.mkdir(parents=True)
    (folder / "balls.toml").write_text("no TOML [")
    assert not check_data(tmp_path, [])
    assert str(folder / "balls.toml") in capsys.readouterr().out


def test_21_3_a_damaged_list_of_phones_and_a_damaged_copy_of_the_book_are_named(tmp_path, capsys):
    with Journal.open(tmp_path) as journal:
        journal.start(Setup("galaktix", "3", ("Ida",), 7, "9f3c"), Source.BUTTONS)
        journal.copy_of_today()
    Phones(tmp_path).admit("android")
    assert check_data(tmp_path, [])
    list_of_phones, (copy,) = tmp_path / "phones" / "phones.json", copies_of(tmp_path)
    for file in (list_of_phones, copy):
        sound = file.read_bytes()
        file.write_bytes(sound[: len(sound) // 2])
        capsys.readouterr()
        assert not check_data(tmp_path, [])
        assert str(file) in capsys.readouterr().out
        assert file.read_bytes() == sound[: len(sound) // 2], "looking changes nothing"
        file.write_bytes(sound)
    assert check_data(tmp_path, [])


def test_files_of_the_games_for_several_are_known(tmp_path, capsys):
    shipped = resources.files("games.sternenfahrer")
    (tmp_path / "sternenfahrer").mkdir()
    for name in ("settings.toml", "friendship.toml"):
        (tmp_path / "sternenfahrer" / name).write_text((shipped / name).read_text(encoding="utf-8"), encoding="utf-8")
    assert check_data(tmp_path, [tmp_path / "sternenfahrer" / "settings.toml"])
    (tmp_path / "cards.toml").write_text("[weapon.a]\nname = 3\n")
    assert not check_data(tmp_path, [tmp_path / "cards.toml"])
    assert f"{tmp_path / 'cards.toml'}, line 2: [weapon.a] name: must be" in capsys.readouterr().out


def test_settings_belong_to_the_device_unless_they_lie_in_a_games_folder(tmp_path, capsys):
    (tmp_path / "settings.toml").write_text("language = 'xx'\n")
    assert not check_data(tmp_path, [tmp_path / "settings.toml"])
    assert "language" in capsys.readouterr().out
    (tmp_path / "sternenfahrer").mkdir()
    (tmp_path / "sternenfahrer" / "settings.toml").write_text("language = 'de'\n")
    assert not check_data(tmp_path, [tmp_path / "sternenfahrer" / "settings.toml"])
    assert "language" in capsys.readouterr().out


def test_files_that_are_missing_or_unknown_are_said(tmp_path, capsys):
    (tmp_path / "poem.txt").write_text("roses")
    assert not check_data(tmp_path, [tmp_path / "poem.txt", tmp_path / "none.toml"])
    said = capsys.readouterr().out
    assert "levels.toml" in said
    assert "no such file" in said


# --- the command and the device agree ---

ONE_LEVEL = """[level.21]
chapter = 1
name = "Meins"
rule = "Flieg."
board = 1
camp = { white = 4 }
targets = { bronze = 1, silver = 2, gold = 3 }
"""


def own_file(folder, name, text):
    (folder / "galaktix").mkdir()
    (folder / "galaktix" / name).write_text(text, encoding="utf-8")
    return folder / "galaktix" / name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("levels.toml", ONE_LEVEL, None),
        (
            "levels.toml",
            ONE_LEVEL.replace("board = 1", "board = 8"),
            "Galaktix: levels.toml hat Fehler. Es gilt die mitgelieferte. Mehr: bordbuch check",
        ),
        ("level.toml", ONE_LEVEL, "Galaktix: level.toml kenne ich nicht und lese ich nicht. Mehr: bordbuch check"),
    ],
)
def test_what_the_command_complains_of_the_device_tells_at_its_start(name, text, told, tmp_path, capsys):
    file = own_file(tmp_path, name, text)
    assert check_data(tmp_path, [], "de") == (told is None)
    assert (str(file) in capsys.readouterr().out) == (told is not None)
    with person_at(tmp_path) as person:
        assert (told is not None) == (person.screen.title == "Achtung")
        if told is not None:
            assert person.screen.body == told
        levels = person.device.game_list["galaktix"].levels
        assert ("21" in [level.id for level in levels]) == (told is None), "and which is used is as it says"


@pytest.mark.parametrize(("language", "words"), [("de", "Zeile 5"), ("en", "line 5")])
def test_the_owner_is_told_in_his_own_language(language, words, tmp_path, capsys):
    file = own_file(tmp_path, "levels.toml", ONE_LEVEL.replace("board = 1", "board = 8"))
    (tmp_path / "bordbuch.toml").write_text(f"language = '{language}'\n")
    assert main(["check", "--data", str(tmp_path), str(file)]) == 1
    assert f"{file}, {words}: [level.21] board: " in capsys.readouterr().out
    other = {"de": "en", "en": "de"}[language]
    main(["check", "--data", str(tmp_path), "--lang", other, str(file)])
    assert words not in capsys.readouterr().out


def test_a_level_file_from_anywhere_is_held_against_the_game_it_fits(tmp_path, capsys):
    (tmp_path / "levels.toml").write_text(
        (resources.files("games.number_up") / "levels.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    assert check_data(tmp_path, [tmp_path / "levels.toml"])
