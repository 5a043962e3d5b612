"""`bordbuch pair`: a code for one more phone, where the device has no display to show it on."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from device.command.verb import FINE, Verb, add_data, whole
from device.errors import DeviceError, FolderInUse, NotReachable


def run(given: argparse.Namespace) -> int:
    from device.app import configuration
    from device.config.configuration import NETWORK
    from device.parts.door import PageAddress
    from device.records.invitations import VALID_SECONDS, Invitations

    config = configuration(given.data)
    if config.web.listen != NETWORK:
        raise NotReachable(
            "The page answers to this machine only. Switch it on in the device's settings under Handy (Phones), or"
            ' write listen = "network" under [web] in bordbuch.toml and start Bordbuch again.'
        )
    _must_be_running(given.data)
    _become_its_owner(given.data)
    address = PageAddress(config.web.port if given.port is None else given.port)
    invitation = Invitations(given.data).invite()
    print(address.link(invitation.code))
    print(f"http://{address.by_name()}  http://{address.by_number()}")
    print(f"PIN {invitation.pin[:3]} {invitation.pin[3:]}")
    print(f"For one phone, within {round(VALID_SECONDS / 60)} minutes.")
    return FINE


def _must_be_running(folder: Path) -> None:
    """DeviceError if nobody is there whom the code could be given to."""
    from device.config.lock import only_one

    try:
        with only_one(folder):
            pass
    except FolderInUse:
        return
    raise DeviceError(f"No Bordbuch runs with the data in {folder}. Start it first, or name its folder: --data DIR")


def _become_its_owner(folder: Path) -> None:
    """As root, write as whoever the folder belongs to: the service must be able to read it."""
    if os.geteuid() == 0:
        belongs = folder.stat()
        os.setegid(belongs.st_gid)
        os.seteuid(belongs.st_uid)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=whole(1, 65535), help="of the page, if it runs at another one than configured")
    add_data(parser)


add_to = Verb("pair", "bordbuch pair", "a code for one more phone to open the page with", run, add_arguments).add_to
