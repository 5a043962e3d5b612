"""The one place where the objects are built and wired: the whole device on the simulated table."""

from __future__ import annotations

import contextlib
import itertools
import logging
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.config import Config, load_config
from device.errors import BadFolder, DeviceError
from device.hardware import VirtualPanel
from device.lock import only_one
from device.preferences import Preferences
from device.screens.content import Starting
from device.screens.render import render
from device.words import Catalogue
from games.dialogue import Setup, say

if TYPE_CHECKING:
    from device.eyes import Eyes
    from device.journal import Journal
    from device.service import Service
    from device.shelf import Shelf
    from device.simulator.table import SimulatedTable
    from device.table_setting import TableSetter

log = logging.getLogger(__name__)

FAILURES_IN_A_ROW = 20  # after so many broken steps without a good one the device gives up


@dataclass(frozen=True, slots=True)
class SimulatedDevice:
    """Everything that belongs to a device on a simulated table."""

    config: Config
    preferences: Preferences
    panel: VirtualPanel
    table: SimulatedTable
    eyes: Eyes
    journal: Journal
    shelf: Shelf
    service: Service
    problems: tuple[str, ...]  # sentences about data files that were not taken
    table_setter: TableSetter

    def set_the_table(self) -> None:
        """Let the player take out what the game that is on needs: its cards, or the dice."""
        self.table_setter.follow(self.service)

    def camera_jpeg(self) -> bytes | None:
        """The newest picture of the table for the page."""
        import cv2

        frame = self.eyes.frame
        if frame is None:
            return None
        done, data = cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return data.tobytes() if done else None

    def setup(self, game: str, level: str) -> Setup:
        """A new session of this level for the player of last time; UnknownLevel if the book has no such level."""
        shelved = self.shelf[game]
        from device.lobby import GUEST

        player = self.preferences.last_player or (*self.preferences.players, GUEST[self.preferences.language])[0]
        return Setup(game, shelved.level(level).id, (player,), random.randrange(2**31), shelved.game.data)


