"""What lay there before is no news: only what has come since an earlier picture is read, whatever else lies about."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from device.command.main import FINE, main
from device.simulator.render.picture import render
from device.simulator.render.scene import Light, Surface
from tools.render.scenes.random_throws import random_scene
from vision.base.frame import Frame
from vision.base.reading import Status
from vision.symbols.profile import shipped_profile
from vision.symbols.reader import read_symbols
from vision.table.past import only_new
from vision.table.place import read_there

OLD, NEW = 3, 5


def tables(seed: int, surface: Surface, light: Light = Light.NORMAL) -> tuple[Frame, Frame, list[str]]:
    """A table with three dice on it, the same after five more were thrown, and what those show."""
    scene, truth = random_scene(Random(seed), light, surface, OLD + NEW, camera_jitter=0.0)
    before = replace(scene, dice=scene.dice[:OLD], noise_seed=1)
    return Frame(render(before)), Frame(render(scene)), sorted(die.face for die in truth[OLD:])


def read(frame: Frame, before: Frame | None) -> tuple[Status, list[str]]:
    reading = read_there(frame, lambda ready: read_symbols(ready, shipped_profile(), NEW), before=before)
    return reading.status, sorted(die.face for die in reading.dice)


@pytest.mark.parametrize("surface", Surface)
def test_dice_that_lay_there_before_are_left_out(surface: Surface) -> None:
    before, now, thrown = tables(3, surface)
    assert len(read(now, None)[1]) > NEW, "without a past there are too many"
    assert read(now, before)[1] == thrown


@pytest.mark.parametrize("light", Light)
def test_another_lamp_in_between_never_makes_sure_of_what_is_wrong(light: Light) -> None:
    before, _, _ = tables(3, Surface.WOOD, light)
    _, now, thrown = tables(3, Surface.WOOD, Light.NORMAL)
    status, faces = read(now, before)
    assert faces == thrown or status is not Status.SURE


def test_new_dice_keep_their_pixels_and_old_ones_become_table() -> None:
    before, now, _ = tables(3, Surface.FELT)
    left = only_new(now, before)
    assert left is not None
    same = (left.pixels == now.pixels).all(axis=2)
    assert 0.01 < same.mean() < 0.5
    assert left.pixels.shape == now.pixels.shape and left.pixels.dtype == np.uint8


def test_what_is_left_knows_where_it_is_new() -> None:
    scene, truth = random_scene(Random(3), Light.NORMAL, Surface.FELT, OLD + NEW, camera_jitter=0.0)
    left = only_new(Frame(render(scene)), Frame(render(replace(scene, dice=scene.dice[:OLD], noise_seed=1))))
    assert left is not None
    shares = [left.share_new(die.x, die.y, 30.0) for die in truth]
    assert max(shares[:OLD]) < 0.1
    assert min(shares[OLD:]) > 0.9


@pytest.mark.parametrize("before", ["other size", "nothing new", "all new"])
def test_where_the_two_do_not_tell_the_picture_is_read_as_it_is(before: str) -> None:
    _, now, _ = tables(3, Surface.WOOD)
    earlier = {
        "other size": Frame(now.pixels[:-2]),
        "nothing new": now,
        "all new": Frame(np.where(np.indices(now.pixels.shape).sum(axis=0) // 90 % 2, 255, 0).astype(np.uint8)),
    }[before]
    assert only_new(now, earlier) is None
    assert read(now, earlier) == read(now, None)


def test_the_command_takes_an_earlier_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, now, thrown = tables(5, Surface.FELT)
    files = [tmp_path / name for name in ("before.png", "now.png")]
    for file, frame in zip(files, (before, now), strict=True):
        cv2.imwrite(str(file), frame.pixels)
    assert main(["read", "--as", "symbols", "--before", str(files[0]), str(files[1])]) == FINE
    assert sorted(die["face"] for die in json.loads(capsys.readouterr().out)["dice"]) == thrown
    assert main(["read", "--as", "numbers", "--before", str(files[0]), str(files[1])]) == FINE
    assert "--before changes nothing for numbers" in capsys.readouterr().err


def test_an_earlier_picture_that_is_none_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    assert main(["read", "--as", "pips", "--before", str(broken), str(broken)]) != FINE
    assert "broken.jpg" in capsys.readouterr().err
