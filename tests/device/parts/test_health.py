"""How the device is, as far as nothing has to be touched for it."""

from device.parts.health import release


def test_an_installed_release_tells_its_name_and_a_clone_has_none(tmp_path):
    venv = tmp_path / "releases/0.2.0-1a2b3c4d/venv"
    venv.mkdir(parents=True)
    (tmp_path / "current").symlink_to("releases/0.2.0-1a2b3c4d")
    assert release(str(tmp_path / "current/venv")) == "0.2.0-1a2b3c4d"
    assert release(str(tmp_path)) is None
