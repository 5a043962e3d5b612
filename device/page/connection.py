"""One connection to the page: it must ask its question in time and take the answer, or it is closed."""

from __future__ import annotations

import asyncio
import enum
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from device.page.doorkeeper import Doorkeeper, visitor_of

HEADER_SECONDS: Final = 5.0  # from the first moment, or the first byte of a further request, to the end of its header
BODY_SECONDS: Final = 5.0  # and from there to its last byte
TAKING_SECONDS: Final = 10.0  # how long an answer may lie there that nobody takes
QUIET_SECONDS: Final = 5.0  # between two requests


class _Stage(enum.Enum):
    QUIET = enum.auto()
    HEADER = enum.auto()
    BODY = enum.auto()
    ANSWER = enum.auto()
    CLOSING = enum.auto()


# States of a connection by the names that the protocol's library gives them.
_NOT_BEGUN: Final = "IDLE"
_WITHOUT_BODY_YET: Final = "SEND_BODY"
_NOT_ANSWERED: Final = ("IDLE", "SEND_RESPONSE")

_SECONDS: Final = {
    _Stage.QUIET: QUIET_SECONDS,
    _Stage.HEADER: HEADER_SECONDS,
    _Stage.BODY: BODY_SECONDS,
    _Stage.CLOSING: TAKING_SECONDS,
}


class GuardedConnection(H11Protocol):
    """The server's own protocol with limits of time. How slowly bytes trickle in makes no difference to them."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], doorkeeper: Doorkeeper
    ) -> None:
        super().__init__(config, server_state, app_state)
        self._doorkeeper = doorkeeper
        self._stage = _Stage.HEADER
        self._stage_since = 0.0
        self._stage_end: asyncio.TimerHandle | None = None
        self._taking_end: asyncio.TimerHandle | None = None
        self.visitor = ""

    # --- what the doorkeeper asks ---

    @property
    def waiting_since(self) -> float | None:
        """A request that is not complete counts as waiting, and so does an answer that is not taken."""
        is_answered = self._stage is _Stage.ANSWER and self._taking_end is None
        return None if is_answered else self._stage_since

    def send_away(self) -> None:
        self.transport.abort()

    # --- what happens to it ---

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.visitor = visitor_of(self.client[0] if self.client else "")
        self._doorkeeper.enter(self)
        self._enter(_Stage.HEADER)

    def data_received(self, data: bytes) -> None:
        if self._stage is _Stage.QUIET:
            self._enter(_Stage.HEADER)
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._follow()

    def send_400_response(self, msg: str) -> None:
        if repr(self.conn.our_state) in _NOT_ANSWERED:
            super().send_400_response(msg)
        else:  # an answer was sent before the request made no sense
            self.send_away()

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._taking_end is None:
            self._taking_end = self.loop.call_later(TAKING_SECONDS, self.send_away)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_taking_time()

    def connection_lost(self, exc: Exception | None) -> None:
        self._doorkeeper.leave(self)
        self._enter(_Stage.CLOSING, is_timed=False)
        self._stop_taking_time()
        super().connection_lost(exc)

    # --- where it stands ---

    def _follow(self) -> None:
        """Look how far the request has come, and begin its next limit of time if it is a new stage."""
        request = repr(self.conn.their_state)
        if self.transport.is_closing():
            stage = _Stage.CLOSING
        elif request == _WITHOUT_BODY_YET:
            stage = _Stage.BODY
        elif request != _NOT_BEGUN:
            stage = _Stage.ANSWER
        elif self._stage is _Stage.HEADER:
            return
        else:
            stage = _Stage.QUIET if not self.conn.trailing_data[0] else _Stage.HEADER
        if stage is not self._stage:
            self._enter(stage)

    def _enter(self, stage: _Stage, *, is_timed: bool = True) -> None:
        if self._stage_end is not None:
            self._stage_end.cancel()
            self._stage_end = None
        self._stage, self._stage_since = stage, self.loop.time()
        if is_timed and stage in _SECONDS:
            self._stage_end = self.loop.call_later(_SECONDS[stage], self.send_away)

    def _stop_taking_time(self) -> None:
        if self._taking_end is not None:
            self._taking_end.cancel()
            self._taking_end = None
