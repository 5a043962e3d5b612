"""`bordbuch first-boot`: a card that installs Bordbuch by itself, as cloud-init and netplan themselves judge it."""

import json
import shutil
import subprocess
import sys

import pytest

from device.command.first_boot import BadCard, Card, network_config, user_data, wifi_key, write_card
from device.command.main import main


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
    told = subprocess.run([sys.executable, tmp_path / "show", "1", "x"], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, ""), "no display is no reason to stop"
    assert told.stdout.startswith("no display")


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
