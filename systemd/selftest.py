"""The last step of an installation: can the installed program be loaded, and is its hardware there? A sentence each.

Runs as the user bordbuch on the Python that was set up, apart from everything else.
"""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NEEDED = {
    "cv2": "OpenCV",
    "PIL": "Pillow",
    "luma.oled.device": "luma.oled",
    "starlette": "starlette",
    "device.command.main": "Bordbuch",
}
NEEDED_ON_A_PI = {"lgpio": "lgpio", "gpiozero": "gpiozero", "libcamera": "libcamera", "picamera2": "picamera2"}
ADDRESSES = (0x3C, 0x3D)
Finding = tuple[bool, str]


def main() -> int:
    """Print every finding; 1 if the program cannot work. Missing hardware is told, but the rest goes on without it."""
    simulated = "--simulated" in sys.argv[1:]
    software = [*_loads(NEEDED if simulated else {**NEEDED, **NEEDED_ON_A_PI}), _system_numpy()]
    hardware = [] if simulated else [_display(), _camera()]
    for fine, sentence in (*software, *hardware):
        print(f"  {'ok' if fine else '!!'}  {sentence}")
    return 0 if all(fine for fine, _ in software) else 1


def _loads(modules: dict[str, str]) -> Iterator[Finding]:
    for module, name in modules.items():
        try:
            loaded = importlib.import_module(module)
        except Exception as error:  # noqa: BLE001 - a library may fail in any way; all are told
            yield False, f"{name} cannot be loaded: {error}"
        else:
            version = getattr(loaded, "__version__", "")
            yield True, f"{name} {version} can be loaded.".replace("  ", " ")


def _system_numpy() -> Finding:
    try:
        numpy = importlib.import_module("numpy")
    except ImportError as error:
        return False, f"numpy cannot be loaded: {error}"
    at = Path(str(numpy.__file__))
    if at.is_relative_to("/usr/lib/python3"):
        return True, f"numpy {numpy.__version__} is the system's, as the camera needs it."
    return (
        False,
        f"numpy is {at.parent}, not the system's: the camera will not work. Delete {sys.prefix}, install again.",
    )


def _display() -> Finding:
    bus = Path("/dev/i2c-1")
    if not bus.exists():
        spi = Path("/dev/spidev0.0").exists()
        return spi, "SPI is on for the display." if spi else "I2C is not on yet; it is after a restart of the Pi."
    for address in ADDRESSES:
        asked = ["i2cdetect", "-y", "1", hex(address), hex(address)]
        try:
            found = subprocess.run(asked, capture_output=True, text=True, check=False)
        except OSError:
            return False, "I2C is on; i2cdetect is missing, so the display could not be asked."
        if found.returncode:
            return False, f"I2C is on, but may not be used: {found.stderr.strip()}"
        # Two digits: it answers. UU: somebody uses it already, which is Bordbuch itself.
        if any(word in found.stdout.split() for word in (f"{address:02x}", "UU")):
            return True, f"A display answers at 0x{address:02X}."
    return False, "I2C is on, but no display answers at 0x3C or 0x3D. Look at the four wires, pins 1, 3, 5 and 9."


def _camera() -> Finding:
    try:
        found = importlib.import_module("picamera2").Picamera2.global_camera_info()
    except Exception as error:  # noqa: BLE001 - see above
        return False, f"The camera could not be asked for: {error}"
    if found:
        return True, f"Camera found: {found[0].get('Model', 'unknown')}."
    return False, "No camera is found. Look at the ribbon, contacts towards the board; then restart the Pi."


if __name__ == "__main__":
    sys.exit(main())
