"""Faults on purpose that are nobody's part alone: a clock that jumps, a disk that fills up while the service runs."""

import shutil
from datetime import UTC, datetime, timedelta
from itertools import cycle

from device.errors import CameraFailed
from device.eyes.table_memory import TABLE_FILE
from device.parts.protocols import Button
from device.records.journal import Journal, Source
from device.screens.content import DiceSeen, List
from games.spine.dialogue import Setup
from tests.device.at_the_table import person_at

TODAY = datetime(2026, 11, 16, 20, 0, tzinfo=UTC)
JUMPS = [TODAY, TODAY - timedelta(days=20_000), TODAY + timedelta(days=9_000), TODAY - timedelta(minutes=50)]


def setup(level):
    return Setup("galaktix", level, ("Ida",), 1, "data")


def test_a_clock_that_jumps_changes_neither_the_entries_nor_which_game_is_offered_first(tmp_path):
    times = cycle(JUMPS)
    with Journal.open(tmp_path, clock=lambda: next(times)) as journal:
        first, second = (journal.start(setup(level), Source.BUTTONS) for level in ("1", "2"))
        lines = [f"number {n}" for n in range(12)]
        journal.add(first, "number 98", Source.BUTTONS)
        for line in lines:
            journal.add(second, line, Source.BUTTONS)
            assert [session.id for session in journal.unfinished()] == [second, first]
        journal.add(first, "number 99", Source.BUTTONS)
        assert [session.id for session in journal.unfinished()] == [first, second]
        assert journal.lines(second) == lines


def test_a_jump_of_the_wall_clock_does_not_reach_the_table(tmp_path, monkeypatch):
    """Waiting, reading, blinking and holding go by the clock that never jumps."""
    times = cycle(JUMPS)
    monkeypatch.setattr("device.records.journal.utc_now", lambda: next(times))
    with person_at(tmp_path) as person:
        person.start_level()
        person.device.table.throw_all()
        person.wait_for(DiceSeen)
        person.ok()
        assert isinstance(person.screen, List)
    with person_at(tmp_path) as person:
        assert "weiter?" in person.screen.title
        person.ok()
        assert isinstance(person.screen, List), "it goes on exactly there"


def test_a_camera_pulled_out_is_shown_by_the_check_and_teaches_nothing(tmp_path, monkeypatch):
    """Its last picture is still a good one; it must not be taken for the table as it is now."""

    def unplugged():
        raise CameraFailed("unplugged")

    with person_at(tmp_path) as person:
        person.wait(1)
        monkeypatch.setattr(person.device.eyes._camera, "capture", unplugged)
        person.wait(1)
        person.choose("Einstellungen")
        person.choose("Prüfen")
        assert {row.text: row.value for row in person.screen.rows}["Kamera"] == "Fehler"
        person.press(Button.BACK)
        person.choose("Leerer Tisch")
        person.choose("Er ist leer: merken")
        assert person.screen.body == "Dazu fehlt die Kamera"
        assert not (tmp_path / TABLE_FILE).exists()


def test_a_disk_that_is_nearly_full_is_shown_by_the_check_before_it_refuses(tmp_path, monkeypatch):
    """What happens when it does refuse is in test_trouble."""
    with person_at(tmp_path) as person:
        monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9, 0))
        person.choose("Einstellungen")
        person.choose("Prüfen")
        assert {row.text: row.value for row in person.screen.rows}["Speicher"] == "Fehler"
        person.choose("Speicher")
        assert "Nur noch 0 MB frei" in person.screen.body
