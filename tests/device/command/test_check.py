"""`bordbuch check` says what is wrong with data files, and where."""

from importlib import resources

from device.command.check_data import check_data


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
