"""The page's server: what can be seen, what can be done, and who is turned away."""

from __future__ import annotations

import asyncio
import http.client
import io
import json
import re
import socket
import threading
from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest
from PIL import Image
from starlette.testclient import TestClient

from device.errors import CameraFailed, PortInUse
from device.page import answers as web_app
from device.page.answers import CameraPicture, PageApp, page_words
from device.page.server import PageServer
from device.parts.protocols import Button, Press, Tone, VirtualPanel
from device.simulator.acts.laid_cards import NumberCard
from device.simulator.acts.table import DiePlace, SimulatedTable
from device.simulator.render.card_faces import PAINTS
from device.simulator.render.scene import About, Light, Pieces, Surface
from tests.device.page.fake_table import FakeTable, card_state, table_state
from tests.device.page.guests import near

# What the fake table shows at first.
SHOWN = table_state(DiePlace(1, 100.04, 200.0, 60.0), held=4)


@pytest.fixture
def panel() -> VirtualPanel:
    return VirtualPanel()


@pytest.fixture
def table() -> FakeTable:
    return FakeTable(SHOWN)


@pytest.fixture
def client(panel: VirtualPanel, table: FakeTable) -> TestClient:
    return near(PageApp(panel, table, lambda: b"jpeg", lambda: "de"))


@pytest.fixture
def server(panel: VirtualPanel, table: FakeTable) -> Iterator[PageServer]:
    server = PageServer(panel, table, lambda: b"jpeg", "de", 0)
    server.start()
    yield server
    server.stop()


def events(server: PageServer) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"), timeout=20)
    connection.request("GET", "/events")
    return connection, connection.getresponse()


def next_state(stream: http.client.HTTPResponse) -> dict[str, Any]:
    for line in stream:
        if line.startswith(b"data: "):
            state: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
            return state
    raise AssertionError("the stream ended")


# --- to look at ------------------------------------------------------------------------------------------------------


def test_the_page_and_all_it_needs_come_from_here(client: TestClient) -> None:
    page = client.get("/").text
    needed = set(re.findall(r'(?:src|href)="([^"]+)"', page))
    assert needed == {"/icon.svg", "/game.css", "/page.css", "/page.js"}
    for path in needed:
        text = client.get(path).text
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", "") and "https://" not in text


def test_the_oled_is_sent_dot_by_dot(client: TestClient, panel: VirtualPanel) -> None:
    picture = Image.new("1", (128, 64))
    picture.putpixel((3, 5), 1)
    panel.show(picture)
    seen = Image.open(io.BytesIO(client.get("/oled.png").content))
    assert seen.size == (128, 64)
    assert seen.convert("1").tobytes() == picture.tobytes()


def test_the_camera_picture_is_sent_as_jpeg(client: TestClient) -> None:
    reply = client.get("/camera.jpg")
    assert (reply.content, reply.headers["content-type"]) == (b"jpeg", "image/jpeg")


def test_the_camera_is_asked_only_a_few_times_a_second_and_told_apart_by_version() -> None:
    pictures = iter([b"first", b"second", b"second", None])
    now = 100.0
    camera = CameraPicture(lambda: next(pictures), lambda: now)
    seen = []
    for seconds in (0.0, 0.05, 0.25, 0.25, 0.15, 0.15):
        now += seconds
        asyncio.run(camera.renew())
        seen.append((camera.version, camera.jpeg))
    assert seen == [(1, b"first"), (1, b"first"), (2, b"second"), (2, b"second"), (2, b"second"), (3, None)]


def test_while_the_table_is_hidden_neither_it_nor_the_camera_picture_is_given_out(
    panel: VirtualPanel, table: FakeTable
) -> None:
    hidden, pictures = [False], iter([b"before", b"secret", b"after"])
    page = PageApp(panel, table, lambda: next(pictures), lambda: "de", lambda: hidden[0])
    client = near(page)
    assert client.get("/camera.jpg").content == b"before"
    shown = page._state()
    hidden[0] = True
    cover = client.get("/camera.jpg").content
    with Image.open(io.BytesIO(cover)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (1280, 720))
    state = page._state()
    assert state["camera"] != shown["camera"] and state["table"] is None
    reply = client.post("/table/throw_all", content="{}")
    assert (reply.status_code, reply.text) == (409, "One player alone may see the table now.\n")
    assert table.done == []
    next(pictures)  # what the camera saw in the meantime was never asked for
    hidden[0] = False
    assert client.get("/camera.jpg").content == b"after"
    assert page._state()["table"] == shown["table"]


