"""The one place where the objects are built and wired: the device, at a real or at the simulated table."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.config.configuration import Config, load_config
from device.config.lock import only_one
from device.config.preferences import Preferences
from device.errors import BadFolder, UnknownGame
from device.parts.first_screen import show_first_screen
from device.parts.kit import Parts, panel_alone
from device.parts.protocols import VirtualPanel

if TYPE_CHECKING:
    from device.boxes.box import GameList
    from device.eyes.eyes import Eyes
    from device.records.journal import Journal
    from device.simulator.acts.table import SimulatedTable
    from device.simulator.simulated_side import SimulatedSide
    from device.talks.service import Service
    from games.spine.dialogue import Setup


@dataclass(frozen=True, slots=True)
class Device:
    """Everything that belongs to a device. `side` is the simulated table, if the camera sees no real one."""

    config: Config
    preferences: Preferences
    panel: VirtualPanel
    eyes: Eyes
    journal: Journal
    game_list: GameList
    service: Service
    problems: tuple[str, ...]  # sentences about parts and data files that cannot be used
    side: SimulatedSide | None
    is_on_page: bool  # the page is the device's only display, and whoever holds the device looks at it

    @property
    def table(self) -> SimulatedTable:
        """The simulated table of a device that has one."""
        if self.side is None:
            raise LookupError("this device looks at a real table")
        return self.side.table

    def set_the_table(self) -> None:
        """Let the player at the simulated table take out what the game that is on needs."""
        if self.side is not None:
            self.side.follow(self.service)

    def hides_table(self) -> bool:
        """Whether the page must not show the table now: something may lie there that is for one player alone."""
        discretion = self.service.discretion
        return discretion.hides_table_from_holder if self.is_on_page else discretion.hides_table

    def camera_jpeg(self) -> bytes | None:
        """The newest picture of the table for the page."""
        import cv2

        frame = self.eyes.frame
        if frame is None:
            return None
        done, data = cv2.imencode(".jpg", frame.pixels, [cv2.IMWRITE_JPEG_QUALITY, 80])
        return data.tobytes() if done else None

    def setup(self, game: str, level: str | None) -> Setup:
        """A new session for the players of last time; UnknownGame or UnknownLevel if there is no such."""
        from device.menus.new_game import new_setup, usual_players

        if game not in self.game_list:
            raise UnknownGame(f"There is no game {game!r}. The games are: {', '.join(self.game_list)}.")
        loaded = self.game_list[game]
        return new_setup(loaded, loaded.start_of(level), usual_players(loaded, self.preferences))


def configuration(folder: Path, language: str | None = None) -> Config:
    """The configuration in this data folder; BadFolder if it is none, ConfigError if it cannot be taken."""
    if folder.exists() and not folder.is_dir():
        raise BadFolder(f"{folder} is a file, not a folder. Name a folder for the book: --data DIR")
    config = load_config(folder)
    return config if language is None else replace(config, language=language)


@contextlib.contextmanager
def simulated_device(
    folder: Path,
    *,
    language: str | None = None,
    seed: int | None = None,
    clock: Callable[[], float] = time.monotonic,
    is_swept: bool = False,
) -> Iterator[Device]:
    """The whole device on the page and at the simulated table, with its data in `folder`; closed afterwards.

    On the table lies what lies there on an ordinary evening, unless it `is_swept`.
    """
    config = configuration(folder, language)
    parts = panel_alone()
    show_first_screen(parts.display, config.language)
    try:
        with built(folder, config, parts, seed=seed, clock=clock, is_swept=is_swept) as device:
            yield device
    finally:
        parts.close()


@contextlib.contextmanager
def built(
    folder: Path,
    config: Config,
    parts: Parts,
    *,
    switch_off: Callable[[], None] | None = None,
    seed: int | None = None,
    clock: Callable[[], float] = time.monotonic,
    is_swept: bool = False,
) -> Iterator[Device]:
    """Build the device of these parts, which stay their owner's to close. All that is slow is loaded here."""
    from device.boxes.found import find_boxes, workshops_of
    from device.boxes.loader import load_games
    from device.eyes.eyes import Eyes
    from device.eyes.profiles import Profiles
    from device.eyes.readers import BallReader, DiceReader, NumberCardReader
    from device.eyes.shown_card_reader import ShownCardReader
    from device.eyes.table_memory import TableMemory
    from device.menus.checks import CheckMenu
    from device.menus.lobby import Lobby
    from device.menus.new_game import NewGame
    from device.menus.settings import SettingsMenu
    from device.records.journal import Journal
    from device.talks.service import Service
    from device.teaching.teach_in import TeachIn
    from device.words.catalogue import Catalogue
    from games.spine.dialogue import say
    from vision.base.agreement import agree
    from vision.table.motion import SteadyGate

    preferences = Preferences(folder, config)
    with only_one(folder), Journal.open(folder) as journal:
        boxes, bad_boxes = find_boxes()
        game_list, problems = load_games(folder, boxes)
        side, camera = None, parts.open_camera() if parts.open_camera is not None else None
        if camera is None:
            from device.simulator.simulated_side import SimulatedSide

            side = SimulatedSide(game_list, seed, clock, is_swept)
            camera = side.camera
        profiles = Profiles(folder)
        table_memory = TableMemory(folder)
        read_dice = DiceReader(profiles, preferences, table_memory)
        read_cards = NumberCardReader(profiles, preferences, table_memory)
        read_balls = BallReader(profiles, preferences, table_memory)
        cards_of_the_table = (side.known_cards,) if side is not None else ()
        read_shown = ShownCardReader(profiles, preferences, table_memory, *cards_of_the_table)
        eyes = Eyes(camera, SteadyGate(), read_dice, agree, read_cards, read_balls, read_shown)
        workshops, bad_workshops = workshops_of(boxes, folder, game_list, journal)
        bad_boxes += bad_workshops
        told = [say(problem.key) for problem in parts.problems]
        told += [say("lobby.bad_game", name=problem.name) for problem in bad_boxes]
        told += [say("lobby.bad_data", file=problem.file) for problem in problems]
        sentences = [problem.sentence for problem in parts.problems]
        sentences += [problem.sentence for problem in bad_boxes]
        sentences += [str(problem) for problem in problems]

        def card_names() -> tuple[str, ...]:
            return tuple(name for workshop in workshops for name in workshop.card_names())

        def profile_problem() -> str | None:
            return read_dice.problem or read_cards.problem or read_balls.problem or read_shown.problem

        problem_now = profile_problem()
        if problem_now is not None:
            told.append(say("lobby.bad_profile", profile=preferences.profile))
            sentences.append(problem_now)
        service = Service(
            eyes=eyes,
            display=parts.display,
            buttons=parts.buttons,
            beeper=parts.beeper,
            journal=journal,
            game_list=game_list,
            lobby=Lobby(
                game_list,
                journal,
                NewGame(game_list, journal, preferences),
                SettingsMenu(
                    preferences,
                    TeachIn(profiles, preferences, eyes, card_names),
                    profile_problem,
                    table_memory,
                    workshops,
                    CheckMenu(folder, eyes, parts.beeper),
                    switch_off,
                ),
            ),
            preferences=preferences,
            words=partial(Catalogue.load, packages=[box.texts_in for box in boxes]),
            clock=clock,
            problems=tuple(told),
        )
        try:
            yield Device(
                config,
                preferences,
                parts.panel,
                eyes,
                journal,
                game_list,
                service,
                tuple(sentences),
                side,
                parts.is_on_page,
            )
        finally:
            camera.close()
