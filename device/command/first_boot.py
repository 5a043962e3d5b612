"""Files for a freshly written card, so that a Pi installs Bordbuch by itself when it is switched on the first time.

Raspberry Pi OS from Trixie on looks for `user-data` and `network-config` on its boot partition (cloud-init). Ours name
the machine, join the Wi-Fi, install the package that lies beside them, and say on the OLED how far it is.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import string
from dataclasses import dataclass
from pathlib import Path

from device.errors import DeviceError

CONFIG = "config.txt"  # of the firmware, on the same partition
SWITCHED_ON = ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=100000", "camera_auto_detect=1")
SCRIPTS = "/usr/local/lib/bordbuch-first-boot"
WIFI_PASSWORD = range(8, 64)  # how long it may be


class BadCard(DeviceError, ValueError):
    """What was given does not make a card that starts; the message says what and how to mend it."""


@dataclass(frozen=True, slots=True)
class Card:
    """All that a fresh Pi has to be told."""

    package: Path  # Bordbuch as a Debian package
    hostname: str = "bordbuch"
    user: str = "spieler"
    ssh_key: str = ""  # without one nobody can log in over the network
    wifi: str = ""  # "" if it hangs on a cable, or on nothing
    wifi_password: str = ""
    country: str = "DE"
    language: str = "de"
    timezone: str = "Europe/Berlin"


def write_card(card: Card, folder: Path) -> list[Path]:
    """Write everything into this folder, the card's boot partition; what was written."""
    _check(card, folder)
    files = {"user-data": user_data(card), "network-config": network_config(card), "meta-data": meta_data(card)}
    written = []
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
        written.append(folder / name)
    if card.package.parent.resolve() != folder.resolve():
        shutil.copy(card.package, folder / card.package.name)
    written.append(folder / card.package.name)
    if (folder / CONFIG).exists():
        _switch_on(folder / CONFIG)
        written.append(folder / CONFIG)
    return written


def _check(card: Card, folder: Path) -> None:
    """Refuse before anything is written."""
    if not folder.is_dir():
        raise BadCard(f"{folder} is no folder. Name the boot partition of the card, or a folder to copy from.")
    if not card.package.is_file() or card.package.suffix != ".deb":
        raise BadCard(f"{card.package} is no Debian package. Make one with `make deb ARCH=arm64`, then --package FILE.")
    if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", card.hostname):
        raise BadCard(f"A machine cannot be called {card.hostname!r}: small letters, digits and hyphens only.")
    if not re.fullmatch(r"[a-z_][a-z0-9_-]{0,30}", card.user) or card.user in ("root", "bordbuch"):
        raise BadCard(f"A user cannot be called {card.user!r}: small letters and digits, neither root nor bordbuch.")
    if not re.fullmatch(r"[A-Z]{2}", card.country):
        raise BadCard(f"{card.country!r} is no country for the Wi-Fi: two capital letters, such as DE.")
    if card.wifi and len(card.wifi.encode()) > 32:
        raise BadCard("The name of the Wi-Fi is too long: 32 bytes at most.")
    if card.wifi and len(card.wifi_password.encode()) not in WIFI_PASSWORD:
        raise BadCard("The Wi-Fi's password must have 8 to 63 characters.")
    if card.ssh_key and not re.match(r"(ssh-|ecdsa-|sk-)\S+ \S+", card.ssh_key):
        raise BadCard("That is no public ssh key; it begins with ssh-ed25519 or the like (the file ends in .pub).")


def user_data(card: Card) -> str:
    """What cloud-init does at the first boot. Every text is quoted as JSON, which is YAML, too."""
    words = WORDS[card.language]
    files = {f"{SCRIPTS}/show": SHOW, f"{SCRIPTS}/install": _install_script(card.package.name, words)}
    lines = [
        "#cloud-config",
        f"hostname: {_text(card.hostname)}",
        "manage_etc_hosts: true",
        f"timezone: {_text(card.timezone)}",
        "users:",
        f"  - name: {_text(card.user)}",
        "    groups: [adm, sudo, video, gpio, i2c, spi]",
        "    shell: /bin/bash",
        "    lock_passwd: true",
        '    sudo: "ALL=(ALL) NOPASSWD:ALL"',
        *([f"    ssh_authorized_keys: [{_text(card.ssh_key.strip())}]"] if card.ssh_key else []),
        "ssh_pwauth: false",
        "write_files:",
    ]
    for path, text in files.items():
        lines += [f"  - path: {path}", '    permissions: "0755"', f"    content: {_text(text)}"]
    lines += ["runcmd:", f"  - [{SCRIPTS}/install]"]
    return "\n".join(lines) + "\n"