def test_20_10_what_the_page_showed_to_one_player_alone_it_gives_to_nobody_afterwards(panel: VirtualPanel) -> None:
    alone: list[str | None] = ["Ada"]
    pictures = iter([b"for Ada", b"for Ben", None, b"for all"])
    page = PageApp(panel, None, lambda: next(pictures), lambda: "de", looks_alone=lambda: alone[0])
    client = near(page)
    assert client.get("/camera.jpg").content == b"for Ada"
    alone[0] = "Ben"  # at once, within the time for which a picture is kept
    assert client.get("/camera.jpg").content == b"for Ben"
    alone[0] = None
    assert client.get("/camera.jpg").status_code == 404
    assert b"for" not in json.dumps(page._state()).encode()


def test_20_10_a_picture_on_its_way_to_one_player_alone_does_not_arrive_later(panel: VirtualPanel) -> None:
    alone: list[str | None] = ["Ada"]

    def slow_camera() -> bytes:
        alone[0] = None  # while it was encoded
        return b"for Ada"

    page = PageApp(panel, None, slow_camera, lambda: "de", looks_alone=lambda: alone[0])
    client = near(page)
    assert client.get("/camera.jpg").status_code == 404


def test_a_picture_on_its_way_when_the_table_is_hidden_does_not_arrive(panel: VirtualPanel, table: FakeTable) -> None:
    hidden = [False]

    def slow_camera() -> bytes:
        hidden[0] = True  # while it was encoded
        return b"secret"

    page = PageApp(panel, table, slow_camera, lambda: "de", lambda: hidden[0])
    client = near(page)
    assert client.get("/camera.jpg").content != b"secret"


def test_no_camera_picture_is_said_plainly(panel: VirtualPanel) -> None:
    client = near(PageApp(panel, None, lambda: None, lambda: "de"))
    reply = client.get("/camera.jpg")
    assert (reply.status_code, reply.text) == (404, "There is no camera picture yet.\n")


def test_a_camera_that_fails_leaves_the_page_without_a_picture(panel: VirtualPanel) -> None:
    def unplugged() -> bytes:
        raise CameraFailed("The camera gives no picture. Check its cable.")

    client = near(PageApp(panel, None, unplugged, lambda: "de"))
    assert client.get("/camera.jpg").status_code == 404


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_word_the_page_asks_for_exists(language: str) -> None:
    words = page_words(language)
    files = resources.files("device.page") / "files"
    asked = set()
    for name in ("index.html", "page.js"):
        asked |= set(re.findall(r"[\"'`](page\.[a-z_.]+[a-z])[\"'`]", (files / name).read_text(encoding="utf-8")))
    asked -= {"page.css", "page.js"}
    asked |= {f"page.tone.{tone.value}" for tone in Tone}
    asked |= {f"page.about.{about.value}" for about in About}
    asked |= {f"page.light.{light.value}" for light in Light} | {f"page.surface.{kind.value}" for kind in Surface}
    asked |= {f"page.colour.{colour}" for colour in PAINTS}
    assert asked == words.keys() - {"language"}
    assert all(words.values())


# --- to do -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("button", list(Button))
def test_every_button_can_be_pressed_and_held(client: TestClient, panel: VirtualPanel, button: Button) -> None:
    assert client.post(f"/press/{button.value}").json() == {"done": True}
    assert client.post(f"/press/{button.value}?held=1").json() == {"done": True}
    assert panel.presses() == [Press(button), Press(button, held=True)]


