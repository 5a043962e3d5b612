"""Each part of the campaign reports a fault that was planted; what it counts and tells is right."""

import random
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import chain

import pytest

from device.desks.sign_desk import EnterSign
from device.page.doorkeeper import HERE, visitor_of
from device.screens.content import SignEntry
from games.spine.dialogue import say
from tools.torture import __main__ as campaign
from tools.torture import commands, flips, floods, kills, presses
from tools.torture.children import Raised, in_child, start
from tools.torture.evening import DOWN, OK, wander
from tools.torture.floods import Throw
from tools.torture.plants import plant
from tools.torture.seat import Move, listening, seat_at
from tools.torture.tally import Plan, Tally, Until

IN_SECRET = (Move(DOWN), Move(DOWN), Move(OK), Move(OK))  # the third way, then whoever is named first begins


def test_21_8_fingers_without_a_fault_find_none(tmp_path):
    tally = presses.run(Plan(1, 60.0, tmp_path, count=120))
    assert tally.failures == [] and tally.counts["presses"] == 120


@pytest.mark.parametrize(("fault", "told"), [("clumsy", "KeyError"), ("late", "not those of the journal")])
def test_21_8_a_planted_fault_is_found_by_fingers(tmp_path, fault, told):
    tally = presses.run(Plan(4, 60.0, tmp_path, count=160, planted=fault))
    assert any(told in failure for failure in tally.failures)
    assert all("seed" in failure and "step" in failure for failure in tally.failures)


@pytest.mark.parametrize("fault", ["", "talkative"])
def test_21_8_a_page_that_shows_what_one_player_alone_may_see_is_found(tmp_path, monkeypatch, fault):
    looks_alone = []

    def evening_of_secrets(seat, rng):
        for name in [name for name, loaded in seat.device.game_list.items() if loaded.box.has_secrets][::-1]:
            seat.device.service.begin(seat.device.setup(name, None))
            for move in chain(IN_SECRET, wander(seat, rng, 70)):
                yield move
                looks_alone.append(seat.device.service.talk.private_for)

    monkeypatch.setattr(presses, "evening", evening_of_secrets)
    tally = presses.run(Plan(4, 60.0, tmp_path, count=100, planted=fault))
    assert any("looks alone" in failure for failure in tally.failures) == bool(fault)
    assert fault or (tally.failures == [] and any(looks_alone))


@pytest.mark.parametrize("fault", ["", "talkative"])
def test_21_8_a_page_that_shows_how_long_a_sign_is_is_found(tmp_path, fault):
    with listening() as ears, seat_at(tmp_path, 1) as seat:
        plant(fault, seat)
        name = next(name for name, loaded in seat.device.game_list.items() if loaded.box.has_secrets)
        seat.device.service.begin(seat.device.setup(name, None))
        asked = EnterSign(words=say("sign.yours"), audience=seat.game.session.setup.players[0])
        seat.game._above.ask(asked, lambda answer: None)
        seat.do(Move())
        assert isinstance(seat.screen, SignEntry) and seat.game.private_for is None
        guard = presses.Guard(seat, ears)
        if not fault:
            guard.look(random.Random(1))
            return
        with pytest.raises(presses.Wrong, match="looks alone"):
            guard.look(random.Random(1))


@pytest.mark.slow
def test_21_8_an_answer_that_is_written_too_late_is_found_by_killing(tmp_path):
    tally = kills.run(Plan(1, 60.0, tmp_path, count=12, planted="late"))
    assert tally.counts["kills"] == 12
    assert any("answers" in failure or "screen" in failure for failure in tally.failures)


