"""What is set on the device: it holds as it stands on the disk, also where the disk refuses in the middle."""

import errno

import pytest

from device.config import configuration
from device.config.configuration import Config, load_config
from device.config.preferences import Preferences
from vision.base import files


def refuse(*_):
    raise OSError(errno.EIO, "Input/output error")


def test_21_3_a_setting_that_is_refused_is_as_before_now_and_after_the_next_start(tmp_path, monkeypatch):
    preferences = Preferences(tmp_path, Config())
    preferences.set_language("en")
    monkeypatch.setattr(files, "sync", refuse)
    with pytest.raises(OSError, match="Input/output"):
        preferences.set_language("de")
    assert preferences.language == load_config(tmp_path).language == "en"


def test_21_3_a_setting_that_cannot_be_taken_back_either_holds_now_as_after_the_next_start(tmp_path, monkeypatch):
    preferences = Preferences(tmp_path, Config())
    preferences.set_for_phones(False)
    written = configuration.write_whole

    def late(file, content):
        written(file, content)
        refuse()

    monkeypatch.setattr(configuration, "write_whole", late)
    with pytest.raises(OSError, match="Input/output"):
        preferences.set_for_phones(True)
    assert preferences.is_for_phones
    assert load_config(tmp_path).web.listen == "network"
