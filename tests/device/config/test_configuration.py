"""The configuration: what is set holds, and what is wrong is named with file, key and remedy."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from device.config.configuration import Config, Settings, WebConfig, load_config, load_settings, save_settings
from device.config.preferences import Preferences
from device.config.wiring import BeeperConfig, ButtonsConfig, CameraConfig, DisplayConfig, PartsConfig, PowerConfig
from device.errors import ConfigError


def configured(folder: Path, text: str, name: str = "bordbuch.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_without_files_the_defaults_hold(tmp_path: Path) -> None:
    assert load_config(tmp_path / "nowhere") == Config()
    assert Config().web.port == 8017


EVERY_KEY = """
language = "en"
sound = false
players = ["Zoë", "Jo"]
[web]
port = 9000
listen = "network"
[camera]
kind = "usb"
frames_per_second = 30
device = "/dev/video2"
upside_down = true
[display]
kind = "sh1106"
bus = "spi"
port = 0
address = 0x3D
chip_select = 1
dc_pin = 22
reset_pin = 23
upside_down = true
dim_after_seconds = 60
[buttons]
kind = "gpio"
up = 17
down = 18
ok = 27
back = 4
[beeper]
kind = "active"
pin = 9
[power]
button = 26
led = 16
"""


def test_every_key_can_be_set(tmp_path: Path) -> None:
    assert load_config(configured(tmp_path, EVERY_KEY)) == Config(
        "en",
        False,
        ("Zoë", "Jo"),
        None,
        WebConfig(9000, "network"),
        PartsConfig(
            CameraConfig("usb", 30, "/dev/video2", True),
            DisplayConfig("sh1106", "spi", 0, 0x3D, 1, 22, 23, True, 60),
            ButtonsConfig("gpio", 17, 18, 27, 4),
            BeeperConfig("active", 9),
            PowerConfig(26, 16),
        ),
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[buttons]\nup = 12\n", ('"buttons.up"', '"beeper.pin"', "pin 12")),
        ("[power]\nbutton = 3\n", ('"display.bus"', '"power.button"')),
        ("[power]\nled = 24\n[display]\nbus = 'spi'\n", ('"display.dc_pin"', '"power.led"')),
    ],
)
def test_two_parts_at_one_pin_are_said(tmp_path: Path, text: str, named: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError) as said:
        load_config(configured(tmp_path, text))
    assert all(name in str(said.value) for name in named)


@pytest.mark.parametrize("free", ["[power]\nled = 24\n", "[beeper]\nkind = 'none'\n[buttons]\nup = 12\n"])
def test_pins_of_parts_that_are_not_there_are_free(tmp_path: Path, free: str) -> None:
    load_config(configured(tmp_path, free))


@pytest.mark.parametrize(
    "wrong",
    [
        "[display]\nkind = 'ssd1351'",
        "[display]\naddress = 0x80",
        "[display]\nbus = 'usb'",
        "[buttons]\nok = 0",
        "[buttons]\nok = 28",
        "[buttons]\nok = true",
        "[beeper]\npin = '12'",
        "[power]\nled = 1",
        "[power]\nled = false",
        "[camera]\ndevice = 'video0'",
        "[camera]\nupside_down = 1",
        "[web]\nlisten = 'world'",
    ],
)
def test_a_part_that_cannot_be_is_refused_with_its_key(tmp_path: Path, wrong: str) -> None:
    table, key = wrong.split("\n")[0].strip("[]"), wrong.split("\n")[1].split(" = ")[0]
    with pytest.raises(ConfigError, match=f'"{table}.{key}" is .*, but must be'):
        load_config(configured(tmp_path, wrong))


def test_the_shipped_example_loads_and_says_what_holds_anyway(tmp_path: Path) -> None:
    example = (resources.files("device.config") / "bordbuch.example.toml").read_text(encoding="utf-8")
    assert load_config(configured(tmp_path, example)) == Config(players=("Ida", "Jo"))


def test_what_was_set_on_the_device_overlays_the_file(tmp_path: Path) -> None:
    configured(tmp_path, 'language = "de"\n[web]\nport = 9000\n')
    save_settings(tmp_path, Settings(language="en", last_player='Jo "J"'))
    config = load_config(tmp_path)
    assert (config.language, config.last_player, config.sound, config.web.port) == ("en", 'Jo "J"', True, 9000)
    assert load_settings(tmp_path) == Settings(language="en", last_player='Jo "J"')


@pytest.mark.parametrize(("file", "listen"), [("", "machine"), ('[web]\nlisten = "network"\n', "network")])
def test_phones_are_let_in_as_the_file_says_until_the_device_says_otherwise(
    tmp_path: Path, file: str, listen: str
) -> None:
    configured(tmp_path, file)
    preferences = Preferences(tmp_path, load_config(tmp_path))
    assert preferences.is_for_phones == (listen == "network")
    for is_on in (True, False):
        preferences.set_for_phones(is_on)
        assert preferences.is_for_phones is is_on
        assert load_config(tmp_path).web.listen == ("network" if is_on else "machine")
        assert load_config(tmp_path).web.port == 8017


def test_saving_leaves_no_half_written_file_and_not_the_owners(tmp_path: Path) -> None:
    configured(tmp_path, "sound = true # mine\n")
    save_settings(tmp_path, Settings(sound=False))
    save_settings(tmp_path, Settings(sound=True))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bordbuch.toml", "settings.toml"]
    assert (tmp_path / "bordbuch.toml").read_text() == "sound = true # mine\n"


def test_settings_that_could_not_be_loaded_again_are_not_saved(tmp_path: Path) -> None:
    save_settings(tmp_path, Settings(last_player="Ida"))
    with pytest.raises(ConfigError, match="last_player"):
        save_settings(tmp_path, Settings(last_player="a name much too long"))
    assert load_settings(tmp_path) == Settings(last_player="Ida")


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [
        ('language = "fr"', '"language" is "fr"', '"de" or "en"'),
        ("language = 3", '"language" is 3', '"de" or "en"'),
        ('sound = "yes"', '"sound" is "yes"', "true or false"),
        ('players = "Ida"', '"players" is "Ida"', "a list of different names"),
        ('players = ["Abcdefghijklm"]', '"players"', "1 to 12 characters"),
        ('players = [""]', '"players"', "1 to 12 characters"),
        ('players = ["Ida", "Ida"]', '"players"', "different names"),
        ("[web]\nport = 80", '"web.port" is 80', "from 1024 to 65535"),
        ("[web]\nport = true", '"web.port" is true', "from 1024 to 65535"),
        ("web = 8017", '"web" is 8017', "write [web]"),
        ('[camera]\nkind = "fancy"', '"camera.kind" is "fancy"', '"simulated"'),
        ("[camera]\nframes_per_second = 31", '"camera.frames_per_second" is 31', "from 1 to 30"),
        ("[camera]\nframes_per_second = 9.5", '"camera.frames_per_second" is 9.5', "from 1 to 30"),
        ("when = 2026-01-01", '"when"', "Known here: language, sound"),
        ("[camera]\nfps = 3", '"camera.fps"', "Known here: camera.kind, camera.frames_per_second"),
        ('last_player = "Ida"', '"last_player"', "no key"),
        ("sound = true\nlanguage = de", "line 2", "no TOML"),
    ],
)
def test_a_mistake_is_named_with_file_key_and_what_is_allowed(
    tmp_path: Path, text: str, key: str, allowed: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        load_config(configured(tmp_path, text))
    message = str(refused.value)
    assert str(tmp_path / "bordbuch.toml") in message
    assert key in message and allowed in message
    assert len(message.splitlines()) == 1


def test_all_mistakes_of_both_files_are_told_at_once(tmp_path: Path) -> None:
    configured(tmp_path, 'language = "fr"\ncolour = 1\n[web]\nport = 1\n')
    configured(tmp_path, "sound = 1\n", "settings.toml")
    with pytest.raises(ConfigError) as refused:
        load_config(tmp_path)
    assert len(str(refused.value).splitlines()) == 4
    assert "settings.toml" in str(refused.value)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "bordbuch.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"bordbuch\.toml: this is no text"):
        load_config(tmp_path)


def test_a_folder_in_the_files_place_is_named(tmp_path: Path) -> None:
    (tmp_path / "bordbuch.toml").mkdir()
    with pytest.raises(ConfigError, match=r"bordbuch\.toml: cannot be read"):
        load_config(tmp_path)


def test_a_profile_is_set_by_the_name_of_its_folder(tmp_path: Path) -> None:
    assert load_config(configured(tmp_path, 'profile = "Holz 2"\n')).profile == "Holz 2"
    save_settings(tmp_path, Settings(profile=""))
    assert load_config(tmp_path).profile == "", "back to the shipped pieces, whatever the file says"


@pytest.mark.parametrize("name", ["../up", "a/b", ".hidden", "much too long for it", " "])
def test_a_profile_must_be_a_plain_folder_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match='"profile"'):
        load_config(configured(tmp_path, f'profile = "{name}"\n'))


LONG = '"' + "x" * 80 + '"'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("language = 3", '"language" is 3, but must be "de" or "en". Change or delete it.'),
        (f"language = {LONG}", f'"language" is {LONG[:57]}..., but must be "de" or "en". Change or delete it.'),
        ("sound = 2026-01-01", '"sound" is "2026-01-01", but must be true or false. Change or delete it.'),
        ("web = 8017", '"web" is 8017, but must be a table: write [web] above its keys.'),
        ("[web]\nname = 1", 'there is no key "web.name". Known here: web.port, web.listen. Correct or delete it.'),
        ("[web]\nport = 1", '"web.port" is 1, but must be a whole number from 1024 to 65535. Change or delete it.'),
        ("[beeper]\npin = 1", '"beeper.pin" is 1, but must be a BCM pin from 2 to 27. Change or delete it.'),
        (
            "[power]\nled = 1",
            '"power.led" is 1, but must be a BCM pin from 2 to 27, or 0 if there is none. Change or delete it.',
        ),
        ("[buttons]\nup = 12", 'pin 12 is wanted by "buttons.up" and "beeper.pin". Give each part a pin of its own.'),
        (
            'players = ["Ida", "Ida"]',
            '"players" is ["Ida", "Ida"], but must be a list of different names, each of 1 to 12 characters. '
            "Change or delete it.",
        ),
        (
            "language = de",
            "this is no TOML: Invalid value (at line 1, column 12). "
            "Correct it there, or delete the file to start afresh.",
        ),
    ],
)
def test_every_sentence_is_word_for_word(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ConfigError) as refused:
        load_config(configured(tmp_path, text))
    assert str(refused.value) == f"{tmp_path / 'bordbuch.toml'}: {sentence}"
