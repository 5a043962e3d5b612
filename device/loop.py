"""Bordbuch at work: the loop, with the page and the terminal beside it, on a laptop or as the service of the device."""

from __future__ import annotations

import contextlib
import itertools
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from device.app import Device, built, configuration, simulated_device
from device.config.configuration import Config
from device.errors import DeviceError, PortInUse
from device.parts.first_screen import show_first_screen
from device.parts.kit import Parts, is_raspberry_pi, without_auto
from device.parts.protocols import Display

if TYPE_CHECKING:
    from device.page.server import PageServer
    from device.parts.drivers.assembly import Assembly
    from device.parts.drivers.notify import Notifier
    from device.parts.drivers.power import PowerSwitch
    from device.talks.service import Service

log = logging.getLogger(__name__)

READING_SECONDS = 8.0
FAILURES_IN_A_ROW = 20  # after so many broken steps without a good one the device gives up


def keep_going(service: Service, stop: threading.Event, period_seconds: float, after_step: Callable[[], None]) -> None:
    """Step until told to stop. A step that breaks is logged and told to the player; the journal has all before it."""
    failures, is_told = 0, False
    while not stop.is_set():
        began = time.monotonic()
        try:
            service.step()
            after_step()
            failures, is_told = 0, False
        except Exception as error:
            failures += 1
            log.error("a step of the loop broke\n%s", service.trace_of(error))
            if failures >= FAILURES_IN_A_ROW:
                raise DeviceError(
                    "Bordbuch stumbled again and again and stops; every confirmed step is kept."
                    " The log in the data folder says more; start it again to go on."
                ) from error
            is_told = is_told or _stumbles(service)
        stop.wait(max(0.0, period_seconds - (time.monotonic() - began)))


def _stumbles(service: Service) -> bool:
    """Lead home with a sentence; False if that breaks, too, to be tried again after the next step."""
    try:
        service.stumble()
    except Exception as error:  # noqa: BLE001 - as in a step
        log.error("the way home broke, too\n%s", service.trace_of(error))
        return False
    return True


def play(
    folder: Path,
    *,
    game: str | None = None,
    level: str | None = None,
    language: str | None = None,
    port: int | None = None,
    seed: int | None = None,
    is_swept: bool = False,
    with_terminal: bool,
    stop: threading.Event,
) -> None:
    """The whole device on the simulated table, with its page and, if there is one, in the terminal, until `stop`."""
    with contextlib.ExitStack() as open_things:
        device = open_things.enter_context(
            simulated_device(folder, language=language, seed=seed, is_swept=is_swept, leads_in=True)
        )
        for problem in device.problems:
            print(problem, file=sys.stderr)
        setup = device.setup(game, level) if game is not None else None
        for_phones = device.preferences.is_for_phones
        page = page_of(device, device.config.web.port if port is None else port, for_network=for_phones)
        page.start()
        open_things.callback(page.stop)
        if setup is not None:
            device.service.offer(setup)
        print(page.own_address, flush=True)
        if with_terminal:
            open_things.enter_context(_terminal(device, page.own_address, stop))

        def follow() -> None:
            page.language = device.preferences.language
            page.open_to_phones(device.preferences.is_for_phones)
            device.set_the_table()

        keep_going(device.service, stop, _period(device), follow)


def run(folder: Path, *, language: str | None = None, port: int | None = None, stop: threading.Event) -> None:
    """The service on the device, until `stop`: its first screen before anything slow, the display off at the end."""
    from device.parts.drivers.assembly import Assembly

    try:
        config, refused = configuration(folder, language), None
    except DeviceError as error:  # the device itself says so, too, on the display it would have by default
        config, refused = Config(), error
    assembly = Assembly(without_auto(config.parts, is_raspberry_pi()))
    show_first_screen(assembly.display, config.language)
    from device.parts.drivers.notify import Notifier
    from device.parts.drivers.power import PowerSwitch

    power, notifier = PowerSwitch(os.environ, stop.set), Notifier(os.environ, time.monotonic)
    parts = assembly.finish(power.switch_off)
    if assembly.wants_choice:
        _choose_panel(assembly, parts, folder, config.language)
    try:
        if refused is not None:
            raise refused
        with built(
            folder, config, parts, switch_off=power.switch_off, going_on=notifier.going_on, leads_in=True
        ) as device:
            _serve(device, parts, power, notifier, config.web.port if port is None else port, stop)
    except DeviceError:
        if not parts.is_on_page:  # the page is not there any more, or has never been
            _tell_that_it_failed(parts.display, config.language, stop)
        raise
    finally:
        parts.close()


