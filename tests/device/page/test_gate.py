"""The way in: how fast those are dealt with who knock."""

import asyncio
import socket

import uvicorn

from device.page.doorkeeper import Doorkeeper
from device.page.gate import AT_ONCE, GuardedServer


def test_21_6_whoever_is_refused_keeps_nobody_waiting_long(monkeypatch):
    """A hundred that are refused and then one that is let in: with as many pauses as a quarter of them would take."""
    pauses, taken = [], []
    sleep = asyncio.sleep

    async def pause(seconds):
        pauses.append(seconds)
        await sleep(0)

    class Keeper(Doorkeeper):
        asked = 0

        def has_room(self, visitor):
            self.asked += 1
            return self.asked > 100

    async def knock():
        server = GuardedServer(uvicorn.Config(lambda: None), Keeper(8))
        server._connection = lambda: taken.append(1) or asyncio.Protocol()
        with socket.create_server(("127.0.0.1", 0), backlog=128) as listener:
            listener.setblocking(False)
            knocking = [socket.create_connection(listener.getsockname()) for _ in range(101)]
            monkeypatch.setattr(asyncio, "sleep", pause)
            gate = asyncio.create_task(server._let_in(listener))
            while not taken:
                await sleep(0.01)
            gate.cancel()
            await asyncio.gather(gate, return_exceptions=True)
            for line in knocking:
                line.close()

    asyncio.run(knock())
    assert 1 <= len(pauses) <= 100 // (4 * AT_ONCE) + 1
