"""The way in: connections are taken at a bounded pace, counted before anything is done for them, and refused if there
are too many."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from device.page.connection import GuardedConnection
from device.page.doorkeeper import Doorkeeper, visitor_of
from device.page.rehearsal import rehearse

log = logging.getLogger(__name__)

AT_ONCE: Final = 8  # connections taken without a pause
PAUSE_SECONDS: Final = 0.02  # so at most 400 a second, which leaves the device its time whoever knocks
REFUSED_FOR_ONE: Final = 4  # to send somebody away costs less: so nobody else has to wait behind all of them
NO_HANDLE_SECONDS: Final = 0.5  # before the next try when the machine can take none


class GuardedServer(uvicorn.Server):
    """The web server behind our own gate: what it listens on is given to `run`."""

    def __init__(self, config: uvicorn.Config, doorkeeper: Doorkeeper) -> None:
        super().__init__(config)
        self._doorkeeper = doorkeeper
        self._gates: list[asyncio.Task[None]] = []
        self._listeners: list[socket.socket] = []
        self._loop: asyncio.AbstractEventLoop | None = None  # once somebody can knock
        self._turn = asyncio.Lock()
        self._wishes = 0  # how often somebody wanted it to listen anew: only the last one counts

    def listen_anew(self, listen: Callable[[], socket.socket]) -> None:
        """Listen on what this gives in place of what there was; from any thread, and carried out a moment later.

        Whoever has come in from the network has to come in again.
        """
        if self._loop is not None:
            asyncio.run_coroutine_threadsafe(self._listen_anew(listen), self._loop)

    @property
    def is_listening(self) -> bool:
        return self._loop is not None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        try:
            await rehearse(self.config.loaded_app)
        except Exception:  # whoever asks for it next is told; the page is there all the same
            log.exception("the page could not answer itself")
        self._open_gates(list(sockets or ()))
        self._loop = asyncio.get_running_loop()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._close_gates()
        await super().shutdown(sockets)

    def _open_gates(self, listeners: list[socket.socket]) -> None:
        self._listeners = listeners
        self._gates = [asyncio.create_task(self._let_in(listener)) for listener in listeners]

    async def _close_gates(self) -> None:
        for gate in self._gates:
            gate.cancel()
        await asyncio.gather(*self._gates, return_exceptions=True)
        for listener in self._listeners:
            listener.close()
        self._gates, self._listeners = [], []  # whoever was just coming in is let go with them

    async def _listen_anew(self, listen: Callable[[], socket.socket]) -> None:
        self._wishes += 1
        wish = self._wishes
        async with self._turn:
            await self._close_gates()
            self._doorkeeper.send_network_away()
            while wish == self._wishes and not self.should_exit:
                try:
                    self._open_gates([listen()])
                    return
                except OSError as error:  # no handle left, say: the page comes back by itself
                    log.warning("the page cannot be reached for the moment (%s)", error)
                    self._doorkeeper.make_room(AT_ONCE)
                    await asyncio.sleep(NO_HANDLE_SECONDS)

    async def _let_in(self, listener: socket.socket) -> None:
        """Take connections until cancelled."""
        loop = asyncio.get_running_loop()
        pieces = 0  # of work since the last pause
        while True:
            try:
                connection, (address, *_) = await loop.sock_accept(listener)
            except OSError as error:  # no handle left in the whole machine, or the caller has gone already
                log.warning("a connection to the page cannot be taken (%s)", error.strerror)
                self._doorkeeper.make_room(AT_ONCE)
                await asyncio.sleep(NO_HANDLE_SECONDS)
                continue
            if self._doorkeeper.has_room(visitor_of(address)):
                pieces += REFUSED_FOR_ONE
                with contextlib.suppress(OSError):  # gone again
                    await loop.connect_accepted_socket(self._connection, connection)
            else:
                pieces += 1
                log.warning("too many connections to the page; one from %s is refused", address)
                connection.close()
            if pieces >= AT_ONCE * REFUSED_FOR_ONE:
                pieces = 0
                await asyncio.sleep(PAUSE_SECONDS)

    def _connection(self) -> GuardedConnection:
        return GuardedConnection(self.config, self.server_state, self.lifespan.state, self._doorkeeper)
