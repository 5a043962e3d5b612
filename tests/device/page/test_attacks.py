"""The page under attack, with real sockets of this machine: the device goes on, and its owner gets in."""

from __future__ import annotations

import asyncio
import http.client
import json
import resource
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import resources
from pathlib import Path

import pytest

from device.page import connection as connections
from device.page.answers import ACTS_AT_ONCE, MOST_STREAMS, PageApp
from device.page.doorkeeper import most_connections
from device.page.server import PageServer
from device.page.streams import Streams
from device.parts.protocols import VirtualPanel
from tests.device.page.fake_table import FakeTable, table_state
from tests.device.running import SETTING_OUT_SECONDS

HALF_OPEN = 1100
PATIENCE_SECONDS = 30.0  # only to end a test that hangs
INDEX = (resources.files("device.page") / "files" / "index.html").read_bytes()


class Page:
    """A page on this machine, and what can be sent to it."""

    def __init__(self, server: PageServer, panel: VirtualPanel, table: FakeTable) -> None:
        self.server = server
        self.panel = panel
        self.table = table
        self.port = int(server.address.rpartition(":")[2])

    def get(self, path: str, timeout: float = PATIENCE_SECONDS) -> bytes:
        return self.ask("GET", path, timeout=timeout)[1]

    def ask(
        self, method: str, path: str, body: bytes | None = None, timeout: float = PATIENCE_SECONDS, **headers: str
    ) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, path, body, headers)
            reply = connection.getresponse()
            return reply.status, reply.read()
        finally:
            connection.close()

    def connect(self, first: bytes = b"") -> socket.socket:
        caller = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_SECONDS)
        caller.sendall(first)
        return caller


@contextmanager
def served(**more: object) -> Iterator[Page]:
    panel, table = VirtualPanel(), FakeTable(table_state(held=5))
    server = PageServer(panel, table, lambda: b"jpeg", "de", 0, **more)
    server.start()
    try:
        yield Page(server, panel, table)
    finally:
        server.stop()


