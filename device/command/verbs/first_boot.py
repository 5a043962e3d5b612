"""`bordbuch first-boot`: files for a card that installs Bordbuch by itself."""

from __future__ import annotations

import argparse
import getpass
import sys
from pathlib import Path

from device.command.verb import FINE, Verb, add_data


def run(given: argparse.Namespace) -> int:
    from device.command.first_boot import Card, write_card
    from device.config.configuration import load_config

    card = Card(
        package=given.package,
        hostname=given.hostname,
        user=given.user,
        ssh_key=given.ssh_key.read_text(encoding="utf-8").strip() if given.ssh_key else "",
        wifi=given.wifi or "",
        wifi_password=_password(given.wifi, given.wifi_password_file) if given.wifi else "",
        country=given.country,
        language=given.lang or load_config(given.data).language,
        timezone=given.timezone,
    )
    for path in write_card(card, given.out):
        print(path)
    print(
        f"Put the card into the Pi and switch it on. After ten minutes or so it is ready: {card.hostname}.local",
        file=sys.stderr,
    )
    return FINE


def _password(wifi: str, file: Path | None) -> str:
    """Never as an argument, which everybody on the machine could read."""
    if file is not None:
        return file.read_text(encoding="utf-8").strip("\r\n")
    if sys.stdin.isatty():
        return getpass.getpass(f"Password of {wifi}: ")
    return sys.stdin.readline().strip("\r\n")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, metavar="FOLDER", required=True, help="the card's boot partition")
    parser.add_argument("--package", type=Path, metavar="FILE.deb", required=True, help="from `make deb ARCH=arm64`")
    parser.add_argument("--wifi", metavar="NAME", help="of your Wi-Fi; the password is asked for")
    parser.add_argument("--wifi-password-file", type=Path, metavar="FILE", help="instead of asking")
    parser.add_argument("--country", default="DE", help="where the Wi-Fi is (default: DE)")
    parser.add_argument("--hostname", default="bordbuch", metavar="NAME", help="of the Pi (default: bordbuch)")
    parser.add_argument("--user", default="spieler", metavar="NAME", help="who may log in (default: spieler)")
    parser.add_argument("--ssh-key", type=Path, metavar="FILE.pub", help="with which that user logs in")
    parser.add_argument("--timezone", default="Europe/Berlin", metavar="ZONE")
    parser.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    add_data(parser)


add_to = Verb(
    "first-boot",
    "bordbuch first-boot --wifi Zuhause --package dist/bordbuch_0.1.0_arm64.deb --out /media/ida/bootfs",
    "files for a freshly written card, so that the Pi installs Bordbuch by itself",
    run,
    add_arguments,
).add_to