def test_21_8_a_book_that_changed_without_a_word_is_found(tmp_path, monkeypatch):
    plan = Plan(3, 60.0, tmp_path)
    monkeypatch.setattr(flips, "STEPS", 60)
    sound, number = tmp_path / "sound", iter(range(99))
    was = flips._evening(sound, plan)
    monkeypatch.setattr(flips, "spoil", lambda data, rng: data)

    def trial(book):
        folder = tmp_path / str(next(number))
        folder.mkdir()
        return flips._journal(flips.Spoiling(sound, book, folder, plan, 1))

    assert trial(was) == []
    (told,) = trial("another book")
    assert "neither the display nor check says so" in told


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["", "trusting"])
def test_21_8_a_device_that_believes_what_is_left_of_the_newest_pages_is_found(tmp_path, monkeypatch, fault):
    plan = Plan(3, 60.0, tmp_path, planted=fault)
    monkeypatch.setattr(flips, "STEPS", 60)
    was = flips._evening(tmp_path / "sound", plan)
    wal = tmp_path / "sound" / "journal.db-wal"
    data = bytearray(wal.read_bytes())
    data[len(data) // 2] ^= 1
    wal.write_bytes(data)
    monkeypatch.setattr(flips, "spoil", lambda data, rng: data)
    (tmp_path / "spoilt").mkdir()
    monkeypatch.setattr(flips.journal_file, "lost_pages", flips.journal_file.lost_pages)  # the plant is taken out again
    told = flips._journal(flips.Spoiling(tmp_path / "sound", was, tmp_path / "spoilt", plan, 1))
    assert any("neither the display nor check says so" in one for one in told) == bool(fault)


def test_21_8_floods_come_from_the_home_network_and_not_from_the_owner():
    assert visitor_of(floods.OWNER) == HERE
    assert len({visitor_of(one) for one in (floods.OWNER, floods.DEVICE, floods.GUEST, floods.ATTACKER)}) == 4


def test_21_8_the_middle_throw_of_a_flood_is_held_against_the_quiet_ones():
    quiet = [Throw(at, at + 1, 0.1, 0) for at in (0, 1, 2, 20, 21)]
    flooded = [Throw(at, at + 1, slowest, 0) for at, slowest in ((5, 0.2), (6, 0.4), (7, 9.0))]
    assert floods._ratio([*quiet, *flooded], 4, 9) == pytest.approx(4.0)
    assert floods._ratio(quiet, 4, 9) == 0.0


def test_21_8_a_device_that_ends_in_a_flood_is_told():
    child = start(lambda teller: teller.tell(Throw(0, 1, 1.0, 99_999)))
    assert not child.listen(10.0) and not child.listen(0.1) and not child.listen_once(0.1)
    told = "\n".join(floods._judge(child, is_alive=False))
    assert "ended" in told and "99999 lines" in told


def test_21_8_a_press_that_comes_too_fast_for_the_page_is_pressed_again(monkeypatch):
    answers = [429, 200, 404]

    class Page(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(answers.pop(0))
            self.end_headers()

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command = commands.Command.__new__(commands.Command)
        command._address, command.words = f"http://127.0.0.1:{server.server_port}", "before"
        monkeypatch.setattr(command, "_next", lambda: "after", raising=False)
        command.press("ok")
        assert (answers, command.words) == ([404], "after")
        with pytest.raises(OSError, match="404"):
            command.press("ok")
        server.shutdown()


@pytest.mark.parametrize("is_stuck", [False, True])
def test_21_8_a_device_that_does_nothing_is_stuck_and_a_slow_one_is_not(monkeypatch, is_stuck):
    def live(teller):
        for step in range(16):
            teller.tell(kills.Pressed(step))
            time.sleep(0.25)
        while is_stuck:
            time.sleep(1)
        teller.tell(kills.Pressed(16))
        time.sleep(60)

    monkeypatch.setattr(kills, "PATIENCE", 3.0)
    wrong = kills._watch(start(live), False, 16, 0.0)
    assert [one.partition(":")[0] for one in wrong] == (["stuck"] if is_stuck else [])


def test_21_8_children_tell_what_they_raise_and_that_they_died_or_hang(tmp_path):
    assert in_child(lambda: 7) == 7
    raised = in_child(lambda: 1 // 0)
    assert isinstance(raised, Raised) and raised.name == "ZeroDivisionError"
    died = in_child(lambda: __import__("os")._exit(3))
    assert isinstance(died, Raised) and "3" in died.words
    stuck = in_child(lambda: __import__("time").sleep(60), 0.2)
    assert isinstance(stuck, Raised) and stuck.name == "Stuck"


def test_21_8_a_tally_tells_what_was_done_and_what_failed():
    tally = Tally("kills", 7, {"kills": 3})
    tally.fail("lost", life=2)
    assert tally.lines() == ["kills: 3 kills; 1 failures; 0 s", "  FAILED [seed 7, life 2] lost"]
    assert Tally.from_json(tally.to_json()) == tally
    assert Tally("floods", not_run="no ip").lines() == ["floods: not run: no ip"]


def test_21_8_a_count_is_reached_whatever_the_time_and_something_is_done_in_no_time(tmp_path):
    counted = Until(Plan(1, 0.0, tmp_path, count=2))
    assert counted.more()
    counted.done = 2
    assert not counted.more()
    in_no_time = Until(Plan(1, 0.0, tmp_path))
    assert in_no_time.more()
    in_no_time.done = 1
    assert not in_no_time.more()


def test_21_8_the_campaign_ends_with_one_if_anything_failed(monkeypatch, capsys):
    def one(plant, seed, part, seconds, count, scratch):
        tally = Tally(part.name, seed)
        if part.name == "writes":
            tally.fail("a line is gone", call=3)
        if part.name == "floods":
            tally.not_run = "no ip"
        return tally

    monkeypatch.setattr(campaign, "_one", one)
    assert campaign.main(["--seed", "5", "--seconds", "1"]) == 1
    said = capsys.readouterr().out.splitlines()
    assert "  FAILED [seed 5, call 3] a line is gone" in said
    assert said[-1].startswith("torture: 7 parts run, 1 not run, 1 failures, seed 5")
    assert campaign.main(["--only", "kills"]) == 0


def test_21_8_a_large_number_is_done_in_pieces_of_different_seeds(monkeypatch):
    done = []

    def one(plant, seed, part, seconds, count, scratch):
        done.append((part.name, seed, count))
        return Tally(part.name, seed)

    monkeypatch.setattr(campaign, "_one", one)
    monkeypatch.setattr(campaign.os, "cpu_count", lambda: 2)
    assert campaign.main(["--seed", "5", "--seconds", "1", "--presses", "101"]) == 0
    assert [(seed, count) for name, seed, count in done if name == "presses"] == [(5, 51), (1_000_008, 50)]
    assert len(done) == 1 + len(campaign.PARTS)


def test_21_8_a_part_that_breaks_is_a_failure(tmp_path):
    tally = campaign._one("no such fault", 1, campaign.PARTS[0], 1.0, None, tmp_path)
    assert "the part itself ended" in tally.failures[0]


def test_21_8_the_eyes_look_only_when_told(tmp_path):
    with seat_at(tmp_path, 1) as seat:
        seat.device.service.step()
        assert (seat.looks, seat.screen is not None) == (0, True)


def test_21_8_a_part_that_hangs_is_ended_and_named():
    assert campaign._run([sys.executable, "-c", "import time; time.sleep(600)"], None, 0.5) == (None, "")
    assert campaign._run([sys.executable, "-c", "print('done')"], None, 60.0) == (0, "done\n")
