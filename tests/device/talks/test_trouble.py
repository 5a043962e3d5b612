"""What a player sees when something breaks: a plain sentence, nothing lost, the game goes on."""

import threading

import pytest

from device.errors import CameraFailed, DeviceError, FolderInUse, StorageFull
from device.loop import FAILURES_IN_A_ROW, keep_going
from device.parts.protocols import Button
from device.records.journal import Journal, Source
from device.screens.content import DiceSeen, Ending, List, Message, Waiting
from games.spine.dialogue import say
from tests.device.at_the_table import person_at


def enter_dice_by_hand(person):
    """All dice pink, without the camera; the last OK is left to the test."""
    person.press(Button.OK)
    person.press(*[Button.UP] * 5)
    assert isinstance(person.screen, DiceSeen)


def full(*_, **__):
    raise StorageFull("no room", say("journal.full"))


def test_a_full_disk_is_said_and_the_answer_can_be_given_again(tmp_path, monkeypatch):
    with person_at(tmp_path) as person:
        person.start_level()
        enter_dice_by_hand(person)
        before = person.screen
        journal = person.device.journal
        lines = journal.lines(1)
        with monkeypatch.context() as broken:
            broken.setattr(journal, "add", full)
            told = person.ok()
            assert isinstance(told, Message)
            assert told.title == "Nicht gespeichert"
            assert "Speicher voll" in told.body
        assert person.ok() == before, "the same dice are still there"
        assert journal.lines(1) == lines
        assert isinstance(person.ok(), List)
        assert len(journal.lines(1)) == len(lines) + 1


def stumble(*_, **__):
    raise ZeroDivisionError("the rules did not think of that")


@pytest.mark.parametrize("where", ["games.galaktix.flow.rules.throw", "device.talks.game_talk.GameTalk._next_desk"])
def test_21_3_an_answer_that_cannot_be_digested_is_never_written_and_the_game_goes_on(tmp_path, monkeypatch, where):
    with person_at(tmp_path) as person:
        person.start_level()
        enter_dice_by_hand(person)
        before, lines = person.screen, person.lines
        with monkeypatch.context() as broken:
            broken.setattr(where, stumble)
            told = person.ok()
            assert isinstance(told, Message)
            assert "alles steht wie vorher" in told.body
        assert person.ok() == before, "the same dice are still there"
        assert person.lines == lines
        assert isinstance(person.ok(), List)
        assert len(person.lines) == len(lines) + 1
    with person_at(tmp_path) as person:
        assert "weiter?" in person.screen.title


def test_a_full_disk_at_the_start_of_a_game_leads_back_to_the_lobby(tmp_path, monkeypatch):
    with person_at(tmp_path) as person:
        monkeypatch.setattr(person.device.journal, "start", full)
        for row in ("Spielen", "Galaktix", "Gast", "1 ", "1 "):
            person.choose(row)
        assert "Speicher voll" in person.screen.body
        assert person.ok().title == "Bordbuch"


def test_a_full_disk_at_the_end_keeps_the_ending_until_it_is_in_the_book(tmp_path, monkeypatch):
    with person_at(tmp_path) as person:
        person.start_level()
        ending = play_by_hand(person)
        with monkeypatch.context() as broken:
            broken.setattr(person.device.journal, "finish", full)
            assert "Speicher voll" in person.ok().body
        assert person.ok() == ending
        person.ok()
        assert len(person.device.journal.results()) == 1


def play_by_hand(person):
    """The whole level by buttons alone."""
    while not isinstance(person.screen, Ending):
        if isinstance(person.screen, Waiting):
            enter_dice_by_hand(person)
        elif isinstance(person.screen, List) and person.screen.rows[person.screen.cursor].is_refused:
            person.press(Button.DOWN)
        person.ok()
    return person.screen


def test_21_1_a_game_that_was_complete_when_the_plug_was_pulled_shows_its_medal_and_goes_into_the_book(tmp_path):
    with person_at(tmp_path) as person:
        person.start_level()
        ending = play_by_hand(person)
        assert not person.device.journal.results()
    with person_at(tmp_path) as person:
        assert person.screen.title == "Galaktix 1 weiter?"
        assert person.ok() == ending
        person.ok()
        (result,) = person.device.journal.results()
        assert ending.points.startswith(str(result.score))
    with person_at(tmp_path) as person:
        assert person.screen.title == "Bordbuch", "there is nothing to go on with"


def test_a_camera_that_fails_is_said_and_the_buttons_do(tmp_path, monkeypatch):
    with person_at(tmp_path) as person:
        person.start_level()

        def unplugged():
            raise CameraFailed("unplugged")

        monkeypatch.setattr(person.device.eyes._camera, "capture", unplugged)
        person.wait_for(Waiting, lambda screen: screen.status.startswith("Keine Kamera"))
        enter_dice_by_hand(person)
        assert isinstance(person.ok(), List)


def test_a_slow_look_at_the_table_does_not_keep_a_press_waiting(tmp_path, monkeypatch):
    with person_at(tmp_path) as person:
        person.wait_for(List)
        seen_at_the_look = []
        look = person.device.eyes.look

        def slow_look(wanted):
            seen_at_the_look.append(person.screen.cursor)
            return look(wanted)

        monkeypatch.setattr(person.device.eyes, "look", slow_look)
        before = person.screen.cursor
        person.press(Button.DOWN)
        assert seen_at_the_look == [before + 1]


