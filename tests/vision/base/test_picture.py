"""Pictures from bytes: what is decoded and what is refused."""

from __future__ import annotations

import struct

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.base.errors import NotAPicture, VisionError
from vision.base.picture import picture_from_bytes


def encoded(pixels: NDArray[np.generic], ending: str) -> bytes:
    done, data = cv2.imencode(ending, pixels)
    assert done
    return bytes(data.tobytes())


def test_a_colour_png_comes_back_pixel_by_pixel() -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    assert np.array_equal(picture_from_bytes(encoded(pixels, ".png")).pixels, pixels)


def test_a_jpeg_keeps_its_size_and_about_its_colours() -> None:
    pixels = np.full((48, 64, 3), (40, 120, 200), np.uint8)
    frame = picture_from_bytes(encoded(pixels, ".jpg"))
    assert frame.pixels.shape == (48, 64, 3)
    assert np.abs(frame.pixels.astype(int) - pixels).max() < 8


@pytest.mark.parametrize("ending", [".png", ".jpg"])
def test_a_grey_picture_becomes_three_equal_channels(ending: str) -> None:
    frame = picture_from_bytes(encoded(np.full((32, 32), 90, np.uint8), ending))
    assert frame.pixels.shape == (32, 32, 3)
    assert np.abs(frame.pixels.astype(int) - 90).max() < 4


def test_transparent_parts_become_black() -> None:
    pixels = np.full((20, 20, 4), (10, 20, 30, 255), np.uint8)
    pixels[:10, :, 3] = 0
    frame = picture_from_bytes(encoded(pixels, ".png"))
    assert frame.pixels.shape == (20, 20, 3)
    assert (frame.pixels[:10] == 0).all()
    assert (frame.pixels[10:] == (10, 20, 30)).all()


def test_sixteen_bits_are_reduced_to_eight() -> None:
    frame = picture_from_bytes(encoded(np.full((20, 20, 3), 65535, np.uint16), ".png"))
    assert frame.pixels.dtype == np.uint8
    assert (frame.pixels == 255).all()


@pytest.mark.parametrize(
    "data",
    [b"", b"hello, I am a text", b"\xff\xd8", b"\xff\xd8\xff\xe0\x00\x10JFIF", b"\x89PNG\r\n\x1a\n", b"\x00" * 1000],
    ids=["empty", "text", "jpeg head only", "jpeg cut in its head", "png head only", "zeros"],
)
def test_what_is_no_picture_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(NotAPicture) as error:
        picture_from_bytes(data)
    assert isinstance(error.value, VisionError)
    assert len(str(error.value)) > 10


def test_a_png_cut_short_is_refused() -> None:
    data = encoded(np.random.default_rng(2).integers(0, 256, (100, 100, 3), dtype=np.uint8), ".png")
    with pytest.raises(NotAPicture):
        picture_from_bytes(data[: len(data) // 20])


def test_a_huge_picture_is_refused_before_it_is_decoded() -> None:
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + struct.pack(">II", 100_000, 100_000)
    with pytest.raises(NotAPicture, match="too many"):
        picture_from_bytes(head + b"\x08\x02\x00\x00\x00" + b"\x00" * 50)


def test_a_speck_is_refused() -> None:
    with pytest.raises(NotAPicture, match="too few"):
        picture_from_bytes(encoded(np.zeros((3, 3, 3), np.uint8), ".png"))
