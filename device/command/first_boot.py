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

from device.command.first_boot_screens import show_script
from device.errors import DeviceError

CONFIG = "config.txt"  # of the firmware, on the same partition
SWITCHED_ON = ("dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=100000", "camera_auto_detect=1")
SCRIPTS = "/usr/local/lib/bordbuch-first-boot"
UNIT = "bordbuch-first-boot.service"
LOG, LOG_ON_CARD = "/var/log/bordbuch-first-boot.log", "bordbuch.log"
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
    files = {
        f"{SCRIPTS}/show": show_script(card.language),
        f"{SCRIPTS}/install": _install_script(card.package.name),
        f"/etc/systemd/system/{UNIT}": INSTALLING,
    }
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
        may = "0755" if path.startswith(SCRIPTS) else "0644"
        lines += [f"  - path: {path}", f'    permissions: "{may}"', f"    content: {_text(text)}"]
    lines += [
        "runcmd:",
        # Raspberry Pi OS lets nobody in unless it is told to.
        *(["  - [systemctl, enable, --now, ssh]"] if card.ssh_key else []),
        "  - [systemctl, daemon-reload]",
        f"  - [systemctl, enable, --now, {UNIT}]",
    ]
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
    """Which machine this is: cloud-init does the same for each only once.

    Another Wi-Fi makes it another one, so a card that did not get into the network can simply be written again.
    """
    sign = hashlib.sha256((user_data(card) + network_config(card)).encode()).hexdigest()[:12]
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


def _install_script(package: str) -> str:
    """What the first boot does, and what it says on the OLED meanwhile. Once it begins anew, the service says the rest.

    It is the work of a unit that stays until it is done: whoever pulls the plug finds it going on.
    """
    return f"""#!/bin/sh
# Bordbuch at the first boot. What it says is in {LOG}, and on the boot partition if it fails.
exec >> {LOG} 2>&1
show={SCRIPTS}/show
apt="apt-get -q -o DPkg::Lock::Timeout=300"
export DEBIAN_FRONTEND=noninteractive
boot=/boot/firmware
[ -d $boot ] || boot=/boot
give_up() {{
  $show failed
  cp {LOG} $boot/{LOG_ON_CARD}
  exit 1
}}
modprobe i2c-dev || true
$show network
[ -e "$boot/{package}" ] || {{ echo "{package} is not on the boot partition"; give_up; }}
# Without a network apt-get update is content with old lists, unless it is told otherwise.
until $apt --error-on=any update; do
  $show no_network
  sleep 10
done
$show packages
dpkg --configure -a || true
cp "$boot/{package}" /var/tmp/ && $apt install -y --download-only "/var/tmp/{package}" || give_up
$show install
$apt install -y "/var/tmp/{package}" || give_up
rm -f "/var/tmp/{package}" $boot/{LOG_ON_CARD}
systemctl disable {UNIT}
systemctl reboot
"""


INSTALLING = f"""\
# Until Bordbuch is installed; made by `bordbuch first-boot`.
[Unit]
Description=Bordbuch installs itself
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
ExecStart={SCRIPTS}/install

[Install]
WantedBy=multi-user.target
"""