def test_table_actions_arrive(client: TestClient, table: FakeTable) -> None:
    plain = ["throw_all", "throw_held", "lean_die", "add_die", "remove_die", "nudge"]
    for action in plain:
        assert client.post(f"/table/{action}").json()["done"] is True
    assert table.done == [(action,) for action in plain]
    client.post("/table/put_hand", json={"present": True})
    client.post("/table/set_light", json={"light": "dim"})
    client.post("/table/set_about", json={"about": "swept"})
    state = client.post("/table/set_surface", json={"surface": "felt"}).json()["table"]
    assert state == {
        "dice": [{"number": 1, "x": 100.0, "y": 200.0, "size": 60.0}],
        "held": 4,
        "hand": True,
        "light": "dim",
        "about": "swept",
        "surface": "felt",
        "pieces": "dice",
        "moving": False,
        "cards": None,
        "shown": None,
    }


def test_a_click_beside_the_dice_does_nothing_and_says_so(client: TestClient) -> None:
    assert client.post("/table/pick_up", json={"x": 100, "y": 200}).json()["done"] is True
    assert client.post("/table/pick_up", json={"x": 7.5, "y": 200}).json()["done"] is False


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("/press/left", "", 'There is no button "left". There are: up, down, ok, back.'),
        ("/press/ok?held=yes", "", '"held" must be 0 or 1.'),
        ("/table/flip", "{}", 'There is no action "flip" at the table.'),
        ("/table/state", "{}", 'There is no action "state" at the table.'),
        ("/table/pick_up", "{", "The request is no JSON."),
        ("/table/pick_up", b"\xff", "The request is no JSON."),
        ("/table/pick_up", "[1, 2]", "must be a JSON object"),
        ("/table/pick_up", '{"x": 1}', '"y" must be a number'),
        ("/table/pick_up", '{"x": true, "y": 1}', '"x" must be a number'),
        ("/table/pick_up", '{"x": NaN, "y": 1}', '"x" must be a number'),
        ("/table/pick_up", '{"x": 1e400, "y": 1}', '"x" must be a number'),
        ("/table/put_hand", '{"present": "yes"}', '"present" must be true or false.'),
        ("/table/set_light", '{"light": "disco"}', "must be one of normal, dim, warm, bright, slanted, evening."),
        ("/table/set_light", '{"light": ["dim"]}', "must be one of normal"),
        ("/table/set_surface", "{}", "must be one of wood, felt, cloth."),
        ("/table/set_about", "{}", "must be one of littered, swept."),
        ("/table/set_pieces", '{"pieces": "coins"}', "must be one of dice, cards, ship."),
        ("/table/lay_drawn", "{}", '"row" must be a whole number from -1 to 6.'),
        ("/table/lay_drawn", '{"row": 2, "col": 7}', '"col" must be a whole number from -1 to 6.'),
        ("/table/lay_drawn", '{"row": 2.5, "col": 1}', '"row" must be a whole number'),
        ("/table/lay_drawn", '{"row": true, "col": 1}', '"row" must be a whole number'),
        ("/table/lay_drawn", '{"row": 2, "col": 1, "number": 5}', '"number" must be a whole number from 0 to 4.'),
        ("/table/lay_drawn", '{"row": 2, "col": 1, "number": null}', '"number" must be a whole number'),
        ("/table/take", '{"row": "2", "col": 1}', '"row" must be a whole number'),
        ("/table/swap", '{"row": 2, "col": 1}', '"to_row" must be a whole number'),
        ("/table/discard_drawn", '{"number": -1}', '"number" must be a whole number'),
        ("/table/show_drawn", '{"shown": 1}', '"shown" must be true or false.'),
        ("/table/throw_all", '{"a": "' + "a" * 5000 + '"}', "longer than 4096 bytes"),
    ],
)
def test_bad_input_gets_a_sentence_and_changes_nothing(
    client: TestClient, panel: VirtualPanel, table: FakeTable, path: str, body: str | bytes, sentence: str
) -> None:
    reply = client.post(path, content=body)
    assert reply.status_code == 400
    assert sentence in reply.text
    assert panel.presses() == [] and table.done == [] and table.view == SHOWN


@pytest.mark.parametrize("path", ["/press/ok", "/table/throw_all"])
def test_looking_changes_nothing(client: TestClient, panel: VirtualPanel, table: FakeTable, path: str) -> None:
    assert client.get(path).status_code == 405
    assert panel.presses() == [] and table.done == []


