"""`bordbuch pair`: a code where there is no display to show it on."""

import os
import re

import pytest

from device.command.main import main
from device.config.lock import only_one
from device.records.invitations import Invitations, Verdict

OPEN = '[web]\nport = 9000\nlisten = "network"\n'


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bordbuch.toml").write_text(OPEN)
    return tmp_path


def test_it_prints_a_link_and_a_pin_that_the_running_device_takes(folder, capsys):
    with only_one(folder):
        assert main(["pair", "--data", str(folder)]) == 0
        told = capsys.readouterr().out
        link, addresses, pin, until = told.splitlines()
        assert re.fullmatch(r"HTTP://[A-Z0-9.-]+:9000/K/[A-Z2-7]{14}", link)
        assert re.search(r"http://\S+\.local:9000  http://\S+:9000", addresses)
        assert until == "For one phone, within 10 minutes."
        digits = re.fullmatch(r"PIN (\d{3}) (\d{3})", pin)
        assert Invitations(folder).try_pin("".join(digits.groups())) is Verdict.WELCOME
        main(["pair", "--data", str(folder), "--port", "8100"])
        link = capsys.readouterr().out.splitlines()[0]
        assert ":8100/K/" in link
        assert Invitations(folder).try_code(link[-14:]) is Verdict.WELCOME


def test_as_root_it_writes_as_whoever_the_folder_belongs_to(folder, monkeypatch):
    became = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "setegid", lambda number: became.append(("group", number)))
    monkeypatch.setattr(os, "seteuid", lambda number: became.append(("user", number)))
    invite = Invitations.invite
    monkeypatch.setattr(Invitations, "invite", lambda self: (became.append("invited"), invite(self))[1])
    with only_one(folder):
        assert main(["pair", "--data", str(folder)]) == 0
    owner = folder.stat()
    assert became == [("group", owner.st_gid), ("user", owner.st_uid), "invited"]


def test_while_phones_are_off_it_says_how_to_switch_them_on(tmp_path, capsys):
    with only_one(tmp_path):
        assert main(["pair", "--data", str(tmp_path)]) == 1
    assert 'listen = "network"' in capsys.readouterr().err
    assert not (tmp_path / "phones").exists()


def test_without_a_running_device_there_is_nobody_to_pair_with(folder, capsys):
    assert main(["pair", "--data", str(folder)]) == 1
    assert "No Bordbuch runs" in capsys.readouterr().err
