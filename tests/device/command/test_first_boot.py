"""`bordbuch first-boot`: a card that installs Bordbuch by itself, as cloud-init and netplan themselves judge it."""

import json
import re
import shutil
import subprocess
import sys

import pytest

from device.command.first_boot import BadCard, Card, meta_data, network_config, user_data, wifi_key, write_card
from device.command.first_boot_screens import pictures
from device.command.main import main
from tests.device.parts.drivers.glass import Sh1106, Ssd1306


@pytest.fixture
def package(tmp_path):
    path = tmp_path / "bordbuch_0.1.0_arm64.deb"
    path.write_bytes(b"a package")
    return path


@pytest.fixture
def card(tmp_path):
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "config.txt").write_text("dtparam=audio=on\n[cm4]\notg_mode=1\n")
    return folder


KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIC1 ida@home"
HARD = {"wifi": 'Ida\'s "Netz": #1 {ä}', "wifi_password": "p: '\"#{}\\ 12345", "ssh_key": KEY}


@pytest.mark.skipif(
    shutil.which("cloud-init") is None, reason="cloud-init is not here (Debian: apt install cloud-init)"
)
@pytest.mark.parametrize("more", [{}, HARD, {"language": "en", "user": "ida", "hostname": "tisch-2"}])
def test_cloud_init_itself_finds_no_fault(package, tmp_path, more):
    path = tmp_path / "user-data"
    path.write_text(user_data(Card(package, **more)), encoding="utf-8")
    told = subprocess.run(["cloud-init", "schema", "--config-file", path], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    broken = path.read_text().replace("runcmd:", "runcmds: 5\nruncmd:\n  7: 8\nx:")
    path.write_text(broken, encoding="utf-8")
    told = subprocess.run(["cloud-init", "schema", "--config-file", path], capture_output=True, text=True, check=False)
    assert told.returncode != 0, "it must be able to find one"


@pytest.mark.skipif(shutil.which("netplan") is None, reason="netplan is not here (Debian: apt install netplan.io)")
@pytest.mark.parametrize("more", [{}, HARD, {"wifi": "Zuhause", "wifi_password": "geheim123"}])
def test_netplan_itself_can_make_a_network_of_it(package, tmp_path, more):
    folder = tmp_path / "etc/netplan"
    folder.mkdir(parents=True)
    text = "network:\n" + "".join(f"  {line}\n" for line in network_config(Card(package, **more)).splitlines())
    (folder / "card.yaml").write_text(text + "  renderer: NetworkManager\n", encoding="utf-8")
    (folder / "card.yaml").chmod(0o600)
    told = subprocess.run(["netplan", "generate", "--root-dir", tmp_path], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    made = "".join(path.read_text() for path in (tmp_path / "run").rglob("*.nmconnection"))
    assert ("psk=" + wifi_key(more["wifi"], more["wifi_password"]) in made) if "wifi" in more else "wlan0" not in made


def test_the_card_has_all_that_the_first_boot_needs(package, card):
    written = {path.name for path in write_card(Card(package, **HARD), card)}
    assert written == {"user-data", "network-config", "meta-data", package.name, "config.txt"}
    assert (card / package.name).read_bytes() == b"a package"
    config = (card / "config.txt").read_text()
    assert config.startswith("dtparam=audio=on\n[cm4]\notg_mode=1\n[all]\ndtparam=i2c_arm=on\n")
    write_card(Card(package, **HARD), card)
    assert (card / "config.txt").read_text() == config, "a second time adds nothing"


def test_the_password_of_the_wifi_does_not_stand_on_the_card(package, card):
    write_card(Card(package, wifi="Zuhause", wifi_password="geheim123"), card)
    for path in card.iterdir():
        assert b"geheim123" not in path.read_bytes()


def scripts(text):
    """The files that cloud-init will write, by name."""
    lines = text.splitlines()
    paths = [line.split(": ", 1)[1] for line in lines if line.startswith("  - path: ")]
    contents = [json.loads(line.split(": ", 1)[1]) for line in lines if line.startswith("    content: ")]
    return {path.rsplit("/", 1)[1]: content for path, content in zip(paths, contents, strict=True)}


def test_its_scripts_are_sound_and_do_without_a_display(package, tmp_path):
    found = scripts(user_data(Card(package)))
    (tmp_path / "install").write_text(found["install"])
    assert subprocess.run(["sh", "-n", tmp_path / "install"], check=False).returncode == 0
    assert package.name in found["install"]
    (tmp_path / "show").write_text(found["show"])
    told = subprocess.run(
        [sys.executable, "-I", tmp_path / "show", "network"], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stderr) == (0, ""), "no display is no reason to stop"
    assert told.stdout.startswith("no display")


class Line:
    """/dev/i2c-1 as the script sees it, with one chip on it; `status` is what the chip answers."""

    def __init__(self, chip, address, status):
        self.chip, self.address, self.status = chip, address, status
        self.spoken_to = None

    def open(self, path, flags):
        assert path == "/dev/i2c-1"
        return 7

    def ioctl(self, line, request, address):
        assert (line, request) == (7, 0x0703)
        self.spoken_to = address

    def write(self, line, data):
        self._answer()
        for byte in data[1:]:
            {0x00: self.chip.command, 0x40: self.chip.data}[data[0]](byte)
        return len(data)

    def read(self, line, count):
        self._answer()
        if self.status is None:
            raise OSError("it says nothing")
        return bytes([self.status])

    def _answer(self):
        if self.spoken_to != self.address:
            raise OSError("nobody acknowledges")


def shown_by_script(text, name, line, monkeypatch):
    """Run the script with these things in the place of the Pi's."""
    with monkeypatch.context() as patched:
        patched.setattr("os.open", line.open)
        patched.setattr("os.write", line.write)
        patched.setattr("os.read", line.read)
        patched.setattr("fcntl.ioctl", line.ioctl)
        patched.setattr("sys.argv", ["show", name])
        exec(compile(text, "show", "exec"), {"__name__": "__main__"})
    return line.chip.picture()


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(("chip", "status"), [(Ssd1306, 0x43), (Ssd1306, None), (Sh1106, 0x08)])
def test_every_screen_of_the_first_boot_is_on_the_glass_pixel_by_pixel_without_a_package(
    package, monkeypatch, language, chip, status
):
    script = scripts(user_data(Card(package, language=language)))["show"]
    wanted = pictures(language)
    assert set(wanted) == set(re.findall(r"show (\w+)", scripts(user_data(Card(package)))["install"]))
    for name, picture in wanted.items():
        line = Line(chip(), 0x3D if language == "en" else 0x3C, status)
        assert shown_by_script(script, name, line, monkeypatch).tobytes() == picture.tobytes(), name


def test_on_a_chip_that_says_nothing_of_itself_all_words_can_be_read(package, monkeypatch):
    """Two columns too far to the left: those are empty beside the words."""
    script = scripts(user_data(Card(package)))["show"]
    for name, picture in pictures("de").items():
        seen = shown_by_script(script, name, Line(Sh1106(), 0x3C, None), monkeypatch)
        assert seen.crop((0, 0, 126, 64)).tobytes() == picture.crop((2, 0, 128, 64)).tobytes()
        assert seen.crop((126, 0, 128, 64)).getbbox() is None
        assert picture.crop((0, 12, 2, 64)).getbbox() is None, name


# --- the script, in a folder that stands for the Pi ---

FAKES = {
    "apt-get": """case "$*" in
  *update*) [ "$(cat tries)" = 0 ] || { echo $(($(cat tries) - 1)) > tries; exit 100; } ;;
  *download-only*) [ ! -e no-packages ] ;;
  *) [ ! -e no-install ] ;;
esac""",
    "systemctl": ":",
    "dpkg": ":",
    "modprobe": "exit 1",
    "sleep": ":",
}


def first_boot(folder, package, *, fails_to_update=0, flaw=""):
    """Run the install script with every command but the shell's own replaced; what was called, in order."""
    text = scripts(user_data(Card(package)))["install"]
    there = text.replace("/boot/firmware", "firmware").replace("/var/log", "log").replace("/var/tmp", "tmp")
    assert "/boot/" not in there.replace("boot=/boot\n", "")
    for name in ("bin", "firmware", "log", "tmp", "lib"):
        (folder / name).mkdir(parents=True)
    for name, body in {**FAKES, "show": ":"}.items():
        path = folder / ("lib/show" if name == "show" else f"bin/{name}")
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> called\n{body}\n')
        path.chmod(0o755)
    there = there.replace("/usr/local/lib/bordbuch-first-boot/show", "lib/show")
    (folder / "tries").write_text(str(fails_to_update))
    if flaw != "no package":
        (folder / "firmware" / package.name).write_bytes(b"a package")
    if flaw.startswith("no-"):
        (folder / flaw).touch()
    done = subprocess.run(
        ["sh", "-c", there], cwd=folder, env={"PATH": f"{folder}/bin:/usr/bin:/bin"}, check=False, timeout=60
    )
    called = [
        line.replace(" -q -o DPkg::Lock::Timeout=300", "") for line in (folder / "called").read_text().split("\n")
    ]
    return done.returncode, [line for line in called if line]


def test_the_first_boot_waits_for_a_network_installs_and_starts_anew(package, tmp_path):
    code, called = first_boot(tmp_path / "pi", package, fails_to_update=2)
    assert code == 0
    assert called == [
        "modprobe i2c-dev",
        "show network",
        *["apt-get --error-on=any update", "show no_network", "sleep 10"] * 2,
        "apt-get --error-on=any update",
        "show packages",
        "dpkg --configure -a",
        f"apt-get install -y --download-only tmp/{package.name}",
        "show install",
        f"apt-get install -y tmp/{package.name}",
        "systemctl disable bordbuch-first-boot.service",
        "systemctl reboot",
    ]
    assert list((tmp_path / "pi/tmp").iterdir()) == []


@pytest.mark.parametrize("flaw", ["no package", "no-packages", "no-install"])
def test_a_first_boot_that_fails_says_so_leaves_its_log_on_the_card_and_is_tried_again_at_the_next(
    package, tmp_path, flaw
):
    code, called = first_boot(tmp_path / "pi", package, flaw=flaw)
    assert code == 1
    assert called[-1] == "show failed"
    assert (tmp_path / "pi/firmware/bordbuch.log").exists()
    assert not [line for line in called if line.startswith("systemctl")]


def test_who_has_a_key_is_let_in_and_nobody_else(package):
    assert "- [systemctl, enable, --now, ssh]" in user_data(Card(package, ssh_key=KEY))
    assert "ssh]" not in user_data(Card(package))


def test_a_card_written_again_for_another_wifi_is_another_machine_to_cloud_init(package):
    signs = {
        meta_data(Card(package, wifi="Zuhause", wifi_password=password)) for password in ("geheim123", "geheim124")
    }
    assert len(signs) == 2
    assert meta_data(Card(package)) == meta_data(Card(package))


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ({"hostname": "Mein Tisch"}, "cannot be called 'Mein Tisch'"),
        ({"user": "root"}, "cannot be called 'root'"),
        ({"wifi": "Zuhause", "wifi_password": "kurz"}, "8 to 63"),
        ({"wifi": "ä" * 17, "wifi_password": "geheim123"}, "too long"),
        ({"country": "Germany"}, "two capital letters"),
        ({"ssh_key": "-----BEGIN OPENSSH PRIVATE KEY-----"}, "no public ssh key"),
    ],
)
def test_what_would_not_start_is_refused_and_nothing_is_written(package, card, more, reason):
    with pytest.raises(BadCard, match=reason):
        write_card(Card(package, **more), card)
    assert [path.name for path in card.iterdir()] == ["config.txt"]


def test_a_package_that_is_none_and_a_folder_that_is_none_are_refused(package, card, tmp_path):
    with pytest.raises(BadCard, match="make deb"):
        write_card(Card(tmp_path / "missing.deb"), card)
    with pytest.raises(BadCard, match="boot partition"):
        write_card(Card(package), tmp_path / "nowhere")


def test_the_command_asks_for_the_password_and_names_what_it_wrote(package, card, tmp_path, monkeypatch, capsys):
    secret = tmp_path / "secret"
    secret.write_text("geheim123\n")
    given = ["first-boot", "--wifi", "Zuhause", "--wifi-password-file", str(secret), "--package", str(package)]
    assert main([*given, "--out", str(card), "--data", str(tmp_path / "data")]) == 0
    told = capsys.readouterr()
    assert str(card / "user-data") in told.out.splitlines()
    assert "bordbuch.local" in told.err
    assert wifi_key("Zuhause", "geheim123") in (card / "network-config").read_text()
    assert main([*given, "--out", str(tmp_path / "nowhere"), "--data", str(tmp_path / "data")]) == 2
    assert "no folder" in capsys.readouterr().err
