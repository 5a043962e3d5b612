"""Wrong bytes in everything that is read: the journal with its WAL, TOML files, what else is kept, pictures, requests.

Of a journal: either it can be read as it was, or somebody is told, on the display or by `bordbuch check`; and the
device starts in any case. Of the owner's own files: it starts without them or says in a sentence which is wrong, and it
starts whatever is in the one that it writes itself. Of the rest, phones, signs, secrets, profiles and older copies: it
starts, and the book is as it was. Of pictures: a line of JSON. Of requests: an answer that is no 500,
and the next one is answered, too. Never a traceback.
"""

from __future__ import annotations

import contextlib
import io
import json
import random
import shutil
import socket
import tempfile
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from device.boxes.found import find_boxes
from device.command.check_data import look_at_data
from device.command.main import main
from device.config.configuration import CONFIG_FILE, SETTINGS_FILE
from device.errors import ConfigError, DeviceError
from device.eyes.pieces import READ_KINDS
from device.eyes.table_memory import TABLE_FILE
from device.loop import page_of
from device.page.server import PageServer
from device.records import journal_file
from device.records.journal_file import FILE_NAME
from device.records.phones import KINDS
from device.screens.content import List, Message
from tools.torture.children import Raised, in_child
from tools.torture.evening import ALL, evening
from tools.torture.pages import ADDRESSES, PageBroke, Visitor
from tools.torture.seat import Move, Seat, listening, seat_at, warm
from tools.torture.tally import Plan, Tally, Until
from tools.torture.truth import MANY, results_of

STEPS = 700  # of the evening whose folder is spoilt
PICTURE_KINDS = tuple(kind for kind in READ_KINDS if kind != "card")  # cards need a profile
MEMORY = Path("/dev/shm")
OWNERS = 'language = "de"\nplayers = ["Ada", "Ben"]\n\n[web]\nport = 8017\nlisten = "machine"\n'
ROUTES = (
    *("/", "/words", "/events", "/oled.png", "/camera.jpg", "/press/ok", "/press/up?held=1", "/table/throw_all"),
    *("/tisch", "/antwort", "/koppeln", "/k/ABCDEFGHIJKLMN", "/geraet", "/alive", "/events?view=table"),
)
PHONE_ROUTES = tuple(one for one in ROUTES if "events" not in one)


@dataclass(frozen=True, slots=True)
class Spoiling:
    """One trial: the sound folder and its book, an empty folder to work in, and its number."""

    sound: Path
    was: object
    folder: Path
    plan: Plan
    number: int

    def copy(self) -> Path:
        shutil.copytree(self.sound, self.folder, dirs_exist_ok=True)
        return self.folder


def spoil(data: bytes, rng: random.Random) -> bytes:
    """The same with something wrong in it: bits, bytes, a hole, a missing end, a piece twice, deep brackets."""
    if not data:
        return rng.randbytes(rng.randrange(1, 200))
    spoilt = bytearray(data)
    at = rng.randrange(len(spoilt))
    match rng.choices(("bit", "byte", "bytes", "hole", "cut", "twice", "nested"), (6, 6, 3, 2, 2, 1, 0.3))[0]:
        case "bit":
            spoilt[at] ^= 1 << rng.randrange(8)
        case "byte":
            spoilt[at] = rng.randrange(256)
        case "bytes":
            for _ in range(rng.randrange(2, 40)):
                spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
        case "hole":
            end = min(len(spoilt), at + rng.choice((16, 512, 4096)))
            spoilt[at:end] = bytes(end - at)
        case "cut":
            del spoilt[at:]
        case "twice":
            spoilt[at:at] = spoilt[max(0, at - 64) : at]
        case "nested":
            spoilt[at:at] = rng.choice((b"[", b"{", b'{"a":', b"a.")) * 4000
    return bytes(spoilt)


def run(plan: Plan) -> Tally:
    tally, until, number = Tally("flips", plan.seed), Until(plan), 0
    warm(plan.scratch)
    trials = (_journal, _journal, _journal, _toml, _toml, _kept, _kept, _pictures, _requests, _phones)
    sound = plan.scratch / "sound"
    was = in_child(lambda: _evening(sound, plan), 600.0)
    if isinstance(was, Raised):
        raise RuntimeError(f"the evening to be spoilt broke: {was}\n{was.trace}")
    while until.more():
        trial, folder = trials[number % len(trials)], Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
        try:
            what = trial.__name__.strip("_")
            outcome = in_child(lambda t=trial, f=folder, n=number: t(Spoiling(sound, was, f, plan, n)))  # type: ignore[misc]
            wrong = [str(outcome)] if isinstance(outcome, Raised) else outcome
            assert isinstance(wrong, list)
            for sentence in wrong:
                tally.fail(sentence, spoilt=what, number=number)
            tally.count(f"spoilt: {what}")
        finally:
            shutil.rmtree(folder)
        number += 1
        until.done += trial is _journal  # what is asked for by number are flips in journals
    return tally


