"""Floods on the page, in a network of their own: half-open connections, streams nobody reads, posts, PINs, brackets.

A child is the device with its page for the home network, in a game whose dice are thrown and read again and again, as
many files open as systemd allows. Other children flood it from one address, or from many. Told is how long the slowest
step of the loop takes meanwhile, as a multiple of what it takes before and after: of every throw the slowest step, and
of those the one in the middle, since this machine has other work, too. Meanwhile the owner at the device and a guest at
another address of the home network must be answered, the device must go on, and the log must stay short. The floods
come from the home network: whoever is on the device's own machine can do worse than ask for pages.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import random
import resource
import shutil
import socket
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.loop import page_of
from device.page.admission import COOKIE
from tools.torture.children import Child, Raised, Teller, start
from tools.torture.evening import OK
from tools.torture.seat import Move, listening, seat_at, warm
from tools.torture.tally import Plan, Tally, Until

MOST_TIMES = 2.0  # as long as without a flood
OPEN_FILES = 1024  # as systemd has it for a service
THROWS = 3  # before, during and after a flood
AFTER_FLOOD_SECONDS = 2.0
PATIENCE = 90.0
CONNECTIONS = 1100
ANSWER_SECONDS = 10.0  # within which those who do not flood get an answer
MOST_LOG_LINES = 200  # of one flood
STEPS_OF_A_THROW = 16
MANY_MORE_FILES = 10  # open than before anybody came
STALLED_TIMES = 4.0  # as long as its slowest step before, a device with the planted fault waits
HOME = "10.77"  # the home network's addresses
DEVICE, GUEST, ATTACKER = f"{HOME}.0.1", f"{HOME}.0.99", f"{HOME}.0.66"
POSTED = ("/press/up", "/table/set_light", "/press/nothing", "/antwort", "/camera.jpg", "/tisch", "/")
OWNER = "127.0.0.1"  # at the device itself


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw, told by the device: from when to when, how long its slowest step took, and how long the log is."""

    began: float
    ended: float
    slowest: float
    log_lines: int


def isolated(command: list[str]) -> list[str] | None:
    """The command in a network namespace of its own; None where that cannot be had."""
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        return None
    for prefix in (["unshare", "--net"], ["unshare", "--map-root-user", "--net"]):
        try:
            done = subprocess.run([*prefix, "ip", "link", "set", "lo", "up"], capture_output=True, check=False)
        except OSError:
            return None
        if done.returncode == 0:
            return [*prefix, *command]
    return None


def is_isolated() -> bool:
    """Whether this process has a network with nothing but the loopback in it."""
    return [name for _, name in socket.if_nameindex()] == ["lo"]


# --- the device ---


@dataclass(frozen=True, slots=True)
class Way:
    """Where the page is, and the header that lets a phone in."""

    port: int
    cookie: bytes


def serve(teller: Teller, folder: Path, plan: Plan) -> None:
    """The device with its page, throw after throw, until it is killed."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    with listening() as ears, seat_at(folder, plan.seed) as seat:
        page = page_of(seat.device, 0, for_network=True)
        page.start()
        # A phone that was let in, and has gone mad: strangers get no further than the door.
        token = seat.device.door.phones.admit("other")
        teller.tell(Way(int(page.address.rsplit(":", 1)[1]), f"Cookie: {COOKIE}={token}\r\n".encode()))
        loaded = next(one for one in seat.device.game_list.values() if one.box.has_throws_from_start)
        seat.device.service.begin(seat.device.setup(loaded.game.name, None))
        while seat.device.service.talk.wanted is None:
            seat.do(Move(OK))
        lines, files, usual = 0, _open_files(), 0.0
        while True:
            began, slowest = time.monotonic(), 0.0
            seat.device.table.throw_all()
            for number in range(STEPS_OF_A_THROW):
                seat.prepare(Move(look=True, seconds=4.0 if number == 1 else 0.1))
                at = time.monotonic()
                seat.device.service.step()
                is_crowded = _open_files() > files + MANY_MORE_FILES
                if plan.planted == "stalling" and number == 0 and is_crowded:
                    time.sleep(STALLED_TIMES * usual)
                slowest = max(slowest, time.monotonic() - at)
                time.sleep(0.005)
            usual = usual if is_crowded else slowest
            seat.do(Move())
            if seat.game is None:
                raise RuntimeError("the flood has left the game: presses came through")
            lines += len(ears.text)
            ears.text.clear()
            if ears.tracebacks:
                teller.tell([f"the log has {words!r}" for words in dict.fromkeys(ears.tracebacks)])
                ears.tracebacks.clear()
            teller.tell(Throw(began, time.monotonic(), slowest, lines))


def _open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


# --- those who flood it, until they are killed ---


class Count:
    """A number that a child counts up and its parent reads."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)

    def more(self) -> None:
        self._memory[:] = (self.now + 1).to_bytes(8, "little")

    @property
    def now(self) -> int:
        return int.from_bytes(self._memory[:], "little")