def test_without_a_simulated_table_there_is_nothing_to_throw(panel: VirtualPanel) -> None:
    client = near(PageApp(panel, None, lambda: None, lambda: "de"))
    assert client.post("/table/throw_all").status_code == 404


def test_the_simulated_table_fits_the_page(panel: VirtualPanel) -> None:
    now = 0.0
    table = SimulatedTable(seed=1, clock=lambda: now)
    client = near(PageApp(panel, table, lambda: None, lambda: "de"))
    thrown = client.post("/table/throw_all").json()["table"]
    assert (len(thrown["dice"]), thrown["held"], thrown["moving"]) == (5, 0, True)
    now = 60.0
    die = thrown["dice"][2]
    picked = client.post("/table/pick_up", json={"x": die["x"], "y": die["y"]}).json()
    assert picked["done"] is True
    assert [other["number"] for other in picked["table"]["dice"]] == [1, 2, 4, 5]
    for action in ("throw_held", "lean_die", "add_die", "remove_die"):
        now += 60.0
        assert client.post(f"/table/{action}").json()["done"] is True


def test_card_actions_arrive(client: TestClient, table: FakeTable) -> None:
    plain = [
        "show_colours",
        "clear_cards",
        "lay_outside",
        "lay_two",
        "lay_on_top",
        "move_card",
        "swap_cards",
        "take_card",
    ]
    for action in (*plain, "bump_camera"):
        assert client.post(f"/table/{action}").json()["done"] is True
    assert client.post("/table/lay_apart").json()["done"] is False, "where there is no such cell the page is told"
    client.post("/table/lay_drawn", json={"row": 2, "col": -1})
    client.post("/table/lay_drawn", json={"row": 0, "col": 6, "number": 4})
    client.post("/table/take", json={"row": 2, "col": 3})
    client.post("/table/move", json={"row": 2, "col": 3, "to_row": 1, "to_col": 3})
    client.post("/table/swap", json={"row": 2, "col": 3, "to_row": 2, "to_col": 4})
    client.post("/table/discard_drawn", json={})
    client.post("/table/show_drawn", json={"shown": True})
    client.post("/table/set_pieces", json={"pieces": "dice"})
    assert table.done == [
        *((action,) for action in (*plain, "bump_camera", "lay_apart")),
        ("lay_drawn", 2, -1, 0),
        ("lay_drawn", 0, 6, 4),
        ("take", 2, 3),
        ("move", 2, 3, 1, 3),
        ("swap", 2, 3, 2, 4),
        ("discard_drawn", 0),
        ("show_drawn", True),
        ("set_pieces", Pieces.DICE),
    ]


def test_the_page_is_told_the_cells_and_the_open_cards_but_not_what_lies_there(
    client: TestClient, table: FakeTable
) -> None:
    table.view = card_state(NumberCard(4, "dark_blue"))
    cards = client.post("/table/nudge").json()["table"]["cards"]
    assert cards["drawn"] == [{"value": 4, "colour": "dark_blue"}]
    assert client.post("/table/nudge").json()["table"]["pieces"] == "cards"
    assert (cards["size"], cards["deck"], cards["shown"], len(cards["cells"])) == (5, 28, False, 25)
    taken = {"row": 2, "col": 2, "x": 320.0, "y": 180.0, "width": 40.0, "height": 50.0, "card": True}
    assert [cell for cell in cards["cells"] if cell["card"]] == [taken]


def test_cards_are_laid_and_taken_on_the_simulated_table(panel: VirtualPanel) -> None:
    now = 0.0
    table = SimulatedTable(seed=1, clock=lambda: now)
    client = near(PageApp(panel, table, lambda: None, lambda: "de"))
    assert client.post("/table/lay_drawn", json={"row": 2, "col": 2}).json()["done"] is False, "no cards are out"
    table.set_out(5)
    drawn = table.drawn()[0]
    laid = client.post("/table/lay_drawn", json={"row": 2, "col": 2}).json()["table"]
    assert [(cell["row"], cell["col"]) for cell in laid["cards"]["cells"] if cell["card"]] == [(2, 2)]
    assert (laid["moving"], laid["cards"]["deck"]) == (True, 46)
    now += 60.0
    taken = client.post("/table/take", json={"row": 2, "col": 2}).json()["table"]["cards"]
    assert taken["drawn"] == [{"value": drawn[0], "colour": drawn[1]}]
    assert client.post("/table/take", json={"row": 2, "col": 2}).json()["done"] is False


