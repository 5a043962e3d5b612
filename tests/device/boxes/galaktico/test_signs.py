"""Galaktico with personal signs: a whole evening by buttons, cards under the camera, and a pulled plug at the cover."""

import os
import signal
from contextlib import contextmanager

import pytest

from device.parts.protocols import Button
from device.records.journal import Journal
from device.records.signs import FOLDER_NAME
from device.screens.content import Cover, List, Message, Ranking, SignEntry
from tests.device.at_the_table import person_at
from tests.device.boxes.galaktico.evening import Evening
from tests.device.boxes.galaktico.test_at_the_table import Player
from tests.device.running import bordbuch
from tests.device.talks.signing import SIGN, WRONG, Signing, choose_sign, is_in_friction, press_sign, uncover
from tests.games.galaktico.playing import ADA, BEN, NAMES, play_out


class SignedEvening(Signing, Evening):
    """An evening whose presses are counted."""


@contextmanager
def signed_evening(folder):
    with Journal.open(folder) as journal:
        yield SignedEvening(folder, journal)


@pytest.mark.parametrize(("seed", "players"), [(40, 3), (91, 2)])
def test_20_6_a_whole_evening_with_signs_ends_like_one_without_and_costs_what_is_told(tmp_path, seed, players):
    told, outcome = play_out(seed, players, way="secret")
    (tmp_path / "without").mkdir()
    (tmp_path / "with").mkdir()
    with signed_evening(tmp_path / "without") as table:
        table.begin_with(players).play_like(told)
        presses, lines = table.presses, table.journal.lines(1)
    with signed_evening(tmp_path / "with") as table:
        table.begin_with(players)
        for name in NAMES[:players]:
            choose_sign(table, name)
        chosen = table.presses
        table.play_like(told)
        assert isinstance(table.screen, Ranking)
        assert {(row.player, row.points) for row in table.screen.rows} == {
            (one.player, one.score) for one in outcome.results
        }
        assert table.journal.lines(1) == lines, "no rule knows of signs"
        assert table.presses == presses + chosen + len(SIGN) * table.covers
        assert table.covers >= players
        game = f"Galaktico, {players} players, game {seed}"
        assert is_in_friction(game, presses, chosen, table.covers, table.presses)
        table.ok(2)
        assert not list((tmp_path / "with" / FOLDER_NAME).iterdir())


@pytest.mark.slow
def test_20_6_cards_under_the_camera_are_seen_only_after_the_sign(tmp_path):
    with person_at(tmp_path) as person:
        player = Player(person)
        for row in ("Spielen", "Galaktico", "Gast", "Gast", "Los geht", "Geheim", "Gast"):
            person.choose(row)
        player.read_on()
        for name in ("Gast", "Gast 2"):
            choose_sign(person, name)
        player.wait(20)  # meanwhile the device gets to know its cards
        uncover(person, WRONG)
        assert isinstance(person.screen, Message) and person.device.service.talk.private_for is None
        assert person.device.service.discretion.hides_table_from_holder
        person.ok()
        uncover(person)
        player.wait()
        player.equip(ADA, shown=range(1))
        assert isinstance(person.screen, Cover) and person.screen.player == "Gast 2"
        uncover(person)
        player.wait()
        player.equip(BEN, shown=range(1))
        player.read_on()
        for row in ("Angriff: Kreuzer", "Zerstörer", "Ja"):
            person.choose(row)
        person.press(Button.DOWN)
        person.ok()  # another action
        person.choose("Mein Beutel")
        assert isinstance(uncover(person, WRONG), Message)
        person.ok()
        assert "Punkt" in uncover(person).body
        person.press(Button.BACK)
        assert isinstance(person.screen, Cover), "a step back leads to the cover, and that asks again"
        person.press(Button.OK, held=True)
        assert isinstance(person.screen, SignEntry)
        assert isinstance(press_sign(person), Message)


def hold(device):
    before = device.words
    device.post("/press/ok?held=1")
    device.wait_until(lambda words: words != before)


def try_sign(device, presses):
    hold(device)
    for button in presses:
        device.press(button.value)


def at_the_cover(device):
    return device.wait_until(lambda words: "OK halten: aufdecken" in words).splitlines()


@pytest.mark.slow
def test_20_6_killed_at_the_cover_the_sign_and_its_tries_are_there_again(tmp_path):
    with bordbuch(tmp_path, "galaktico") as device:
        for row in ("Gast", "Gast", "Los geht", "Geheim rüsten"):
            device.choose(row)
        device.wait_for("Wer beginnt?")
        device.press("ok")
        while "OK: weiter" in device.words:
            device.press("ok")
        player, *_ = at_the_cover(device)
        device.post("/press/back?held=1")
        device.choose("Geheime Zeichen")
        device.wait_for("Wessen Zeichen?")
        device.choose(f"{player} aus")
        hold(device)
        device.press("ok")
        for button in (*SIGN, *SIGN):
            device.press(button.value)
        device.press("ok")
        for _ in range(2):
            try_sign(device, WRONG)
            device.press("ok")
        hold(device)
        device.press("up")
        os.kill(device.process.pid, signal.SIGKILL)
        device.process.wait()
        heard = device.process.stderr.read()
    with bordbuch(tmp_path) as device:
        device.wait_for("> Ja, weiterspielen")
        device.press("ok")
        assert at_the_cover(device)[0] == player and "probiert" not in device.words
        try_sign(device, WRONG)
        os.kill(device.process.pid, signal.SIGKILL)
        device.process.wait()
        heard += device.process.stderr.read()
    with bordbuch(tmp_path) as device:
        device.wait_for("> Ja, weiterspielen")
        device.press("ok")
        assert at_the_cover(device)[1] == "Dieses Zeichen wurde 3× falsch probiert!"
        hold(device)
        assert "Zu oft probiert." in device.words
    with Journal.open(tmp_path) as journal:
        assert [note.what.value for note in journal.sign_notes()] == ["chosen", "tried"]
        assert journal.first_broken() is None
    assert "up down" not in heard


def test_20_6_a_game_for_one_has_no_row_for_signs(tmp_path):
    with person_at(tmp_path) as person:
        person.start_level()
        person.press(Button.BACK, held=True)
        assert isinstance(person.screen, List)
        assert "Geheime Zeichen" not in [row.text for row in person.screen.rows]