def half_open(way: Way, rng: random.Random, made: Count) -> None:
    """Connections that begin to ask and never go on, as many as can be had; they are held."""
    begun = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + way.cookie + b"X-"
    _hold(way.port, made, lambda: begun + rng.randbytes(3).hex().encode(), CONNECTIONS)


def silent(way: Way, rng: random.Random, made: Count) -> None:
    """Connections that say nothing at all, from many addresses."""
    _hold(way.port, made, lambda: b"", CONNECTIONS, lambda: f"{HOME}.{rng.randrange(1, 200)}.{rng.randrange(1, 250)}")


def streams(way: Way, rng: random.Random, made: Count) -> None:
    """Event streams that are opened and never read."""
    routes = ("/events", "/events?view=table")
    head = "GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    _hold(way.port, made, lambda: head.format(rng.choice(routes)).encode() + way.cookie + b"\r\n", 200)


def _hold(
    port: int, made: Count, first: Callable[[], bytes], most: int, source: Callable[[], str] = lambda: ATTACKER
) -> None:
    held: list[socket.socket] = []
    while True:
        if len(held) >= most:
            for line in held[most // 2 :]:  # the first ones are held for good
                line.close()
            del held[most // 2 :]
            time.sleep(0.2)
        try:
            line = socket.create_connection((DEVICE, port), 1.0, (source(), 0))
            held.append(line)
            line.sendall(first())
            made.more()
        except OSError:
            time.sleep(0.01)


def posts(way: Way, rng: random.Random, made: Count) -> None:
    """One request after the other, as fast as they go, over lines that stay open: presses, pictures, brackets."""
    bodies = (b"", b"{}", b"[" * 4000, b'{"face":"tool"}', b"number=1&ok=1")
    while True:
        with contextlib.suppress(OSError), socket.create_connection((DEVICE, way.port), 1.0, (ATTACKER, 0)) as line:
            line.settimeout(1.0)
            for _ in range(50):
                body, route = rng.choice(bodies), rng.choice(POSTED)
                method = "POST" if "/" in route[1:] or route == "/antwort" else "GET"
                head = f"{method} {route} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
                line.sendall(head.encode() + way.cookie + b"\r\n" + body)
                if not line.recv(65536):
                    break
                made.more()


def guesses(way: Way, rng: random.Random, made: Count) -> None:
    """Strangers at the door, from many addresses: PINs and codes by chance, as fast as they go."""
    while True:
        source = f"{HOME}.{rng.randrange(1, 200)}.{rng.randrange(1, 250)}"
        with contextlib.suppress(OSError), socket.create_connection((DEVICE, way.port), 1.0, (source, 0)) as line:
            line.settimeout(1.0)
            for _ in range(10):
                body = rng.choice((f"pin={rng.randrange(10**6):06}", f"code={rng.randbytes(8).hex()}", "pin=" * 30))
                host = f"HTTP/1.1\r\nHost: {DEVICE}\r\n"
                posted = f"POST /koppeln {host}Content-Length: {len(body)}\r\n\r\n{body}"
                line.sendall(rng.choice((posted, f"GET /k/{body[5:]} {host}\r\n")).encode())
                if not line.recv(65536):
                    break
                made.more()


FLOODS: dict[str, Callable[[Way, random.Random, Count], None]] = {
    "half-open connections": half_open,
    "silent connections": silent,
    "streams": streams,
    "posts": posts,
    "guesses at the door": guesses,
}


# --- the campaign ---


def run(plan: Plan) -> Tally:
    tally, until = Tally("floods", plan.seed), Until(plan)
    if not is_isolated():
        tally.not_run = "it needs a network namespace of its own (root or user namespaces, and Debian's iproute2)"
        return tally
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "route", "add", "local", f"{HOME}.0.0/16", "dev", "lo"], check=True)
    warm(plan.scratch)
    rng = plan.rng("floods")
    names = list(FLOODS)
    if plan.count is None:
        rng.shuffle(names)
    times: dict[str, list[float]] = {}
    while until.more():
        name = names[until.done % len(names)]
        wrong, ratio, made = one_flood(plan, name, until.done)
        for sentence in wrong:
            tally.fail(sentence, flood=name, number=until.done)
        tally.count("floods")
        tally.count(f"of {name}", made)
        if ratio:
            times.setdefault(name, []).append(ratio)
        elif not wrong:
            tally.fail("there was nothing to compare", flood=name, number=until.done)
        until.done += 1
    for name, ratios in times.items():
        ratio = statistics.median(ratios)
        tally.counts[f"times the slowest step under {name}"] = round(ratio, 2)
        if ratio > MOST_TIMES:
            tally.fail(f"the slowest step takes {ratio:.1f} times as long", flood=name)
    return tally