def _choose_panel(assembly: Assembly, parts: Parts, folder: Path, language: str) -> None:
    """Ask which chip the display has, by what can be read on it, and keep the answer."""
    from dataclasses import replace

    from device.config.configuration import load_settings, save_settings
    from device.parts.drivers.panel_choice import choose_panel
    from device.screens.content import Message
    from device.screens.render import render
    from device.words.catalogue import Catalogue
    from games.spine.dialogue import say

    tell = Catalogue.load(language).tell
    picture = render(Message("Bordbuch", tell(say("start.readable")), footer=tell(say("start.readable_ok"))))
    kind = choose_panel(assembly.use_panel, parts.display.show, parts.buttons.presses, picture)
    log.info("the display has the chip %s", kind or "that nobody named")
    if kind is not None:
        try:
            save_settings(folder, replace(load_settings(folder), panel=kind))
        except (DeviceError, OSError) as error:  # it is asked again at the next start
            log.warning("the display's chip could not be kept: %s", error)


def _serve(
    device: Device, parts: Parts, power: PowerSwitch, notifier: Notifier, port: int, stop: threading.Event
) -> None:
    """The loop of the service, with its page if that can be had, watched by systemd."""
    for problem in device.problems:
        log.warning("%s", problem)
    page = _page_if_it_can_be(device, port)

    def follow() -> None:
        if page is not None:
            page.language = device.preferences.language
            page.open_to_phones(device.preferences.is_for_phones)
        device.set_the_table()
        for words in parts.news():
            device.service.complain(words)
        power.step()
        notifier.alive()

    try:
        keep_going(device.service, stop, _period(device), follow)
    finally:
        notifier.stopping()
        if page is not None:
            page.stop()


def _tell_that_it_failed(display: Display, language: str, stop: threading.Event) -> None:
    """Leave a sentence on the display for as long as somebody needs to read it."""
    from device.screens.content import Message
    from device.screens.render import render
    from device.words.catalogue import Catalogue
    from games.spine.dialogue import say

    tell = Catalogue.load(language).tell
    display.show(render(Message(tell(say("title.careful")), tell(say("start.failed")), is_warning=True)))
    stop.wait(READING_SECONDS)


def _period(device: Device) -> float:
    return 1 / device.config.parts.camera.frames_per_second


def page_of(device: Device, port: int, *, for_network: bool = False) -> PageServer:
    """The page of this device; not started yet."""
    from device.page.server import PageServer

    table = device.side.table if device.side is not None else None
    return PageServer(
        device.panel,
        table,
        device.camera_jpeg,
        device.preferences.language,
        port,
        device.hides_table,
        for_network=for_network,
        looks_alone=device.looks_alone,
        hides_from_afar=device.hides_table_from_afar,
        door=device.door,
        taps=device.service.taps,
        words=device.words,
    )


def _page_if_it_can_be(device: Device, port: int) -> PageServer | None:
    """The page, started; a port that somebody else has is no reason not to play."""
    page = page_of(device, port, for_network=device.preferences.is_for_phones)
    try:
        page.start()
    except PortInUse as error:
        log.warning("%s", error)
        return None
    print(page.address, flush=True)
    return page


def _terminal(device: Device, address: str, stop: threading.Event) -> contextlib.AbstractContextManager[object]:
    from device.simulator.render.scene import Face, Light, Pieces
    from device.terminal.cards import CardKeys
    from device.terminal.ship import ShipKeys
    from device.terminal.shown import EitherKeys, ShownKeys
    from device.terminal.terminal import Terminal
    from device.words.catalogue import Catalogue

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
            "d": lambda: table.sweep(not table.state().is_swept),
            "p": other_pieces,
            "f": lambda: table.show_all(next(faces)),
        },
        cards=EitherKeys(ShownKeys(table), CardKeys(table), ShipKeys(table)),
        tell=lambda text: catalogues[device.preferences.language].tell(text),
        address=address,
        stop=stop,
    )
