"""What docs/seal.md tells about the chain can be done by hand, and finds what the device shows."""

import contextlib
import io
import re
import sqlite3
from pathlib import Path

from device.command.main import main
from device.records.journal import Journal, Source
from games.books.medals import Medal
from games.spine.dialogue import Setup

SEAL = (Path(__file__).parents[2] / "docs" / "seal.md").read_text(encoding="utf-8")


def by_hand(folder, monkeypatch):
    """What the program in the page prints beside this journal, by session."""
    program = re.findall(r"```python\n(.*?)```", SEAL, re.S)[-1]
    monkeypatch.chdir(folder)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "seal.md", "exec"), {})
    return dict(line.split() for line in out.getvalue().splitlines())


def journal_in(folder):
    """Three games, one of a group with names that need quoting; the signs that could be noted after each."""
    signs = {}
    with Journal.open(folder) as journal:
        for players in (("Ida",), ("Jo Ann", "Zoë", "Ben"), ("Ida",)):
            number = journal.start(Setup("galaktix", "1", players, 1, "x"), Source.BUTTONS)
            journal.add(number, "dice pink tool", Source.CAMERA)
            if len(players) == 1:
                journal.finish(number, [(players[0], 41, Medal.GOLD)])
            else:
                journal.finish_group(number, [(name, 9, place) for place, name in enumerate(players, 1)])
            signs[str(number)] = journal.sign(number)
        journal.drop(journal.start(Setup("galaktix", "1", ("Ida",), 1, "x"), Source.BUTTONS))
    return signs


def test_20_8_by_hand_the_signs_are_those_the_device_shows(tmp_path, monkeypatch):
    signs = journal_in(tmp_path)
    assert by_hand(tmp_path, monkeypatch) == signs
    assert all(len(sign) == 16 for sign in signs.values())


def test_20_8_a_noted_sign_proves_that_nothing_was_changed(tmp_path, capsys):
    sign = journal_in(tmp_path)["2"]
    noted = " ".join(sign[start : start + 4] for start in range(0, 16, 4))
    assert main(["check", "--noted", noted, "--data", str(tmp_path)]) == 0
    assert "up to session 2" in capsys.readouterr().out
    assert main(["check", "--noted", "0" * 16, "--data", str(tmp_path)]) == 1
    assert "never had this sign" in capsys.readouterr().out


def test_20_8_whoever_changes_a_result_cannot_make_the_chain_pass_through_the_noted_sign(tmp_path, capsys, monkeypatch):
    sign = journal_in(tmp_path)["2"]
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("UPDATE results SET score = 99 WHERE session = 1")
    connection.commit()
    assert main(["check", "--noted", sign, "--data", str(tmp_path)]) == 1
    assert "session 1 was changed" in capsys.readouterr().out
    assert by_hand(tmp_path, monkeypatch)["2"] != sign
    connection.execute("DELETE FROM links")  # and the chain made anew
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'links'")
    connection.commit()
    connection.close()
    assert main(["check", "--noted", sign, "--data", str(tmp_path)]) == 1
    assert "never had this sign" in capsys.readouterr().out
