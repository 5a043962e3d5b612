"""A personal sign before what is for one player alone: a wrong one opens nothing, is counted, and is told."""

import json
import logging
import stat

import pytest

from device.errors import JournalError
from device.parts.protocols import Button
from device.records.session_signs import TRIES_BEFORE_TOLD, WAIT_SECONDS
from device.records.sign_notes import SignEvent
from device.records.signs import FOLDER_NAME, Signs
from device.screens.content import Cover, List, Message, Ranking, SignEntry
from games.spine.dialogue import say
from tests.device.talks.signing import SIGN, WRONG, choose_sign, open_together, press_sign, uncover
from tests.device.talks.test_nothing_betrayed import Witness
from tests.device.talks.whispers import PLAYERS, group_text, secrets_of

UP, DOWN, OK = Button.UP, Button.DOWN, Button.OK
TRIED = "Dieses Zeichen wurde {}× falsch probiert!"


def at_the_cover(table):
    """Ada has the device, still covered, and no sign yet."""
    table.begin().throw()
    assert table.screen.player == "Ada"
    return table


@pytest.fixture
def table(tmp_path):
    with group_text(tmp_path) as table:
        yield at_the_cover(table)


def test_20_6_nobody_has_a_sign_unless_one_was_chosen(table):
    assert isinstance(table.hold(), List)


@pytest.mark.parametrize("presses", [SIGN, (OK, OK, OK, OK), (DOWN, UP, DOWN), (OK, UP)])
def test_20_6_holding_ok_is_followed_by_the_sign_and_the_right_one_opens(table, presses):
    choose_sign(table, presses=presses)
    screen = table.hold()
    assert isinstance(screen, SignEntry) and (screen.player, screen.pressed) == ("Ada", 0)
    screen = press_sign(table, presses)
    assert isinstance(screen, List) and screen.title == secrets_of("Ada")[1]
    assert table.talk.private_for == "Ada"


@pytest.mark.parametrize("wrong", [WRONG, SIGN[::-1], SIGN[:3], SIGN[:2]])
def test_20_6_a_wrong_sign_opens_nothing(table, wrong):
    choose_sign(table)
    lines = table.journal.lines(1)
    screen = uncover(table, wrong)
    assert isinstance(screen, Message) and screen.is_warning
    assert table.talk.private_for is None
    assert isinstance(table.ok(), Cover)
    assert table.journal.lines(1) == lines


def test_20_6_only_the_player_with_a_sign_is_asked_for_it(table):
    choose_sign(table)
    uncover(table)
    table.ok(3)
    assert table.screen.player == "Ben"
    assert isinstance(table.hold(), List)


def test_20_6_dots_are_shown_and_back_takes_the_last_press_away_or_leaves(table):
    choose_sign(table)
    table.hold()
    assert [table.press(button).pressed for button in (UP, DOWN, Button.BACK, Button.BACK)] == [1, 2, 1, 0]
    assert isinstance(table.press(Button.BACK), Cover)
    table.hold()
    table.press(DOWN, Button.BACK)
    assert isinstance(press_sign(table), List), "a slip that was taken back does not count"


def test_20_6_one_press_is_too_short_for_a_sign(table):
    choose_sign(table)
    table.hold()
    table.press(UP)
    assert "Mindestens 2" in table.press(OK, held=True).body
    assert table.ok().pressed == 1


def test_20_6_after_three_wrong_tries_the_cover_says_so_until_its_player_has_opened_it(table):
    choose_sign(table)
    for _ in range(TRIES_BEFORE_TOLD):
        assert "probiert" not in table.screen.body
        uncover(table, WRONG)
        table.ok()
    assert (table.screen.player, table.screen.body) == ("Ada", TRIED.format(3))
    table.seconds += WAIT_SECONDS
    uncover(table, WRONG)
    assert table.ok().body == TRIED.format(4)
    table.seconds += WAIT_SECONDS
    assert isinstance(uncover(table), List)
    table.press(Button.BACK)
    assert isinstance(table.screen, Cover) and "probiert" not in table.screen.body
    assert [note.what for note in table.journal.sign_notes(1)] == [SignEvent.CHOSEN, SignEvent.TRIED]


def test_20_6_further_tries_have_to_wait(table):
    choose_sign(table)
    for _ in range(3):
        uncover(table, WRONG)
        table.ok()
    table.seconds += WAIT_SECONDS - 1
    assert table.hold().body == "Zu oft probiert. Warte 1 Sekunde."
    table.ok()
    table.seconds += 1
    assert isinstance(table.hold(), SignEntry)


def test_20_6_tries_and_the_wait_survive_switching_off_and_on(tmp_path):
    with group_text(tmp_path) as table:
        choose_sign(at_the_cover(table))
        for _ in range(2):
            uncover(table, WRONG)
            table.ok()
    with group_text(tmp_path) as table:
        table.ok()
        uncover(table, WRONG)
    with group_text(tmp_path) as table:
        assert table.ok().body == TRIED.format(3)
        assert "Warte 20 Sekunden" in table.hold().body
        table.seconds += WAIT_SECONDS
        table.ok()
        assert isinstance(uncover(table), List)


