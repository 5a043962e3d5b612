"""Opening the page to the home network and closing it again while it runs, as the menu does."""

import http.client
import socket

import pytest

from device.page import server as servers
from device.page.server import PageServer
from device.parts.door import Door
from device.parts.protocols import VirtualPanel
from device.records.invitations import Invitations
from device.records.phones import Phones
from tests.device.parts.drivers.waiting import wait_until

OTHER = "127.0.0.2"  # reached only by whoever listens everywhere


@pytest.fixture
def server(tmp_path):
    door = Door(Phones(tmp_path), Invitations(tmp_path))
    server = PageServer(VirtualPanel(), None, lambda: None, "de", 0, door=door)
    server.start()
    wait_until(lambda: server._server.is_listening)
    yield server
    server.stop()


def port_of(server):
    return int(server.own_address.rpartition(":")[2])


def asked(host, port):
    """The status of the page at this address; None if nobody is there."""
    connection = http.client.HTTPConnection(host, port, timeout=20)
    try:
        connection.request("GET", "/words", headers={"Host": "192.168.178.20"})
        return connection.getresponse().status
    except ConnectionError:
        return None
    finally:
        connection.close()


def test_the_page_opens_to_the_network_and_closes_again_without_a_restart(server):
    port = port_of(server)
    assert asked(OTHER, port) is None
    for _ in range(3):
        server.open_to_phones(True)
        wait_until(lambda: asked(OTHER, port) is not None)
        server.open_to_phones(True)
        assert port_of(server) == port == server._door.address.port
        server.open_to_phones(False)
        wait_until(lambda: asked(OTHER, port) is None)
        assert asked("127.0.0.1", port) == 403, "closed, it does not even answer to the device's address at home"
    with socket.create_connection(("127.0.0.1", port), 5):
        pass


def test_21_6_a_page_that_cannot_listen_for_a_moment_comes_back_by_itself(server, monkeypatch):
    port, refused = port_of(server), []
    listen = servers._listen

    def refuse_twice(port, host):
        if len(refused) < 2:
            refused.append(host)
            raise OSError(24, "Too many open files")
        return listen(port, host)

    monkeypatch.setattr(servers, "_listen", refuse_twice)
    server.open_to_phones(True)
    wait_until(lambda: asked(OTHER, port) is not None)
    assert len(refused) == 2


def test_21_6_of_two_wishes_the_last_one_counts(server, monkeypatch):
    port, is_refused = port_of(server), True
    listen = servers._listen

    def refuse_the_network(port, host):
        if is_refused and host == servers.EVERYWHERE:
            raise OSError(24, "Too many open files")
        return listen(port, host)

    monkeypatch.setattr(servers, "_listen", refuse_the_network)
    server.open_to_phones(True)
    wait_until(lambda: asked("127.0.0.1", port) is None)
    server.open_to_phones(False)
    wait_until(lambda: asked("127.0.0.1", port) is not None)
    is_refused = False
    assert asked(OTHER, port) is None, "nobody wants it open to the network any more"


def test_a_page_that_is_open_at_this_machine_stays_open_meanwhile(server):
    connection = http.client.HTTPConnection("127.0.0.1", port_of(server), timeout=20)
    connection.request("GET", "/events")
    stream = connection.getresponse()
    assert stream.status == 200
    server.open_to_phones(True)
    wait_until(lambda: asked(OTHER, port_of(server)) is not None)
    server.language = "en"
    while b'"language": "en"' not in (line := stream.readline()):
        assert line, "the stream ended"
    connection.close()
