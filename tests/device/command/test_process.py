"""Bordbuch as a real process: started, killed, started again."""

import os
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from device.records.journal import Journal
from tests.device.played_out import PLAYED, games_in, played_out, write_down
from tests.device.running import DEADLINE_SECONDS, SETTING_OUT_SECONDS, bordbuch


def entries(folder):
    with sqlite3.connect(folder / "journal.db") as journal:
        return journal.execute("SELECT line FROM entries ORDER BY session, number").fetchall()


def to_the_first_throw(device):
    for row in ("Spielen", "Galaktix", "Gast", "1 ", "1 "):
        device.choose(row)
    while "OK: weiter" in device.words:
        device.press("ok")
    time.sleep(SETTING_OUT_SECONDS)


@pytest.mark.slow
def test_killed_in_the_middle_of_a_round_it_offers_to_go_on_at_the_same_prompt(tmp_path):
    with bordbuch(tmp_path) as device:
        to_the_first_throw(device)
        device.post("/table/throw_all")
        before = entries(tmp_path)
        words = device.take_throw()
        picture = device.get("/oled.png")
        os.kill(device.process.pid, signal.SIGKILL)
        device.process.wait()
    assert len(entries(tmp_path)) == len(before) + 1

    with bordbuch(tmp_path) as device:
        device.wait_for("Galaktix 1 weiter?", "> Ja, weiterspielen")
        assert device.press("ok") == words
        assert device.get("/oled.png") == picture
        assert len(entries(tmp_path)) == len(before) + 1


@pytest.mark.slow
@pytest.mark.parametrize(("game", "start", "players"), PLAYED)
def test_killed_on_the_last_screen_it_leads_to_that_screen_again_and_then_into_the_book(tmp_path, game, start, players):
    session = played_out(games_in(tmp_path)[game], start, players)
    with Journal.open(tmp_path) as journal:
        write_down(journal, session)
    shown = []
    for _ in range(2):
        with bordbuch(tmp_path) as device:
            device.wait_for("> Ja, weiterspielen")
            shown.append((device.press("ok"), device.get("/oled.png")))
            os.kill(device.process.pid, signal.SIGKILL)
            device.process.wait()
    assert shown[0] == shown[1]
    with bordbuch(tmp_path) as device:
        device.wait_for("> Ja, weiterspielen")
        while "Und jetzt?" not in device.words:
            device.press("ok")
    with Journal.open(tmp_path) as journal:
        reached = sorted((one.player, one.score) for one in journal.results())
        assert reached == sorted((one.player, one.score) for one in session.outcome.results)
        assert journal.unfinished() == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_by_itself_when_asked_to(tmp_path, number):
    with bordbuch(tmp_path) as device:
        device.wait_for("Bordbuch")
        device.process.send_signal(number)
        assert device.process.wait(timeout=DEADLINE_SECONDS) == 0


def test_a_level_can_be_started_from_the_command_line(tmp_path):
    with bordbuch(tmp_path, "--lang", "en", "galaktix", "2") as device:
        device.wait_for("2 ", "OK: go on")


def run(*arguments, cwd=None):
    return subprocess.run(
        [sys.executable, "-m", "device.command.main", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=DEADLINE_SECONDS,
        cwd=cwd,
    )


def plain(done, code):
    """The command ended with this code and one or more plain sentences, no traceback."""
    assert done.returncode == code, done
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()
    return done.stderr


def test_a_port_in_use_is_said(tmp_path):
    with bordbuch(tmp_path / "one") as device:
        port = device.address.rsplit(":", 1)[1]
        assert port in plain(run("play", "--port", port, "--data", str(tmp_path / "two")), 1)


def test_an_unknown_level_is_said_with_those_there_are(tmp_path):
    said = plain(run("play", "galaktix", "99", "--port", "0", "--data", str(tmp_path)), 2)
    assert "99" in said
    assert "20" in said
    assert "99" in plain(run("simulate", "galaktix", "99", "--data", str(tmp_path)), 2)


def test_a_broken_configuration_is_said_with_file_and_line(tmp_path):
    (tmp_path / "bordbuch.toml").write_text("language = \n")
    said = plain(run("play", "--data", str(tmp_path)), 2)
    assert "bordbuch.toml" in said
    assert "line 1" in said


def test_a_journal_of_a_newer_version_is_left_alone_and_said(tmp_path):
    with sqlite3.connect(tmp_path / "journal.db") as journal:
        journal.execute("PRAGMA user_version = 999")
        journal.execute("PRAGMA application_id = 0x424F5244")
        journal.execute("CREATE TABLE sessions (later TEXT)")
    before = (tmp_path / "journal.db").read_bytes()
    assert "journal.db" in plain(run("play", "--port", "0", "--data", str(tmp_path)), 1)
    assert (tmp_path / "journal.db").read_bytes() == before


def test_a_data_folder_that_is_a_file_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    assert "--data" in plain(run("play", "--data", str(tmp_path / "file")), 2)


def test_output_that_nobody_reads_to_the_end_is_no_error(tmp_path):
    pipe = '"$0" -m device.command.main simulate galaktix 1 --games 5 --data "$1" | true'
    shell = ["bash", "-o", "pipefail", "-c", pipe, sys.executable, str(tmp_path)]
    done = subprocess.run(shell, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_log_that_cannot_be_written_shows_no_traceback(tmp_path):
    (tmp_path / "bordbuch.log").symlink_to("/dev/full")
    with bordbuch(tmp_path) as device:
        to_the_first_throw(device)
        device.process.terminate()
        assert "Traceback" not in device.process.stderr.read()


def test_wrong_use_ends_with_two():
    for arguments in (
        (),
        ("fly",),
        ("read", "x.jpg"),
        ("play", "chess"),
        ("simulate", "galaktix", "1", "--games", "x"),
    ):
        plain(run(*arguments), 2)


def test_help_starts_with_an_example():
    for verb in ("play", "read", "simulate", "book", "check", "bench"):
        assert "Example: bordbuch " + verb in run(verb, "--help").stdout


def test_the_book_is_printed_in_both_languages(tmp_path):
    assert "Kapitel 1" in run("book", "--data", str(tmp_path)).stdout
    assert "Chapter 1" in run("book", "--lang", "en", "--data", str(tmp_path)).stdout
