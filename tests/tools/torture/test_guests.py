"""Phones in the campaign: they are let in, answer by tapping, and what must not be shown there is found."""

import random
from itertools import chain

import pytest

from device.page.admission import Guest
from device.screens.content import List
from tools.torture import guests, presses
from tools.torture.evening import DOWN, into_settings, the_first_evening, to_an_end, to_row, wander
from tools.torture.evening import OK as PRESS_OK
from tools.torture.pages import HERE, Form, PageBroke, Visitor
from tools.torture.seat import Move, listening, seat_at
from tools.torture.truth import Witness, look_back

IN_SECRET = (Move(DOWN), Move(DOWN), Move(PRESS_OK), Move(PRESS_OK))  # the third way, then the first one begins


def do(seat, moves):
    for move in moves:
        seat.do(move)


@pytest.fixture
def seat(tmp_path):
    with seat_at(tmp_path, 1) as seat:
        seat.do(Move())
        yield seat


def let_in(seat, seed=1):
    do(seat, into_settings(seat))
    do(seat, to_row(seat, seat.told("settings.phones")))
    seat.do(Move(PRESS_OK))
    assert guests.at_the_phones_menu(seat)
    do(seat, guests.pair(seat, random.Random(seed)))


@pytest.mark.parametrize("seed", [1, 3])
def test_21_8_a_phone_is_let_in_by_what_the_display_shows_and_answers_by_tapping(seat, seed):
    let_in(seat, seed)
    (phone,) = seat.pages.phones
    assert seat.device.door.phones.of_token(phone.token).is_owner
    seat.device.service.begin(seat.device.setup("number_up", "1"))
    seat.do(Move())
    rng = random.Random(1)
    for _ in range(8):
        do(seat, guests.asks(seat, phone, "/tisch"))
        fields = Form(seat.pages.reply().body).filled(rng, back=0)
        if fields is not None:
            do(seat, guests.asks(seat, phone, "/antwort", fields))
            seat.pages.reply()
    assert ("web",) in seat.device.journal._pages.select("SELECT source FROM entries")


def test_21_8_strangers_get_no_further_than_the_door_and_one_who_does_is_found(seat, monkeypatch):
    do(seat, guests.strangers(seat, random.Random(1)))
    monkeypatch.setattr("device.page.admission.Admission.guest", lambda self, request: Guest())
    with pytest.raises(AssertionError, match="a stranger"):
        do(seat, guests.strangers(seat, random.Random(1)))


def test_21_8_a_page_that_breaks_is_told_and_not_taken_for_an_answer(seat, monkeypatch):
    monkeypatch.setattr("device.page.table_pages.TablePages.page", lambda self, guest: 1 / 0)
    seat.pages.ask(Visitor(HERE), "/tisch")
    with pytest.raises((PageBroke, ZeroDivisionError)):
        seat.pages.reply()


@pytest.mark.parametrize("is_nosy", [False, True])
def test_21_8_a_phone_that_is_shown_what_is_for_another_alone_is_found(tmp_path, monkeypatch, is_nosy):
    if is_nosy:
        monkeypatch.setattr(Guest, "may_see", lambda self, opened: True)
    with listening() as ears, seat_at(tmp_path, 4) as seat:
        guard, rng = presses.Guard(seat, ears), random.Random(4)
        audiences, found = set(), ""
        names = [name for name, loaded in seat.device.game_list.items() if loaded.box.has_secrets]
        seat.device.service.begin(seat.device.setup(names[-1], None))
        for move in chain(IN_SECRET, wander(seat, rng, 70)):
            seat.do(move)
            audiences.add(seat.device.service.talk.audience)
            try:
                guard.look(random.Random(1))
            except presses.Wrong as wrong:
                found = str(wrong)
                break
    assert ("for another alone" in found) == is_nosy
    assert is_nosy or len(audiences) > 1


def test_21_8_the_way_in_for_phones_stays_on_the_devices_own_display(seat, monkeypatch):
    with listening() as ears:
        guard = presses.Guard(seat, ears)
        do(seat, into_settings(seat))
        do(seat, to_row(seat, seat.told("settings.phones")))
        seat.do(Move(PRESS_OK))
        for move in guests.pair(seat, random.Random(1)):
            seat.do(move)
            guard.look(random.Random(1))
        assert len(guard._invited) >= 2
        seat.copy.show(seat.copy.picture()[1], f"PIN {max(guard._invited, key=len)}")
        with pytest.raises(presses.Wrong):
            guard.look(random.Random(1))


def test_21_8_phones_that_are_forgotten_by_a_device_are_named(tmp_path):
    with seat_at(tmp_path, 1) as seat:
        seat.do(Move())
        let_in(seat)
        truth = Witness(seat).look()
    assert len(truth.phones) == 1 and look_back(tmp_path, truth, in_flight=False) == []
    (tmp_path / "phones" / "phones.json").unlink()
    assert any("phones" in wrong for wrong in look_back(tmp_path, truth, in_flight=False))


def test_21_8_games_come_to_their_last_screen(seat):
    moves, ended = to_an_end(seat, random.Random(3)), set()
    for _ in range(1000):
        seat.do(next(moves))
        if seat.game is not None and seat.game.session.outcome is not None:
            ended.add(seat.number)
    assert len(ended) >= 2


def test_21_8_somebody_is_led_in_where_nothing_was_played(tmp_path):
    titles = set()
    for seed in range(6):
        with seat_at(tmp_path / str(seed), seed) as seat:
            seat.do(Move())
            assert isinstance(seat.screen, List) and seat.screen.title == seat.told("first.language")
            for move in the_first_evening(seat, random.Random(seed)):
                seat.do(move)
                titles.add(type(seat.screen).__name__)
    assert "Meter" in titles, "as far as the camera's page"