@pytest.fixture
def page() -> Iterator[Page]:
    with served() as page:
        yield page


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of time that a test can wait for."""
    for stage in connections._SECONDS:
        monkeypatch.setitem(connections._SECONDS, stage, 0.5)


@contextmanager
def half_open(port: int, count: int = HALF_OPEN, *, in_order: bool = False) -> Iterator[list[socket.socket]]:
    """So many connections at once that never say anything; `in_order` each knocks when the one before it has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + 400
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"only {hard} file handles here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    callers = []
    try:
        for _ in range(count):
            caller = socket.socket()
            callers.append(caller)
            caller.setblocking(in_order)
            caller.connect_ex(("127.0.0.1", port))
        yield callers
    finally:
        for caller in callers:
            caller.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def is_closed_within(caller: socket.socket, seconds: float) -> bool:
    """Whether the other side hangs up in this time, whatever it says before."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        caller.settimeout(left)
        try:
            if not caller.recv(65536):
                return True
        except TimeoutError:
            return False
        except OSError:
            return True
    return False


def ends_within(stream: socket.socket, seconds: float) -> bool:
    """Whether nothing more is to come on this stream, also if the connection stays open for another question."""
    end, told = time.monotonic() + seconds, b""
    while (left := end - time.monotonic()) > 0 and not told.endswith(b"\r\n0\r\n\r\n"):
        stream.settimeout(left)
        try:
            told += stream.recv(65536)
        except TimeoutError:
            return False
    return told.endswith(b"\r\n0\r\n\r\n")


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


# --- too many --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_21_6_a_normal_client_gets_its_page_while_1100_others_say_nothing(page: Page) -> None:
    with half_open(page.port):
        for _ in range(5):
            assert page.get("/", timeout=10) == INDEX
            time.sleep(0.3)
        assert page.ask("POST", "/press/ok") == (200, b'{"done":true}')
    assert [press.button.value for press in page.panel.presses()] == ["ok"]


def test_21_6_only_so_many_connections_are_open_whoever_knocks(page: Page) -> None:
    with half_open(page.port, 300, in_order=True) as callers:
        open_here = most_connections() // 4
        until(lambda: len(still_open(callers)) <= open_here)
        time.sleep(0.3)
        # those that came last are kept: the one that has waited longest makes room
        assert still_open(callers) == callers[-open_here:]


def still_open(callers: list[socket.socket]) -> list[socket.socket]:
    """Those that nobody has hung up on."""
    with selectors.DefaultSelector() as selector:
        for caller in callers:
            selector.register(caller, selectors.EVENT_READ)
        hung_up = {key.fileobj for key, _ in selector.select(0)}
        return [caller for caller in callers if caller not in hung_up]


def test_21_6_of_200_streams_asked_for_at_once_exactly_as_many_get_in_as_may(page: Page) -> None:
    asked = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    told: list[bytes] = []
    everybody = threading.Barrier(200)

    def ask(open_things: ExitStack) -> None:
        caller = open_things.enter_context(page.connect())
        everybody.wait(PATIENCE_SECONDS)
        caller.sendall(asked)
        try:
            told.append(caller.recv(65536)[9:12])
        except OSError:
            told.append(b"closed")

    with ExitStack() as open_things:
        # As many connections as the streams and those who are refused may have at once, again and again.
        threads = [threading.Thread(target=ask, args=(open_things,)) for _ in range(200)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(PATIENCE_SECONDS)
        assert len(told) == 200
        assert told.count(b"200") <= MOST_STREAMS
        while told.count(b"200") < MOST_STREAMS:  # the door had turned away the others before they could ask
            caller = open_things.enter_context(page.connect(asked))
            told.append(caller.recv(65536)[9:12])
            assert len(told) < 400
        for _ in range(20):
            assert page.ask("GET", "/events")[0] == 503
        assert page.get("/") == INDEX


def test_21_6_of_200_streams_that_pass_the_door_together_exactly_as_many_begin_as_may() -> None:
    app = PageApp(VirtualPanel(), None, lambda: b"jpeg", lambda: "de")
    told: list[int] = []

    async def ask() -> None:
        async def nobody_hangs_up() -> dict[str, object]:
            await asyncio.Event().wait()
            return {}

        async def hear(message: dict[str, object]) -> None:
            if message["type"] == "http.response.start":
                told.append(message["status"])
            await asyncio.sleep(0.01)  # a caller takes its time, and the others come in between

        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "GET",
            "path": "/events",
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1")],
            "client": ("127.0.0.1", 1),
        }
        await app.app(scope, nobody_hangs_up, hear)

    async def everybody() -> None:
        asked = [asyncio.create_task(ask()) for _ in range(200)]
        while len(told) < 200:
            await asyncio.sleep(0.02)
        app.is_stopping = True
        await asyncio.gather(*asked)

    asyncio.run(asyncio.wait_for(everybody(), PATIENCE_SECONDS))
    assert (told.count(200), told.count(503)) == (MOST_STREAMS, 200 - MOST_STREAMS)
    assert len(app._streams) == 0


def test_21_6_eight_silent_listeners_do_not_lock_the_owner_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.page.answers.Streams", lambda: Streams(idle_seconds=0.5))
    asked = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with served() as page, ExitStack() as open_things:
        silent = [open_things.enter_context(page.connect(asked)) for _ in range(MOST_STREAMS)]
        for caller in silent:
            assert caller.recv(15) == b"HTTP/1.1 200 OK"
        assert page.ask("GET", "/events")[0] == 503, "they may yet be looked at"
        time.sleep(0.6)
        owner = open_things.enter_context(page.connect(asked))
        assert owner.recv(15) == b"HTTP/1.1 200 OK"
        assert ends_within(silent[0], 5), "the oldest goes first"
        assert not ends_within(silent[1], 0.3), "and only that one"


def test_21_6_a_page_that_is_looked_at_keeps_its_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.page.answers.Streams", lambda: Streams(idle_seconds=1.0))
    with served() as page, ExitStack() as open_things:
        for number in range(MOST_STREAMS):
            asked = f"GET /events?page=p{number} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
            caller = open_things.enter_context(page.connect(asked))
            assert caller.recv(15) == b"HTTP/1.1 200 OK"
        for _ in range(4):
            time.sleep(0.3)
            for number in range(MOST_STREAMS):
                page.get(f"/oled.png?v=1&page=p{number}")
        assert page.ask("GET", "/events?page=new")[0] == 503


def test_21_6_a_flood_of_presses_is_told_so_in_the_players_language(page: Page) -> None:
    replies = [page.ask("POST", "/press/up") for _ in range(4 * ACTS_AT_ONCE)]
    refused = {body.decode() for status, body in replies if status == 429}
    assert refused == {"So schnell geht es nicht. Warte einen Moment und versuch es noch einmal.\n"}
    taken = sum(status == 200 for status, _ in replies)
    assert ACTS_AT_ONCE <= taken < 4 * ACTS_AT_ONCE
    assert len(page.panel.presses()) == taken
    page.server.language = "en"
    english = {page.ask("POST", "/table/throw_all")[1] for _ in range(2 * ACTS_AT_ONCE)}
    assert b"That is too fast. Wait a moment, then try again.\n" in english


def test_21_6_who_asks_without_end_is_slowed_down(page: Page) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=PATIENCE_SECONDS)
    began = time.monotonic()
    for _ in range(300):
        connection.request("GET", "/words")
        connection.getresponse().read()
    connection.close()
    assert time.monotonic() - began > 0.9, "a hundred at once, two hundred a second after that"


# --- too slow --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /table/throw_all HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
        b"POST /table/throw_all HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n",
    ],
    ids=["nothing", "half a line", "half a header", "half a body", "half a chunk", "half a body to listen"],
)
def test_21_6_who_does_not_finish_its_question_is_hung_up_on(page: Page, first: bytes) -> None:
    with page.connect(first) as caller:
        assert is_closed_within(caller, 5)
    assert page.table.done == []


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize(
    "first",
    [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST /press/ok HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4000\r\n\r\n",
    ],
    ids=["header", "body"],
)
def test_21_6_trickling_makes_no_difference(page: Page, first: bytes) -> None:
    began = time.monotonic()
    with page.connect(first) as caller:
        for _ in range(100):
            try:
                caller.sendall(b"X")
            except OSError:
                break
            if is_closed_within(caller, 0.05):
                break
        else:
            pytest.fail("it went on trickling")
    assert time.monotonic() - began < 4


@pytest.mark.usefixtures("hurried")
def test_21_6_the_second_question_on_a_connection_has_its_time_too(page: Page) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=PATIENCE_SECONDS)
    for _ in range(5):  # longer in all than one question may take
        connection.request("GET", "/words")
        assert connection.getresponse().read().startswith(b"{")
        time.sleep(0.2)
    caller = connection.sock
    caller.sendall(b"GET /wo")
    assert is_closed_within(caller, 5)
    connection.close()


def test_21_6_an_answer_that_nobody_takes_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKING_SECONDS", 0.5)
    panel = VirtualPanel()
    server = PageServer(panel, None, lambda: b"x" * 20_000_000, "de", 0)
    server.start()
    try:
        page = Page(server, panel, FakeTable(table_state()))
        with page.connect(b"GET /camera.jpg HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") as caller:
            time.sleep(1.5)
            taken = 0
            with suppress(ConnectionResetError):
                while chunk := caller.recv(1_000_000):
                    taken += len(chunk)
            assert taken < 20_000_000
    finally:
        server.stop()


# --- nonsense --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"[" * 4000, "application/json"),
        (b'{"x":' * 800, "application/json"),
        (b"[" * 2000 + b"]" * 2000, "application/json"),
        (b"x" * 1_000_000, "application/json"),
        (b'{"x": "' + b"y" * 100_000 + b'"}', "application/json"),
        (b"--b\r\nContent-Disposition: form-data; name=x\r\n\r\n1\r\n--b--", "multipart/form-data; boundary=b"),
        (b"x=1&y=2", "application/x-www-form-urlencoded"),
        (b"<x/>", "text/xml; charset=no-such"),
        (b"\xff\xfe\xfd", "application/json; charset=utf-8"),
        (b'{"x": "\xc3\x28"}', "application/json"),
        (b"\x00" * 100, ""),
    ],
    ids=str,
)
def test_21_6_a_body_that_makes_no_sense_gets_a_sentence(page: Page, body: bytes, kind: str) -> None:
    status, said = page.ask("POST", "/table/pick_up", body, **{"Content-Type": kind})
    assert status == 400
    assert said.decode().strip().endswith(".")
    assert page.table.done == []


@pytest.mark.parametrize(
    "first",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # a browser that wants HTTPS
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 100_000 + b"\r\n\r\n",
        b"POST /press/ok HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"POST /press/ok HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n",
    ],
    ids=range(6),
)
@pytest.mark.usefixtures("hurried")
def test_21_6_nonsense_ends_a_connection_without_a_traceback(
    page: Page, first: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with page.connect() as caller:
        with suppress(OSError):  # it may be seen through before its end
            caller.sendall(first)
        assert is_closed_within(caller, 10)
    assert page.get("/") == INDEX
    assert not [record for record in caplog.records if record.exc_info]


# --- the whole device ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("handles", [1024, 128])
def test_21_6_the_device_goes_on_with_few_file_handles_and_1100_half_open_connections(
    tmp_path: Path, handles: int
) -> None:
    command = [sys.executable, "-m", "device.command.main", "play", "galaktix", "1", "--port", "0", "--lang", "en"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path), "--no-terminal"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (handles, handles)),
    )
    try:
        assert process.stdout is not None and process.stderr is not None
        port = int(process.stdout.readline().rpartition(":")[2])

        def ask(method: str, path: str) -> bytes:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
            connection.request(method, path)
            try:
                reply = connection.getresponse()
                assert reply.status == 200
                return reply.read()
            finally:
                connection.close()

        def words() -> str:
            with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as caller:
                caller.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                with caller.makefile("rb") as lines:
                    for line in lines:
                        if line.startswith(b"data: "):
                            told: str = json.loads(line.removeprefix(b"data: "))["caption"]
                            return told
            raise AssertionError("the stream ended")

        with half_open(port):
            while "OK: go on" in (before := words()):
                ask("POST", "/press/ok")  # the loop steps, and the player is answered
                until(lambda before=before: words() != before)
            assert ask("GET", "/") == INDEX
            time.sleep(SETTING_OUT_SECONDS)
            ask("POST", "/table/throw_all")  # and now it has to see, for the first time
            until(lambda: words() != before)
            assert len(list(Path(f"/proc/{process.pid}/fd").iterdir())) < handles - 20
        assert process.poll() is None
        process.terminate()
        assert process.wait(PATIENCE_SECONDS) == 0
        assert process.stderr.read() == ""
    finally:
        process.kill()
        process.communicate()
    logged = (tmp_path / "bordbuch.log").read_text()
    assert "Traceback" not in logged
    assert len(logged) < 10_000
