"""`bordbuch boards` writes the boards that are played on, for the printer or for a page."""

from __future__ import annotations

import re
import zlib
from xml.etree import ElementTree

import pytest

from device.command.main import FAILED, FINE, main
from tests.device.boxes.galaktix.test_board_sheets import own_folder


def pages(data: bytes) -> list[str]:
    """The drawing operators of every page."""
    found = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    return [zlib.decompress(page).decode("cp1252") for page in found]


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("a3", (297, 420))])
def test_there_is_an_upright_page_for_every_board(tmp_path, paper, size, capsys):
    file = tmp_path / "boards.pdf"
    assert main(["boards", "--out", str(file), "--paper", paper, "--lang", "de", "--data", str(tmp_path)]) == FINE
    data = file.read_bytes()
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert [tuple(round(float(side) / 72 * 25.4) for side in box) for box in boxes] == [size] * 4
    for number, page in enumerate(pages(data), start=1):
        assert f"(Hausplan {number})" in page
    assert "Hausplan 1, Hausplan 2, Hausplan 3, Hausplan 4" in capsys.readouterr().out


def test_the_words_are_in_the_configured_language(tmp_path):
    (tmp_path / "bordbuch.toml").write_text("language = 'en'\n")
    assert main(["boards", "--out", str(tmp_path / "b.pdf"), "--data", str(tmp_path)]) == FINE
    assert "(House board 1)" in pages((tmp_path / "b.pdf").read_bytes())[0]


def test_a_file_named_svg_becomes_the_same_drawing_for_a_page(tmp_path):
    assert main(["boards", "--out", str(tmp_path / "b.SVG"), "--lang", "de", "--data", str(tmp_path)]) == FINE
    groups = ElementTree.fromstring((tmp_path / "b.SVG").read_text(encoding="utf-8")).findall("{*}g")
    assert [group.get("aria-label") for group in groups] == [f"Hausplan {number}" for number in range(1, 5)]


def test_the_owners_board_is_printed_as_his(tmp_path, capsys):
    own_folder(tmp_path, lambda text: text.replace('"...w..@..w.."', '"...w..@..wg."'))
    assert main(["boards", "--out", str(tmp_path / "b.pdf"), "--lang", "de", "--data", str(tmp_path)]) == FINE
    assert "Spielplan 1, Hausplan 2" in capsys.readouterr().out
    assert "Hausplan" not in pages((tmp_path / "b.pdf").read_bytes())[0]


def test_bad_boards_of_the_owner_are_told_and_the_shipped_ones_drawn(tmp_path, capsys):
    (tmp_path / "galaktix").mkdir()
    (tmp_path / "galaktix" / "boards.toml").write_text("[board.1]\npoints = 3\n")
    assert main(["boards", "--out", str(tmp_path / "b.pdf"), "--lang", "de", "--data", str(tmp_path)]) == FINE
    told = capsys.readouterr()
    assert "Hausplan 1" in told.out
    assert "boards.toml" in told.err


def test_a_file_that_cannot_be_written_is_named(tmp_path, capsys):
    missing = tmp_path / "nowhere" / "b.pdf"
    assert main(["boards", "--out", str(missing), "--data", str(tmp_path)]) == FAILED
    assert str(missing) in capsys.readouterr().err