@contextlib.contextmanager
def simulated_device(
    folder: Path,
    *,
    language: str | None = None,
    seed: int | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[SimulatedDevice]:
    """Build the device on the simulated table with its data in `folder`, and close it afterwards.

    The first screen is shown before the slow parts (OpenCV, the data files) are loaded.
    """
    if folder.exists() and not folder.is_dir():
        raise BadFolder(f"{folder} is a file, not a folder. Name a folder for the book: --data DIR")
    config = load_config(folder)
    if language is not None:
        config = replace(config, language=language)
    preferences = Preferences(folder, config)
    panel = VirtualPanel()
    panel.show(render(Starting(Catalogue.load(config.language).tell(say("start.loading")))))

    from device.eyes import Eyes
    from device.journal import Journal
    from device.library import load_shelf
    from device.lobby import Lobby
    from device.profiles import Profiles
    from device.reader import CardReader, DiceReader
    from device.service import Service
    from device.simulator.camera import SimulatedCamera
    from device.simulator.table import SimulatedTable
    from device.table_memory import TableMemory
    from device.table_setting import TableSetter
    from device.teach_in import TeachIn
    from vision.agreement import agree
    from vision.motion import SteadyGate

    with only_one(folder), Journal.open(folder) as journal:
        shelf, problems = load_shelf(folder)
        table = SimulatedTable(seed, clock=clock)
        camera = SimulatedCamera(table)
        profiles = Profiles(folder)
        table_memory = TableMemory(folder)
        read_dice = DiceReader(profiles, preferences, table_memory)
        read_cards = CardReader(profiles, preferences, table_memory)
        eyes = Eyes(camera, SteadyGate(), read_dice, agree, read_cards)
        told = [say("lobby.bad_data", file=problem.file) for problem in problems]
        sentences = [str(problem) for problem in problems]

        def profile_problem() -> str | None:
            return read_dice.problem or read_cards.problem

        problem_now = profile_problem()
        if problem_now is not None:
            told.append(say("lobby.bad_profile", profile=preferences.profile))
            sentences.append(problem_now)
        service = Service(
            eyes=eyes,
            display=panel,
            buttons=panel,
            beeper=panel,
            journal=journal,
            shelf=shelf,
            lobby=Lobby(
                shelf,
                journal,
                preferences,
                random.Random(),
                TeachIn(profiles, preferences, eyes),
                profile_problem,
                table_memory,
            ),
            preferences=preferences,
            clock=clock,
            problems=tuple(told),
        )
        try:
            yield SimulatedDevice(
                config,
                preferences,
                panel,
                table,
                eyes,
                journal,
                shelf,
                service,
                tuple(sentences),
                TableSetter(table),
            )
        finally:
            camera.close()
            panel.close()


def keep_going(service: Service, stop: threading.Event, period_seconds: float, after_step: Callable[[], None]) -> None:
    """Step until told to stop. A step that breaks is logged and told to the player; the journal has all before it."""
    failures = 0
    while not stop.is_set():
        began = time.monotonic()
        try:
            service.step()
            after_step()
            failures = 0
        except Exception as error:
            failures += 1
            log.exception("a step of the loop broke")
            if failures >= FAILURES_IN_A_ROW:
                raise DeviceError(
                    "Bordbuch stumbled again and again and stops; every confirmed step is kept."
                    " The log in the data folder says more; start it again to go on."
                ) from error
            if failures == 1:
                service.stumble()
        stop.wait(max(0.0, period_seconds - (time.monotonic() - began)))


def play(
    folder: Path,
    *,
    game: str | None = None,
    level: str | None = None,
    language: str | None = None,
    port: int | None = None,
    seed: int | None = None,
    with_terminal: bool,
    stop: threading.Event,
) -> None:
    """The whole device on the simulated table, with its page and, if there is one, in the terminal, until `stop`."""
    from device.web import PageServer

    with contextlib.ExitStack() as open_things:
        device = open_things.enter_context(simulated_device(folder, language=language, seed=seed))
        for problem in device.problems:
            print(problem, file=sys.stderr)
        setup = device.setup(game, level or device.shelf[game].levels[0].id) if game is not None else None
        preferences = device.preferences
        page = PageServer(
            device.panel,
            device.table,
            device.camera_jpeg,
            preferences.language,
            device.config.web.port if port is None else port,
        )
        page.start()
        open_things.callback(page.stop)
        if setup is not None:
            device.service.begin(setup)
        print(page.address, flush=True)
        if with_terminal:
            open_things.enter_context(_terminal(device, page.address, stop))

        def follow() -> None:
            page.language = preferences.language
            device.set_the_table()

        keep_going(device.service, stop, 1 / device.config.camera.frames_per_second, follow)


def _terminal(
    device: SimulatedDevice, address: str, stop: threading.Event
) -> contextlib.AbstractContextManager[object]:
    from device.simulator.scene import Face, Light, Pieces
    from device.terminal import Terminal
    from device.terminal_cards import CardKeys

    table = device.table
    lights, faces = list(Light), itertools.cycle(Face)
    catalogues = {language: Catalogue.load(language) for language in ("de", "en")}

    def next_light() -> None:
        at = lights.index(table.state().light)
        table.set_light(lights[(at + 1) % len(lights)])

    def other_pieces() -> None:
        table.set_pieces(Pieces.CARDS if table.state().cards is None else Pieces.DICE)

    return Terminal(
        device.panel,
        table,
        places=device.eyes.places,
        more_keys={
            "h": lambda: table.put_hand(not table.state().has_hand),
            "l": next_light,
            "p": other_pieces,
            "f": lambda: table.show_all(next(faces)),
        },
        cards=CardKeys(table),
        tell=lambda text: catalogues[device.preferences.language].tell(text),
        address=address,
        stop=stop,
    )