def test_20_6_a_sign_must_be_pressed_twice_the_same(table):
    table.menu("Geheime Zeichen")
    table.choose("Ada")
    table.hold()
    table.ok()
    press_sign(table)
    assert "nicht zweimal dasselbe" in press_sign(table, WRONG).body
    table.ok()
    press_sign(table)
    table.press(Button.BACK)  # and whoever goes back has chosen none
    assert isinstance(table.screen, Cover)
    assert isinstance(table.hold(), List)
    assert table.journal.sign_notes(1) == []


def test_20_6_changing_or_laying_down_a_sign_needs_the_sign(table):
    choose_sign(table)
    for row in ("Neues Zeichen", "Zeichen ablegen"):
        table.menu("Geheime Zeichen")
        assert [row.value for row in table.screen.rows] == ["an", "aus", "aus", ""]
        table.choose("Ada")
        table.choose(row)
        press_sign(table, WRONG)
        assert table.screen.is_warning
        assert isinstance(table.ok(), Cover)
    table.menu("Geheime Zeichen")
    table.choose("Ada")
    table.choose("Neues Zeichen")
    press_sign(table)
    table.ok()
    press_sign(table, WRONG)
    press_sign(table, WRONG)
    table.ok()
    assert isinstance(uncover(table, WRONG), List)
    table.press(Button.BACK)
    table.menu("Geheime Zeichen")
    table.choose("Ada")
    table.choose("Zeichen ablegen")
    assert "kein Zeichen mehr" in press_sign(table, WRONG).body
    table.ok()
    assert isinstance(table.hold(), List)


@pytest.mark.parametrize("way", ["back", "undo", "redo", "pause", "fix"])
def test_20_6_no_step_leads_round_the_sign(table, way):
    choose_sign(table)
    uncover(table)
    table.ok()
    if way == "back":
        table.press(Button.BACK)
    elif way == "pause":
        table.menu("Pause")
        table.choose("Weiter")
    elif way == "fix":
        table.menu("Wurf berichtigen")
        table.press(OK, DOWN)
        while not isinstance(table.screen, Cover):
            table.ok()
    else:
        table.menu("Schritt zurück")
        if way == "redo":
            table.menu("Schritt wieder")
    assert isinstance(table.screen, Cover) and table.screen.player == "Ada"
    assert isinstance(table.hold(), SignEntry)
    press_sign(table, WRONG)
    assert table.talk.private_for is None


def test_20_6_taking_everything_back_does_not_take_the_sign_away(table):
    choose_sign(table)
    uncover(table)
    while table.talk.session.can_undo:
        table.menu("Schritt zurück")
    while table.talk.session.can_redo:
        table.menu("Schritt wieder")
    assert isinstance(table.hold(), SignEntry)


def test_20_6_all_the_others_can_open_it_together_and_that_is_in_the_history(tmp_path):
    with group_text(tmp_path) as table:
        choose_sign(at_the_cover(table))
        open_together(table)
        assert (table.screen.player, table.screen.footer) == ("Ben", "OK halten: ja")
        assert isinstance(table.ok(), Cover)  # a short press says nothing
        assert table.hold().player == "Cleo"
        assert "im Verlauf" in table.hold().body
        cover = table.ok()
        assert cover.body == "Dein Zeichen haben die anderen geöffnet."
        assert isinstance(table.hold(), List)
        table.press(Button.BACK)
        table.menu("Geheime Zeichen")
        table.choose("Was war")
        assert [table.screen.body, table.ok().body] == [
            "Ada hat ein Zeichen gewählt.",
            "Das Zeichen von Ada haben die anderen gemeinsam geöffnet.",
        ]
        assert not list((tmp_path / FOLDER_NAME).iterdir())
    with group_text(tmp_path) as table:
        assert table.ok().body == "Dein Zeichen haben die anderen geöffnet."
        assert table.journal.first_broken() is None


@pytest.mark.parametrize("agreed", [0, 1])
def test_20_6_one_who_does_not_agree_keeps_it_closed(table, agreed):
    choose_sign(table)
    open_together(table)
    for _ in range(agreed):
        table.hold()
    table.press(Button.BACK)
    assert isinstance(table.screen, Cover) and table.screen.player == "Ada"
    assert isinstance(table.hold(), SignEntry)
    assert [note.what for note in table.journal.sign_notes(1)] == [SignEvent.CHOSEN]


def test_20_6_the_end_tells_it_among_what_happened(table):
    choose_sign(table)
    open_together(table)
    table.hold()
    table.hold()
    for _ in range(60):
        if isinstance(table.screen, Ranking):
            break
        table.press(OK, held=isinstance(table.screen, Cover))
    assert isinstance(table.press(Button.UP), Message)
    assert table.screen.body == "Das Zeichen von Ada haben die anderen gemeinsam geöffnet."