def network_config(card: Card) -> str:
    """A cable if there is one, and the Wi-Fi; its password only as the key that is made of it."""
    lines = ["version: 2", "ethernets:", "  eth0: {dhcp4: true, optional: true}"]
    if card.wifi:
        lines += [
            "wifis:",
            "  wlan0:",
            "    dhcp4: true",
            "    optional: true",
            f"    regulatory-domain: {_text(card.country)}",
            "    access-points:",
            f"      {_text(card.wifi)}: {{password: {_text(wifi_key(card.wifi, card.wifi_password))}}}",
        ]
    return "\n".join(lines) + "\n"


def meta_data(card: Card) -> str:
    """Which machine this is: cloud-init does the same for each only once."""
    sign = hashlib.sha256(user_data(card).encode()).hexdigest()[:12]
    return f"instance-id: {card.hostname}-{sign}\n"


def wifi_key(name: str, password: str) -> str:
    """The key that WPA makes of a password, so that the password itself does not stand on the card.

    >>> wifi_key("IEEE", "password")
    'f42c6fc52df0ebef9ebb4b90b38a5f902e83fe1b135a70e23aed762e9710a12e'
    """
    if len(password) == 64 and set(password) <= set(string.hexdigits):
        return password
    return hashlib.pbkdf2_hmac("sha1", password.encode(), name.encode(), 4096, 32).hex()


def _switch_on(config: Path) -> None:
    """Let display and camera be found from the first boot on; what stands there stays."""
    text = config.read_text(encoding="utf-8", errors="surrogateescape")
    missing = [line for line in SWITCHED_ON if line not in text.splitlines()]
    if missing:
        ends = "" if text.endswith("\n") or not text else "\n"
        more = "\n".join(["[all]", *missing])
        config.write_text(f"{text}{ends}{more}\n", encoding="utf-8", errors="surrogateescape", newline="\n")


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


WORDS = {
    "de": ("Pakete suchen", "Bordbuch laden", "gleich fertig", "Kein Netz? Kabel/WLAN"),
    "en": ("finding packages", "loading Bordbuch", "nearly there", "No network? Cable/Wi-Fi"),
}


def _install_script(package: str, words: tuple[str, str, str, str]) -> str:
    """What the first boot does, with its progress on the OLED as soon as there is a program to draw with."""
    find, load, ready, failed = words
    return f"""#!/bin/sh
# Bordbuch at the first boot. Runs once; what it says is in /var/log/bordbuch-first-boot.log.
exec >> /var/log/bordbuch-first-boot.log 2>&1
show={SCRIPTS}/show
export DEBIAN_FRONTEND=noninteractive
modprobe i2c-dev || true
tries=0
until apt-get update -q && apt-get install -y -q --no-install-recommends python3-luma.oled; do
  tries=$((tries + 1))
  $show 1 "{failed}" || true
  [ "$tries" -lt 60 ] || exit 1
  sleep 10
done
$show 1 "{find}" || true
for folder in /boot/firmware /boot; do
  if [ -e "$folder/{package}" ]; then cp "$folder/{package}" /var/tmp/; break; fi
done
$show 2 "{load}" || true
apt-get install -y -q "/var/tmp/{package}" || {{ $show 2 "{failed}" || true; exit 1; }}
rm -f "/var/tmp/{package}"
$show 3 "{ready}" || true
systemctl reboot
"""


SHOW = '''#!/usr/bin/python3
"""One line of progress on the OLED: show STEP WORDS. Without a display it does nothing."""
import sys

try:
    from luma.core.interface.serial import i2c
    from luma.core.render import canvas
    from luma.oled.device import sh1106, ssd1306

    step, words = int(sys.argv[1]), sys.argv[2]
    line = i2c(port=1, address=0x3C)
    line._bus.read_byte(0x3C)  # whoever answers is there
    chip = sh1106 if line._bus.read_byte(0x3C) & 0x0F == 8 else ssd1306
    panel = chip(line)
    panel.persist = True  # it stays when this ends
    with canvas(panel) as draw:
        draw.text((0, 0), "Bordbuch", fill="white")
        draw.text((0, 20), words, fill="white")
        draw.rectangle((0, 48, 127, 60), outline="white")
        draw.rectangle((2, 50, 2 + 123 * step // 3, 58), fill="white")
except Exception as error:
    print(f"no display: {error}")
'''
