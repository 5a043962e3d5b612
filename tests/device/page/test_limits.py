"""Who gets in, how fast, and who has to go: the rules by themselves, without a socket."""

from __future__ import annotations

import resource
from dataclasses import dataclass, field

import pytest

from device.page.doorkeeper import HERE, MOST_CONNECTIONS, Doorkeeper, most_connections, visitor_of
from device.page.pace import MOST_REMEMBERED, Pace
from device.page.streams import IDLE_SECONDS, MOST_OF_NETWORK, MOST_OF_ONE, MOST_STREAMS, Streams


class Time:
    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


# --- connections -----------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Knocker:
    visitor: str
    waiting_since: float | None
    sent_away: list[str] = field(default_factory=list)
    name: str = ""

    def send_away(self) -> None:
        self.sent_away.append(self.name)


def fill(keeper: Doorkeeper, visitor: str, count: int, gone: list[str], *, is_waiting: bool = True) -> int:
    """Let so many knock; how many got in."""
    got_in = 0
    for number in range(count):
        if keeper.has_room(visitor):
            keeper.enter(Knocker(visitor, float(number) if is_waiting else None, gone, f"{visitor} {number}"))
            got_in += 1
    return got_in


def test_21_6_one_address_has_a_fourth_of_the_places_and_its_longest_waiting_makes_room() -> None:
    keeper, gone = Doorkeeper(96), []
    assert fill(keeper, "10.0.0.1", 30, gone) == 30
    assert len(keeper) == 24
    assert gone == [f"10.0.0.1 {number}" for number in range(6)]


def test_21_6_who_is_being_answered_is_not_sent_away() -> None:
    keeper, gone = Doorkeeper(96), []
    assert fill(keeper, "10.0.0.1", 30, gone, is_waiting=False) == 24
    assert not keeper.has_room("10.0.0.1")
    assert keeper.has_room("10.0.0.2")
    assert gone == []


def test_21_6_the_whole_network_never_takes_the_places_of_this_machine() -> None:
    keeper, gone = Doorkeeper(96), []
    for number in range(20):
        fill(keeper, f"10.0.0.{number}", 24, gone, is_waiting=False)
    assert len(keeper) == 72
    assert not keeper.has_room("10.0.1.1")
    assert fill(keeper, HERE, 30, gone, is_waiting=False) == 24
    assert len(keeper) == 96


def test_21_6_when_the_page_closes_to_the_network_everybody_from_there_has_to_go() -> None:
    keeper, gone = Doorkeeper(96), []
    fill(keeper, HERE, 3, gone)
    fill(keeper, "10.0.0.1", 2, gone, is_waiting=False)
    fill(keeper, "10.0.0.2", 1, gone)
    keeper.send_network_away()
    assert sorted(gone) == ["10.0.0.1 0", "10.0.0.1 1", "10.0.0.2 0"]
    assert len(keeper) == 3


def test_21_6_in_a_full_network_the_longest_waiting_goes_whoever_it_is() -> None:
    keeper, gone = Doorkeeper(8), []
    fill(keeper, HERE, 1, gone)
    for number in range(6):
        keeper.enter(Knocker(f"10.0.0.{number}", 10.0 - number, gone, f"{number}"))
    assert keeper.has_room("10.0.1.1")
    assert gone == ["5"]


def test_21_6_places_are_free_again_when_somebody_leaves_and_leaving_twice_counts_once() -> None:
    keeper = Doorkeeper(4)
    guest = Knocker("10.0.0.1", None)
    keeper.enter(guest)
    assert not keeper.has_room("10.0.0.1")
    keeper.leave(guest)
    keeper.leave(guest)
    assert keeper.has_room("10.0.0.1") and len(keeper) == 0


def test_21_6_room_can_be_made_of_those_who_wait() -> None:
    keeper, gone = Doorkeeper(96), []
    fill(keeper, "10.0.0.1", 5, gone)
    fill(keeper, HERE, 2, gone, is_waiting=False)
    keeper.make_room(8)
    assert (len(keeper), len(gone)) == (2, 5)


@pytest.mark.parametrize(
    ("handles", "most"), [(1024, MOST_CONNECTIONS), (128, 42), (64, 21), (resource.RLIM_INFINITY, MOST_CONNECTIONS)]
)
def test_21_6_of_few_file_handles_visitors_get_a_third(
    monkeypatch: pytest.MonkeyPatch, handles: int, most: int
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda which: (handles, handles))
    assert most_connections() == most


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1"])
def test_21_6_every_loopback_address_is_this_machine(address: str) -> None:
    assert visitor_of(address) == HERE


