"""Text is measured as it is drawn, never grows together and never leaves its width."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from device.screens.typeface import ASCENT, DESCENT, Face, draw, shorten, width, wrap

texts = st.text(alphabet="abfgijlmrtWMTÄÖÜß 0123.,:–", max_size=80)


def drawn(text: str, face: Face = Face.TEXT) -> tuple[int, int, int, int] | None:
    picture = Image.new("1", (2000, 64))
    draw(picture, 10, 32, text, face)
    return picture.getbbox()


@given(texts, st.sampled_from(Face))
@settings(max_examples=80, deadline=None)
def test_the_measured_width_is_the_drawn_width(text: str, face: Face) -> None:
    box = drawn(text, face)
    assert (0 if box is None else box[2] - 10) == width(text, face)
    assert box is None or box[0] == 10


@pytest.mark.parametrize("face", [Face.TEXT, Face.BOLD])
def test_umlauts_and_descenders_stay_within_a_line(face: Face) -> None:
    box = drawn("ÄÖÜ gjpqy ß,;", face)
    assert box is not None
    assert (32 - box[1], box[3] - 32) == (ASCENT, DESCENT)


@pytest.mark.parametrize("pair", ["rf", "fl", "ÄÖ", "ÖÜ", "ß–", "Wa", "rn", "tt"])
@pytest.mark.parametrize("face", [Face.TEXT, Face.BOLD])
def test_there_is_exactly_one_dark_column_between_two_letters(pair: str, face: Face) -> None:
    assert width(pair, face) == width(pair[0], face) + 1 + width(pair[1], face)


@given(texts, st.integers(10, 130))
@settings(max_examples=80, deadline=None)
def test_shortened_text_fits_and_says_that_it_was_cut(text: str, limit: int) -> None:
    short = shorten(text, limit)
    assert width(short) <= limit
    assert short == text or short.endswith("…") or short == ""


@given(texts, st.integers(20, 130), st.integers(1, 5))
@settings(max_examples=80, deadline=None)
def test_wrapped_lines_fit_and_keep_all_letters_or_end_in_dots(text: str, limit: int, lines: int) -> None:
    wrapped = wrap(text, limit, lines)
    assert len(wrapped) <= lines
    assert all(width(line) <= limit for line in wrapped)
    everything = "".join(text.split())
    assert "".join("".join(wrapped).split()) == everything or wrapped[-1].endswith("…")


def test_text_is_broken_between_words() -> None:
    assert wrap("Zwei Teile sind eine Rakete", 58, 4) == ["Zwei Teile", "sind eine", "Rakete"]


def test_a_line_break_in_the_text_is_kept() -> None:
    assert wrap("a\nb", 100, 4) == ["a", "b"]