def test_20_6_a_sign_whose_file_is_gone_opens_for_nobody_alone(tmp_path):
    with group_text(tmp_path) as table:
        choose_sign(at_the_cover(table))
        (file,) = (tmp_path / FOLDER_NAME).iterdir()
        for content in (b"", b"[]", b'{"salt": 1}', b'{"salt": "x", "digest": "", "tries": 0}'):
            file.write_bytes(content)
            assert "ist weg" in table.hold().body
            assert isinstance(table.ok(), Cover)
        file.unlink()
        assert "ist weg" in table.hold().body
        table.ok()
        open_together(table)
        table.hold()
        table.hold()
        table.ok()
        assert isinstance(table.hold(), List)


def test_20_6_a_disk_that_refuses_opens_nothing_and_is_told(table, monkeypatch):
    choose_sign(table)

    def refuses(*_, **__):
        raise OSError("the disk refuses")

    monkeypatch.setattr(Signs, "_write", refuses)
    assert uncover(table, WRONG).title == "Nicht gespeichert"
    assert isinstance(table.ok(), Cover)
    assert table.talk.private_for is None
    table.menu("Geheime Zeichen")
    table.choose("Ben")
    table.hold()
    table.ok()
    press_sign(table)
    assert press_sign(table).title == "Nicht gespeichert"


def test_20_6_a_sign_that_the_journal_does_not_name_is_no_sign(table, monkeypatch):
    def refuses(*_, **__):
        raise JournalError("the journal refuses", say("journal.full"))

    monkeypatch.setattr(table.journal, "note_sign", refuses)
    table.menu("Geheime Zeichen")
    table.choose("Ada")
    table.hold()
    table.ok()
    press_sign(table)
    press_sign(table)
    table.ok()
    assert isinstance(table.hold(), List)


def test_20_6_only_the_owner_may_read_the_signs_and_none_is_kept_when_the_game_is_over(tmp_path):
    with group_text(tmp_path) as table:
        choose_sign(at_the_cover(table))
        (file,) = (tmp_path / FOLDER_NAME).iterdir()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        table.menu("Partie aufgeben")
        table.choose("Ja")
        assert not list((tmp_path / FOLDER_NAME).iterdir())


def test_20_6_the_sign_stands_in_no_file_log_page_event_or_terminal(tmp_path, caplog, capsys):
    """Two signs are pressed right and wrong; all that can be read from outside is the same for both."""
    caplog.set_level(logging.DEBUG)
    seen = {}
    for number, presses in enumerate(((UP, DOWN, OK, UP), (OK, OK, DOWN, DOWN))):
        folder = tmp_path / str(number)
        folder.mkdir()
        with group_text(folder) as table:
            witness = Witness(at_the_cover(table))
            told = []

            def look(table=table, witness=witness, told=told):
                told.append((witness.seen(), witness.picture(), table.held.caption, table.held.picture()[1].tobytes()))

            press = table.press

            def pressed(*buttons, held=False, press=press, look=look):
                for button in buttons:
                    press(button, held=held)
                    look()
                return table.screen

            table.press = pressed
            choose_sign(table, presses=presses)
            uncover(table, WRONG)
            table.ok()
            uncover(table, presses)
            seen[presses] = told
        for file in folder.rglob("*"):
            if file.is_file():
                content = file.read_bytes().decode(errors="replace")
                assert " ".join(button.value for button in presses) not in content
                assert "".join(button.value for button in presses) not in content
        (file,) = (folder / FOLDER_NAME).iterdir()
        assert set(json.loads(file.read_bytes())) == {"salt", "digest", "tries"}
    one, other = seen.values()
    assert one == other, "something that can be seen depends on what was pressed"
    assert not any(name in caplog.text + "".join(capsys.readouterr()) for name in ("up down", "ok ok"))


def test_20_6_the_copy_of_the_oled_does_not_tell_how_many_presses_a_sign_has(table):
    choose_sign(table)
    witness = Witness(table)
    table.hold()
    pictures = {witness.picture()}
    version = table.copy.picture()[0]
    for button in SIGN[:3]:
        table.press(button)
        pictures.add(witness.picture())
    assert len(pictures) == 1 and table.copy.picture()[0] == version
    assert "sieht gerade allein nach" in table.copy.caption
    assert table.service.discretion.hides_table_from_holder, "who has not pressed the sign yet sees no table"


def test_20_6_two_players_with_the_same_sign_have_different_digests(tmp_path):
    with group_text(tmp_path) as table:
        at_the_cover(table)
        for player in PLAYERS:
            choose_sign(table, player)
        digests = [json.loads(file.read_bytes())["digest"] for file in (tmp_path / FOLDER_NAME).iterdir()]
    assert len(set(digests)) == len(PLAYERS)
