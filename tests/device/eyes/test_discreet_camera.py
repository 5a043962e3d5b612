"""What the camera sees while only one player is to look is marked, stays marked, and is taken by no store."""

import ast
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from device.eyes.discreet_camera import DiscreetCamera
from device.eyes.past import left_open
from device.eyes.table_memory import TABLE_FILE, TableMemory
from device.parts.drivers.usb_camera import PackedFrame
from vision.base.errors import PrivatePicture
from vision.base.frame import Frame
from vision.table.past import only_new

ROOT = Path(__file__).parents[3]


def picture(level=90, spot=None):
    pixels = np.full((240, 384, 3), level, np.uint8)
    if spot is not None:
        pixels[100:140, 150:210] = spot
    return Frame(pixels, seconds=2.0, metadata={"source": "test"})


def packed(frame):
    jpeg = cv2.imencode(".jpg", frame.pixels)[1]
    return PackedFrame(np.asarray(jpeg, np.uint8).reshape(1, -1), 2.0, {"source": "usb"}, lambda one: one)


class Camera:
    def __init__(self, *frames, meanwhile=lambda: None):
        self.frames, self.meanwhile, self.is_closed = list(frames), meanwhile, False

    def capture(self):
        self.meanwhile()
        return self.frames.pop(0)

    def close(self):
        self.is_closed = True


def test_20_10_only_what_is_seen_while_the_table_is_hidden_is_private():
    hidden = [False]
    camera = DiscreetCamera(Camera(picture(), picture(), packed(picture()), picture()), lambda: hidden[0])
    seen = [camera.capture()]
    hidden[0] = True
    seen += [camera.capture(), camera.capture()]
    hidden[0] = False
    seen.append(camera.capture())
    assert [frame.is_private for frame in seen] == [False, True, True, False]
    assert [frame.seconds for frame in seen] == [2.0] * 4
    assert isinstance(seen[2], PackedFrame) and seen[2].pixels.shape == (240, 384, 3)
    camera.close()


@pytest.mark.parametrize("before", [True, False])
def test_20_10_a_picture_that_was_begun_or_ended_in_private_is_private(before):
    hidden = [before]

    def changes():
        hidden[0] = not before

    assert DiscreetCamera(Camera(picture(), meanwhile=changes), lambda: hidden[0]).capture().is_private


@pytest.mark.parametrize("make", [lambda frame: frame, packed], ids=["plain", "packed"])
def test_20_10_whatever_is_made_of_a_private_picture_is_as_private(make):
    frame, before = make(picture(spot=200)), make(picture())
    piece = SimpleNamespace(x=170.0, y=120.0, size=20.0)
    for private in (False, True):
        here = frame.in_private() if private else frame
        made = [left_open(here, [piece]), only_new(here, before), here.showing(here.pixels[:10, :10])]
        assert [one.is_private for one in made] == [private] * 3
    with pytest.raises(PrivatePicture):
        frame.in_private().to_keep()
    assert frame.to_keep() is frame


def test_20_10_a_private_picture_does_not_become_the_empty_table(tmp_path):
    memory = TableMemory(tmp_path)
    with pytest.raises(PrivatePicture):
        memory.remember(picture(spot=200).in_private())
    assert memory.place is None and not list(tmp_path.iterdir())
    memory.remember(picture())
    before = (tmp_path / TABLE_FILE).read_bytes()
    with pytest.raises(PrivatePicture):
        memory.remember(picture(spot=200).in_private())
    assert (tmp_path / TABLE_FILE).read_bytes() == before


# Every place where a picture becomes bytes that may stay. One that is not here has to ask `Frame.to_keep` first, and a
# test has to show it; then it may be added with its reason.
MAY_PACK = {
    "device/app.py": "the page; asks",
    "device/eyes/table_memory.py": "the empty table; asks",
    "device/command/read_lines.py": "steps of reading a picture from a file",
    "device/teaching/courses.py": "what was taught from pictures in files",
    "device/page/answers.py": "the OLED",
    "device/page/cover.py": "the cover itself",
    "vision/cards/teaching.py": "what was taught; the teach-in asks",
    "vision/symbols/profile.py": "what was taught; the teach-in asks",
}
PACKS = {"imencode", "imwrite", "imwritemulti", "save", "savez", "savez_compressed", "tofile", "VideoWriter"}


def packing(package):
    """Modules that pack pictures or arrays."""
    for path in sorted((ROOT / package).rglob("*.py")):
        calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
        names = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
        if names & PACKS:
            yield str(path.relative_to(ROOT))


def test_20_10_no_other_place_packs_a_picture():
    assert {*packing("device"), *packing("vision")} == set(MAY_PACK)
