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
from device.config.damaged_settings import can_read_settings, put_damaged_settings_aside
from device.config.lock import only_one
from device.config.preferences import Preferences
from device.errors import BadFolder, UnknownGame
from device.parts.first_screen import show_first_screen
from device.parts.kit import ManyBeepers, Parts, panel_alone
from device.parts.protocols import VirtualPanel

if TYPE_CHECKING:
    from device.boxes.box import GameList
    from device.eyes.eyes import Eyes
    from device.parts.door import Door
    from device.records.journal import Journal
    from device.simulator.acts.table import SimulatedTable
    from device.simulator.simulated_side import SimulatedSide
    from device.talks.service import Service
    from device.words.catalogue import Catalogue
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
    door: Door  # for phones
    words: Callable[[str], Catalogue]  # all texts in one language
    is_on_page: Callable[[], bool]  # whether the page is the device's only display now: whoever holds it looks there

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
        return discretion.hides_table_from_holder if self.is_on_page() else discretion.hides_table

    def hides_table_from_afar(self) -> bool:
        """The same for somebody who looks from elsewhere in the network, and so does not hold the device."""
        return self.service.discretion.hides_table

    def looks_alone(self) -> str | None:
        """The one player who holds the device, which is the page, and sees there what is hidden from the others."""
        return self.service.discretion.looks_alone if self.is_on_page() else None

    def camera_jpeg(self) -> bytes | None:
        """The newest picture of the table for the page; None if it is private and its player does not look."""
        import cv2

        from vision.base.errors import PrivatePicture

        frame = self.eyes.frame
        if frame is None:
            return None
        try:
            frame = frame if self.looks_alone() is not None else frame.to_keep()
        except PrivatePicture:
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
    """The configuration in this data folder; BadFolder if it is none, ConfigError if the owner's is not in order.

    The device's own settings never keep it from starting: a damaged file of them is set aside.
    """
    if folder.exists() and not folder.is_dir():
        raise BadFolder(f"{folder} is a file, not a folder. Name a folder for the book: --data DIR")
    set_aside = put_damaged_settings_aside(folder)
    config = replace(load_config(folder, with_settings=can_read_settings(folder)), set_aside=set_aside)
    return config if language is None else replace(config, language=language)


@contextlib.contextmanager
def simulated_device(
    folder: Path,
    *,
    language: str | None = None,
    seed: int | None = None,
    clock: Callable[[], float] = time.monotonic,
    is_swept: bool = False,
    leads_in: bool = False,
) -> Iterator[Device]:
    """The whole device on the page and at the simulated table, with its data in `folder`; closed afterwards.

    On the table lies what lies there on an ordinary evening, unless it `is_swept`. `leads_in` as in `built`.
    """
    config = configuration(folder, language)
    parts = panel_alone()
    show_first_screen(parts.display, config.language)
    try:
        with built(folder, config, parts, seed=seed, clock=clock, is_swept=is_swept, leads_in=leads_in) as device:
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
    going_on: Callable[[], None] = lambda: None,
    leads_in: bool = False,
) -> Iterator[Device]:
    """Build the device of these parts, which stay their owner's to close. All that is slow is loaded here.

    `leads_in` leads somebody who switches it on for the first time through the first evening. `going_on` is called
    every now and then while a long session is played again.
    """
    from device.boxes.found import find_boxes, workshops_of
    from device.boxes.loader import load_games
    from device.eyes.discreet_camera import DiscreetCamera
    from device.eyes.eyes import Eyes
    from device.eyes.profiles import Profiles
    from device.eyes.readers import BallReader, DiceReader, NumberCardReader
    from device.eyes.settling import SettlingGate
    from device.eyes.shown_card_reader import ShownCardReader
    from device.eyes.table_memory import TableMemory
    from device.menus.checks import CheckMenu
    from device.menus.first_evening import FirstEvening
    from device.menus.lobby import Lobby
    from device.menus.new_game import NewGame
    from device.menus.phones import PhoneMenu
    from device.menus.settings import SettingsMenu
    from device.parts.door import Door
    from device.records.invitations import Invitations
    from device.records.mending import open_or_mend
    from device.records.phones import Phones
    from device.records.session_signs import sweep_signs
    from device.talks.discretion import Discretion
    from device.talks.service import Service
    from device.teaching.teach_in import TeachIn
    from device.words.catalogue import Catalogue
    from games.spine.dialogue import say
    from vision.base.agreement import agree

    _import_what_is_used_late()
    preferences = Preferences(folder, config)
    with contextlib.ExitStack() as open_things:
        open_things.enter_context(only_one(folder))
        journal, mended = open_or_mend(folder)
        open_things.enter_context(journal)
        journal.copy_of_today()
        sweep_signs(journal)
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
        discretion = Discretion()
        camera = DiscreetCamera(camera, lambda: discretion.hides_table)
        eyes = Eyes(camera, SettlingGate(), read_dice, agree, read_cards, read_balls, read_shown)
        workshops, bad_workshops = workshops_of(boxes, folder, game_list, journal)
        bad_boxes += bad_workshops
        told = [*mended, *(say("lobby.settings_aside") for _ in config.set_aside)]
        told += [say(problem.key) for problem in parts.problems]
        told += [say("lobby.bad_game", name=problem.name) for problem in bad_boxes]
        told += [problem.words for problem in problems]
        sentences = [*config.set_aside, *(problem.sentence for problem in parts.problems)]
        sentences += [problem.sentence for problem in bad_boxes]
        sentences += [problem.told(preferences.language) for problem in problems]

        def card_names() -> tuple[str, ...]:
            return tuple(name for workshop in workshops for name in workshop.card_names())

        def profile_problem() -> str | None:
            return read_dice.problem or read_cards.problem or read_balls.problem or read_shown.problem

        problem_now = profile_problem()
        if problem_now is not None:
            told.append(say("lobby.bad_profile", profile=preferences.profile))
            sentences.append(problem_now)
        beeper = ManyBeepers(parts.beeper)
        is_first = leads_in and not preferences.is_welcomed and not journal.has_sessions()
        door = Door(Phones(folder), Invitations(folder))
        door.invitations.withdraw()  # one of an earlier run
        if door.phones.is_damaged:
            told.append(say("phones.damaged"))
        words = partial(Catalogue.load, packages=[box.texts_in for box in boxes])
        new_game = NewGame(game_list, journal, preferences)
        service = Service(
            eyes=eyes,
            display=parts.display,
            buttons=parts.buttons,
            beeper=beeper,
            journal=journal,
            game_list=game_list,
            lobby=Lobby(
                game_list,
                journal,
                new_game,
                SettingsMenu(
                    preferences,
                    TeachIn(profiles, preferences, eyes, card_names),
                    profile_problem,
                    table_memory,
                    workshops,
                    CheckMenu(folder, eyes, beeper),
                    PhoneMenu(preferences, door, new_game.known_names),
                    switch_off,
                ),
                FirstEvening(preferences, eyes) if is_first else None,
            ),
            preferences=preferences,
            words=words,
            clock=clock,
            problems=tuple(told),
            discretion=discretion,
            going_on=going_on,
            has_phone=lambda player: preferences.is_for_phones and door.phones.belongs_to(player),
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
                door,
                words,
                lambda: parts.is_on_page,
            )
        finally:
            camera.close()


def _import_what_is_used_late() -> None:
    """Import what is otherwise imported where it is first used: by then there may be no file handle left to do so."""
    import numpy.ma  # noqa: F401 - by medians
    import segno  # noqa: F401
    from PIL import Image

    from device.teaching import ball_course, card_course, number_course, symbol_course  # noqa: F401

    Image.preinit()
