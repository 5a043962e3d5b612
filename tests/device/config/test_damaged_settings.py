"""The device's own settings never keep it from starting."""

import pytest

from device.app import configuration
from device.config.configuration import load_settings
from device.errors import ConfigError


@pytest.mark.parametrize("content", [b"language = ", b"\xff\xfe", b"sound = 1\n", b'colour = "red"\n', b"\x00" * 40])
def test_21_4_damaged_settings_are_set_aside_with_a_date_and_told_once(tmp_path, content):
    (tmp_path / "settings.toml").write_bytes(content)
    (told,) = configuration(tmp_path).set_aside
    assert "settings.toml" in told
    (kept,) = tmp_path.glob("settings.toml.damaged-2*")
    assert kept.read_bytes() == content
    assert configuration(tmp_path).set_aside == ()


def test_21_4_settings_that_cannot_be_read_for_the_moment_stay_where_they_are(tmp_path):
    (tmp_path / "settings.toml").mkdir()  # nobody can read that, not even root
    assert len(configuration(tmp_path).set_aside) == 1
    assert (tmp_path / "settings.toml").is_dir()


def test_21_4_what_the_owner_wrote_is_never_set_aside(tmp_path):
    (tmp_path / "bordbuch.toml").write_text("language = ")
    with pytest.raises(ConfigError, match=r"bordbuch\.toml"):
        configuration(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["bordbuch.toml"]


def test_21_4_settings_in_order_are_left_alone(tmp_path):
    (tmp_path / "settings.toml").write_text('language = "en"\n')
    assert configuration(tmp_path).language == "en"
    assert load_settings(tmp_path).language == "en"