# --- who is turned away ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "192.168.1.5:8017", "", "["])
def test_a_name_that_is_not_this_machine_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "localhost:9999", "LOCALHOST:8017"])
def test_this_machine_may_be_named_in_several_ways(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:3000"},
        {"Origin": "https://127.0.0.1:8017"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_web_page_cannot_press_buttons(
    client: TestClient, panel: VirtualPanel, headers: dict[str, str]
) -> None:
    assert client.post("/press/ok", headers=headers).status_code == 403
    assert panel.presses() == []


def test_our_own_page_may_press_buttons(client: TestClient, panel: VirtualPanel) -> None:
    headers = {"Origin": "http://127.0.0.1:8017", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/press/ok", headers=headers).status_code == 200
    assert panel.presses() == [Press(Button.OK)]


def test_no_page_may_put_ours_in_a_frame(client: TestClient) -> None:
    assert "frame-ancestors 'none'" in client.get("/").headers["content-security-policy"]


# --- the running server ----------------------------------------------------------------------------------------------


def test_events_tell_what_changed(server: PageServer, panel: VirtualPanel, table: FakeTable) -> None:
    panel.beep(Tone.REFUSED)  # before anybody listened: not to be heard later
    connection, stream = events(server)
    first = next_state(stream)
    assert (first["oled"], first["tones"], first["language"], first["table"]["light"]) == (0, [], "de", "normal")
    panel.show(Image.new("1", (128, 64)))
    assert next_state(stream)["oled"] == 1
    panel.beep(Tone.SEEN)
    assert next_state(stream)["tones"] == ["seen"]
    table.set_light(Light.WARM)
    assert next_state(stream)["table"]["light"] == "warm"
    server.language = "en"
    assert next_state(stream)["language"] == "en"
    connection.close()


def test_only_so_many_pages_may_listen(server: PageServer) -> None:
    open_streams = []
    for _ in range(web_app.MOST_STREAMS):
        connection, stream = events(server)
        next_state(stream)
        open_streams.append((connection, stream))
    connection, refused = events(server)
    assert refused.status == 503
    assert b"already open 8 times" in refused.read()
    for connection, stream in open_streams:
        stream.close()
        connection.close()


def test_stopping_ends_open_streams_and_frees_the_port(server: PageServer, panel: VirtualPanel) -> None:
    connection, stream = events(server)
    next_state(stream)
    server.stop()
    assert not any(thread.name == "page" for thread in threading.enumerate())
    assert b"data: " not in stream.read()
    connection.close()
    again = PageServer(panel, None, lambda: None, "de", int(server.address.rpartition(":")[2]))
    again.start()
    again.stop()
    again.stop()


def test_a_port_in_use_is_told_in_a_sentence(panel: VirtualPanel) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortInUse, match=rf"Port {port} is in use.*--port {port + 1}"):
            PageServer(panel, None, lambda: None, "de", port).start()


def test_it_listens_on_the_loopback_address_only(server: PageServer) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+", server.address)
    port = int(server.address.rpartition(":")[2])
    with socket.socket() as other:  # a server on all addresses would hold this one, too
        other.bind(("127.0.0.2", port))


def test_a_request_that_breaks_off_in_the_middle_of_its_body_changes_nothing_and_raises_nothing(panel, table):
    page = PageApp(panel, table, lambda: None, lambda: "de")
    parts = iter([{"type": "http.request", "body": b'{"x":', "more_body": True}, {"type": "http.disconnect"}])
    sent = []

    async def receive():
        return next(parts)

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/table/throw_all",
        "raw_path": b"/table/throw_all",
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1:8017")],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 8017),
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
    }
    asyncio.run(page.app(scope, receive, send))
    assert sent[0]["status"] == 400