def _evening(folder: Path, plan: Plan) -> object:
    """Make a folder with games, settings and cards, as a killed process leaves it, with its WAL; returns its book."""
    folder.mkdir()
    (folder / CONFIG_FILE).write_text(OWNERS)
    rng = plan.rng("sound")
    with seat_at(folder, plan.seed) as seat:
        seat.do(Move())
        moves = evening(seat, rng)
        for _ in range(STEPS):
            seat.do(next(moves))
        for kind in KINDS[:2]:
            seat.device.door.phones.admit(kind)
        seat.device.door.invitations.invite()
        copied = folder.with_name("copied")
        shutil.copytree(folder, copied)
        was = _content(seat)
    shutil.rmtree(folder)
    copied.rename(folder)
    return was


# --- the journal ---


def _content(seat: Seat) -> object:
    """All that the journal tells the device."""
    journal = seat.device.journal
    games = {
        stored.id: (stored.setup, stored.started_at, stored.last_at, tuple(journal.lines(stored.id)))
        for stored in journal.unfinished(MANY)
    }
    return games, results_of(seat)


def _journal(trial: Spoiling) -> list[str]:
    rng = trial.plan.rng("journal", trial.number)
    folder = trial.copy()
    files = [file for file in sorted(folder.glob(f"{FILE_NAME}*")) if file.stat().st_size]
    file = rng.choice(files)
    file.write_bytes(spoil(file.read_bytes(), rng))
    wrong: list[str] = []
    if trial.plan.planted == "trusting":
        setattr(journal_file, "lost_pages", lambda path: "")  # noqa: B010 - in this child alone
    checked = [problem for what, problem in _sentences(folder) if problem]
    with listening() as ears:
        try:
            with seat_at(folder, 1) as seat:
                seat.do(Move())
                told = _is_told(seat)
                try:
                    now = _content(seat)
                except DeviceError:
                    now = None
                if now != trial.was and not told and not checked:
                    wrong.append(f"{file.name}: the book has changed, and neither the display nor check says so")
                for _ in range(30):
                    seat.do(Move(rng.choice(ALL)))
        except DeviceError as error:
            wrong.append(f"{file.name}: the device does not start: {type(error).__name__}: {error}")
        wrong += [f"{file.name}: the log has {words!r}" for words in ears.tracebacks]
    return wrong


def _is_told(seat: Seat) -> bool:
    """Whether the first screen says that something is wrong, or asks about a game that cannot be read."""
    screen = seat.screen
    asks = isinstance(screen, List) and screen.rows[0].text == seat.told("lobby.keep")
    return asks or isinstance(screen, Message) or bool(seat.device.problems)


def _sentences(folder: Path) -> list[tuple[str, str]]:
    """What `bordbuch check` says; a copy is looked at, since looking also opens the journal."""
    with tempfile.TemporaryDirectory(dir=folder.parent) as name:
        shutil.copytree(folder, name, dirs_exist_ok=True)
        return look_at_data(Path(name))


# --- TOML ---


def _toml(trial: Spoiling) -> list[str]:
    rng = trial.plan.rng("toml", trial.number)
    folder = trial.copy()
    boxes, _ = find_boxes()
    for box in boxes:
        (folder / box.name).mkdir(exist_ok=True)
        for name in box.files:
            if not (folder / box.name / name).exists():
                (folder / box.name / name).write_bytes((resources.files(box.files_in) / name).read_bytes())
    own = [folder / box.name / name for box in boxes for name in box.files]
    file = rng.choice([folder / CONFIG_FILE, folder / SETTINGS_FILE, rng.choice(own)])
    file.write_bytes(spoil(file.read_bytes() if file.exists() else b"", rng))
    wrong: list[str] = []
    if not all(isinstance(sentence, str) for _, sentence in _sentences(folder)):
        wrong.append("check says nothing")
    with listening() as ears:
        try:
            with seat_at(folder, 1) as seat:
                for _ in range(10):
                    seat.do(Move(rng.choice(ALL)))
        except ConfigError as error:
            if file.name == SETTINGS_FILE and file.parent == folder:
                wrong.append(f"{file.name}: the device does not start with the file that it writes itself: {error}")
            elif file.name not in str(error):
                wrong.append(f"{file.name}: the sentence names another file: {error}")
        wrong += [f"{file.name}: the log has {words!r}" for words in ears.tracebacks]
    return wrong


# --- what else is kept ---