def one_flood(plan: Plan, name: str, number: int) -> tuple[list[str], float, int]:
    """A device for itself, quiet, flooded and quiet again: what is wrong, the ratio, and how much was sent."""
    with tempfile.TemporaryDirectory(dir=plan.scratch) as folder:
        device = start(lambda teller: serve(teller, Path(folder), plan))
        try:
            while not device.told and device.listen_once(60.0):
                pass
            if not device.told or isinstance(device.told[0], Raised):
                return [f"the device does not start: {device.told}"], 0.0, 0
            way = device.told[0]
            made = Count()
            _await_throws(device, THROWS + 1)
            began = time.monotonic()
            flood = start(lambda teller: _flood(name, way, plan, number, made))
            try:
                _await_throws(device, 1)
                wrong = _ask_as("the owner", OWNER, OWNER, way) + _ask_as("a guest", DEVICE, GUEST, way)
                _await_throws(device, THROWS)
                ended = time.monotonic()
            finally:
                flood.kill()
            device.listen(AFTER_FLOOD_SECONDS)
            is_alive = _await_throws(device, THROWS)
            wrong += _judge(device, is_alive)
            return wrong, _ratio([one for one in device.told if isinstance(one, Throw)], began, ended), made.now
        finally:
            device.kill()


def _await_throws(device: Child, throws: int) -> bool:
    """Wait until the device has thrown so many times more; False if it has ended, or goes on no longer."""
    wanted = throws + sum(isinstance(one, Throw) for one in device.told)
    end = time.monotonic() + PATIENCE
    while sum(isinstance(one, Throw) for one in device.told) < wanted:
        if time.monotonic() > end or not device.listen_once(1.0):
            return False
    return True


def _flood(name: str, way: Way, plan: Plan, number: int, made: Count) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    os.nice(5)  # whoever floods sits at another machine: what is measured is the page, not this one's second core
    FLOODS[name](way, plan.rng("flood", number), made)


def _ask_as(who: str, device: str, address: str, way: Way) -> list[str]:
    """Somebody who does not flood opens the page: its words, and a stream with something in it."""
    wrong = []
    for route, wanted in (("/words", b"language"), ("/events", b"data: ")):
        heard, end = b"", time.monotonic() + ANSWER_SECONDS
        while wanted not in heard and time.monotonic() < end:
            heard = b""
            with contextlib.suppress(OSError), socket.create_connection((device, way.port), 2.0, (address, 0)) as line:
                line.settimeout(2.0)
                line.sendall(f"GET {route} HTTP/1.1\r\nHost: {device}\r\n".encode() + way.cookie + b"\r\n")
                while wanted not in heard and (more := line.recv(65536)):
                    heard += more
            time.sleep(0.05)
        if wanted not in heard:
            wrong.append(f"{who} gets no answer to {route} within {ANSWER_SECONDS:.0f} s, but {heard[:60]!r}")
    return wrong


def _judge(device: Child, is_alive: bool) -> list[str]:
    wrong = [sentence for one in device.told if isinstance(one, list) for sentence in one]
    wrong = list(dict.fromkeys(wrong))[:5]
    wrong += [f"the device has ended: {one}" for one in device.told if isinstance(one, Raised)]
    if not is_alive and not wrong:
        wrong.append(f"the device has ended with {device.status}, or does not go on")
    lines = max((one.log_lines for one in device.told if isinstance(one, Throw)), default=0)
    if lines > MOST_LOG_LINES:
        wrong.append(f"the log has {lines} lines")
    return wrong


def _ratio(throws: list[Throw], began: float, ended: float) -> float:
    """How many times as long the slowest step of a throw takes under the flood; 0 if there is nothing to compare."""
    flooded = [one.slowest for one in throws if one.began >= began and one.ended <= ended]
    quiet = [one.slowest for one in throws[1:] if one.ended <= began or one.began >= ended + AFTER_FLOOD_SECONDS]
    return statistics.median(flooded) / statistics.median(quiet) if flooded and quiet else 0.0