def test_a_bad_level_file_is_reported_and_the_shipped_one_is_used(tmp_path):
    (tmp_path / "galaktix").mkdir()
    (tmp_path / "galaktix" / "levels.toml").write_text("[level.1]\nthis is no TOML")
    with person_at(tmp_path) as person:
        assert person.screen.title == "Achtung"
        assert "levels.toml" in person.screen.body
        assert person.device.problems
        assert person.ok().title == "Bordbuch"
        person.start_level()
        assert isinstance(person.screen, Waiting)


def test_a_session_whose_level_was_changed_is_not_replayed_on_other_rules(tmp_path):
    from importlib.resources import files

    with person_at(tmp_path) as person:
        person.start_level()
    shipped = (files("games.galaktix") / "levels.toml").read_text(encoding="utf-8")
    (tmp_path / "galaktix").mkdir()
    (tmp_path / "galaktix" / "levels.toml").write_text(
        shipped.replace("camp = { white = 10 }", "camp = { white = 9 }", 1), encoding="utf-8"
    )
    with person_at(tmp_path) as person:
        assert person.screen.title == "Level 1 passt nicht"
        person.choose("Partie aufheben")
        assert [row.text for row in person.screen.rows] == [
            "Wieder Galaktix 1",
            "Spielen",
            "Das Buch",
            "Einstellungen",
        ]
        assert len(person.device.journal.unfinished()) == 1, "it is kept for when the old files come back"
    with person_at(tmp_path) as person:
        person.choose("Partie weglegen")
        assert not person.device.journal.unfinished()


def test_21_3_a_session_that_was_spoilt_is_put_away_and_not_offered(tmp_path):
    with person_at(tmp_path) as person:
        person.start_level()
        person.device.journal.add(1, "number 99", Source.BUTTONS)
    with person_at(tmp_path) as person:
        person.choose("Partie weglegen")
        assert person.screen.title == "Bordbuch"
        assert [row.text for row in person.screen.rows][:2] == ["Wieder Galaktix 1", "Spielen"]


def test_a_full_disk_while_switching_on_is_said_and_the_device_comes_up(tmp_path, monkeypatch):
    with person_at(tmp_path) as person:
        person.start_level()
        play_by_hand(person)
    for write in ("finish", "resume", "name_levels"):
        monkeypatch.setattr(Journal, write, full)
    with person_at(tmp_path) as person:
        person.choose("Nein")
        assert "Speicher voll" in person.screen.body
        assert isinstance(person.ok(), List)
        assert isinstance(person.choose("Weiter: "), Ending), "it waits until there is room"


def test_a_journal_that_cannot_be_read_leads_home_and_the_device_lives_on(tmp_path, monkeypatch):
    with person_at(tmp_path) as person:
        with monkeypatch.context() as broken:
            broken.setattr(person.device.journal, "results", full)
            person.choose("Das Buch")
            person.choose("Galaktix")
            assert isinstance(person.screen, Message)
            assert person.ok().title == "Bordbuch"
        person.choose("Das Buch")
        person.choose("Galaktix")
        assert "Noch leer" in person.screen.body


def test_spoilt_settings_are_said_when_something_is_to_be_saved(tmp_path):
    with person_at(tmp_path, language=None) as person:
        (tmp_path / "settings.toml").write_text("language = ")
        person.choose("Einstellungen")
        person.choose("Sprache")
        assert "nicht speichern" in person.screen.body
        assert person.ok().title == "Einstellungen"


def test_only_one_bordbuch_works_with_a_data_folder(tmp_path):
    with person_at(tmp_path), pytest.raises(FolderInUse, match="--data"), person_at(tmp_path):
        pass
    with person_at(tmp_path) as person:
        assert person.screen.title == "Bordbuch"


def test_settings_that_cannot_be_saved_are_said(tmp_path, monkeypatch):
    with person_at(tmp_path, language=None) as person:

        def refuse(*_):
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("device.config.preferences.save_settings", refuse)
        person.choose("Einstellungen")
        person.choose("Sprache")
        assert "nicht speichern" in person.screen.body
        assert person.ok().title == "Einstellungen"


class Stumbling:
    """A service whose steps break as often as told."""

    def __init__(self, breaks, stop):
        self.left = breaks
        self.steps = 0
        self.stumbles = 0
        self._stop = stop

    def step(self):
        self.steps += 1
        if self.left:
            self.left -= 1
            raise RuntimeError("stumbled")
        self._stop.set()

    def stumble(self):
        self.stumbles += 1

    def trace_of(self, error):
        return str(error)


def test_a_step_that_breaks_is_told_once_and_the_loop_goes_on():
    stop = threading.Event()
    service = Stumbling(3, stop)
    keep_going(service, stop, 0, lambda: None)
    assert service.steps == 4
    assert service.stumbles == 1


def test_a_loop_that_only_breaks_ends_with_a_plain_sentence():
    stop = threading.Event()
    service = Stumbling(10_000, stop)
    with pytest.raises(DeviceError, match="every confirmed step is kept"):
        keep_going(service, stop, 0, lambda: None)
    assert service.steps == FAILURES_IN_A_ROW


def test_21_4_a_damaged_book_and_damaged_settings_are_told_and_the_device_plays_on(tmp_path):
    (tmp_path / "journal.db").write_bytes(b"Dear diary, " * 100)
    (tmp_path / "settings.toml").write_bytes(b"language = \xff\n")
    with person_at(tmp_path, language=None) as person:
        assert "Buch war beschädigt" in person.screen.body
        assert "Einstellungen waren beschädigt" in person.ok().body
        assert person.ok().title == "Bordbuch"
        person.device.preferences.set_sound(False)
    assert len(list(tmp_path.glob("journal.db.damaged-*"))) == len(list(tmp_path.glob("settings.toml.damaged-*"))) == 1
    with person_at(tmp_path, language=None) as person:
        assert person.screen.title == "Bordbuch", "told once"