def _kept(trial: Spoiling) -> list[str]:
    """A file of the phones, of a sign or a secret, of a profile, of the table, or an older copy of the book."""
    rng = trial.plan.rng("kept", trial.number)
    folder = trial.copy()
    files = [
        *(file for one in ("phones", "signs", "secrets", "profiles", "backups") for file in folder.glob(f"{one}/**/*")),
        folder / TABLE_FILE,
    ]
    file = rng.choice(sorted(file for file in files if file.is_file()))
    file.write_bytes(spoil(file.read_bytes(), rng))
    name = file.relative_to(folder)
    wrong = [] if all(isinstance(said, str) for _, said in _sentences(folder)) else [f"{name}: check says nothing"]
    with listening() as ears, seat_at(folder, 1) as seat:
        seat.do(Move())
        if _content(seat) != trial.was:
            wrong.append(f"{name}: the book has changed")
        moves = evening(seat, rng)
        for _ in range(40):
            seat.do(next(moves))
        wrong += [f"{name}: the log has {words!r}" for words in ears.tracebacks]
    return wrong


# --- pictures ---


def _pictures(trial: Spoiling) -> list[str]:
    import cv2
    import numpy as np

    rng = trial.plan.rng("picture", trial.number)
    kind, ending = rng.choice(PICTURE_KINDS), rng.choice((".jpg", ".png"))
    size = rng.choice(((1, 1), (3, 700), (40, 30), (480, 640), (864, 1536)))
    pixels = np.random.default_rng(trial.number).integers(0, 256, (*size, rng.choice((1, 3))), np.uint8)
    if rng.random() < 0.5:
        pixels = np.full_like(pixels, rng.randrange(256))
    file = trial.folder / f"picture{ending}"
    data: bytes = cv2.imencode(ending, pixels)[1].tobytes()
    file.write_bytes(data if rng.random() < 0.3 else rng.randbytes(3000) if rng.random() < 0.2 else spoil(data, rng))
    said, complained = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        code = main(["read", "--as", kind, str(file)])
    line = json.loads(said.getvalue())
    if code not in (0, 1) or line.get("status") == "sure":
        return [f"{kind} of {size} as {ending} ends with {code} and {line}"]
    return ["stderr has a traceback"] if "Traceback" in complained.getvalue() else []


# --- requests ---


def _requests(trial: Spoiling) -> list[str]:
    rng = trial.plan.rng("requests", trial.number)
    wrong: list[str] = []
    with listening() as ears, seat_at(trial.folder, 1) as seat:
        seat.do(Move(look=True))
        page = page_of(seat.device, 0)
        page.start()
        try:
            for _ in range(30):
                request = _request(rng)
                answer = asked(page, request)
                if answer.startswith(b"HTTP/1.1 5") and not answer.startswith(b"HTTP/1.1 503"):
                    wrong.append(f"{request[:200]!r} is answered with {answer[:60]!r}")
                seat.do(Move())
            if not asked(page, b"GET /words HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").startswith(b"HTTP/1.1 200"):
                wrong.append("after bad requests a good one is not answered")
        finally:
            page.stop()
        wrong += [f"the log has {words!r}" for words in ears.tracebacks]
    return wrong


def _phones(trial: Spoiling) -> list[str]:
    """The same from the home network: strangers, guests, and the owner's phone."""
    rng = trial.plan.rng("phones", trial.number)
    wrong: list[str] = []
    with listening() as ears, seat_at(trial.copy(), 1) as seat:
        seat.do(Move())
        tokens = ("", *(seat.device.door.phones.admit(kind) for kind in KINDS[:2]))
        for _ in range(30):
            visitor = Visitor(rng.choice(ADDRESSES), rng.choice(tokens))
            path, body = rng.choice(PHONE_ROUTES), rng.choice((None, b"pin=123456&code=A", b"number=1&ok=1", b"{}"))
            try:
                seat.pages.ask(visitor, path, body if body is None or rng.random() < 0.3 else spoil(body, rng))
                seat.do(Move())
                seat.pages.reply()
            except PageBroke as error:
                wrong.append(f"{path} with {body!r} is answered with {error}")
        wrong += [f"the log has {words!r}" for words in ears.tracebacks]
    return wrong


def _request(rng: random.Random) -> bytes:
    route, method = rng.choice(ROUTES), rng.choice(("GET", "POST", "PUT", "HEAD"))
    body = rng.choice((b"", b"{}", b'{"face":"tool"}', b'{"x":1e999,"y":NaN}', b"[" * 4000, rng.randbytes(60)))
    head = f"{method} {route} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    whole = head.encode() + body
    return spoil(whole, rng) if rng.random() < 0.7 else whole


def asked(page: PageServer, request: bytes) -> bytes:
    """The beginning of what the page answers; nothing if it closes, or has nothing to say yet."""
    with socket.create_connection(("127.0.0.1", int(page.address.rsplit(":", 1)[1])), 5.0) as line:
        line.settimeout(0.3)
        with contextlib.suppress(OSError):
            line.sendall(request)
            return line.recv(4096)
    return b""