def test_21_6_other_addresses_are_themselves_and_so_is_what_is_none() -> None:
    assert [visitor_of(address) for address in ("192.168.1.2", "testclient", "")] == ["192.168.1.2", "testclient", ""]


# --- streams ---------------------------------------------------------------------------------------------------------


def test_21_6_a_stream_counts_from_the_moment_it_is_asked_for() -> None:
    streams = Streams()
    opened = [streams.open(HERE, "") for _ in range(200)]
    assert sum(stream is not None for stream in opened) == len(streams) == MOST_STREAMS


def test_21_6_the_stream_that_was_idle_longest_goes_first() -> None:
    clock = Time()
    streams = Streams(clock=clock)
    first, *others = [streams.open(HERE, f"page {number}") for number in range(MOST_STREAMS)]
    clock.seconds += IDLE_SECONDS - 1
    streams.seen(HERE, "page 0")
    clock.seconds += 1
    assert streams.open(HERE, "owner") is not None
    assert first is not None and not first.is_over
    assert [stream.is_over for stream in others if stream] == [True] + [False] * (MOST_STREAMS - 2)
    assert len(streams) == MOST_STREAMS


def test_21_6_streams_that_somebody_looks_at_are_left_alone() -> None:
    clock = Time()
    streams = Streams(clock=clock)
    for number in range(MOST_STREAMS):
        streams.open(HERE, f"page {number}")
    for _ in range(10):
        clock.seconds += IDLE_SECONDS / 2
        for number in range(MOST_STREAMS):
            streams.seen(HERE, f"page {number}")
    assert streams.open(HERE, "one more") is None


def test_21_6_nobody_keeps_the_page_of_somebody_else_alive_or_ends_it() -> None:
    clock = Time()
    streams = Streams(clock=clock)
    mine = streams.open("10.0.0.1", "mine")
    streams.open("10.0.0.2", "mine")
    assert mine is not None and not mine.is_over
    clock.seconds += 5
    streams.seen("10.0.0.2", "mine")
    assert mine.alive_at == 100.0


def test_21_6_a_page_that_asks_anew_has_lost_its_old_stream() -> None:
    streams = Streams()
    old = streams.open(HERE, "page")
    new = streams.open(HERE, "page")
    assert old is not None and old.is_over
    assert new is not None and not new.is_over
    assert len(streams) == 1


def test_21_6_neither_one_address_nor_the_network_takes_all_streams() -> None:
    streams = Streams()
    assert sum(streams.open("10.0.0.1", "") is not None for _ in range(9)) == MOST_OF_ONE
    assert sum(streams.open("10.0.0.2", "") is not None for _ in range(9)) == MOST_OF_NETWORK - MOST_OF_ONE
    assert streams.open("10.0.0.3", "") is None
    assert sum(streams.open(HERE, "") is not None for _ in range(9)) == MOST_STREAMS - MOST_OF_NETWORK


# --- pace ------------------------------------------------------------------------------------------------------------


def test_21_6_so_many_at_once_and_then_so_many_a_second() -> None:
    clock = Time()
    pace = Pace(20, 40, clock)
    assert sum(pace.allows(HERE) for _ in range(1000)) == 40
    clock.seconds += 1.001
    assert sum(pace.allows(HERE) for _ in range(1000)) == 20
    clock.seconds += 3600
    assert sum(pace.allows(HERE) for _ in range(1000)) == 40


def test_21_6_one_address_does_not_slow_another_down_and_the_network_not_this_machine() -> None:
    pace = Pace(20, 40, Time())
    assert [sum(pace.allows(f"10.0.0.{n}") for _ in range(100)) for n in range(3)] == [40, 40, 0]
    assert pace.allows(HERE)


def test_21_6_who_asks_faster_waits_for_its_turn() -> None:
    clock = Time()
    pace = Pace(10, 2, clock)
    assert [round(pace.delay(HERE), 3) for _ in range(5)] == [0, 0, 0.1, 0.2, 0.3]
    clock.seconds += 0.4
    assert round(pace.delay(HERE), 3) == 0


def test_21_6_only_so_many_addresses_are_remembered() -> None:
    pace = Pace(20, 40, Time())
    for number in range(3 * MOST_REMEMBERED):
        pace.delay(f"address {number}")
    assert len(pace._each._done_at) == MOST_REMEMBERED
