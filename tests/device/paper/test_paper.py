"""Shapes become a PDF and an SVG that others can read, and words take the room that was reckoned for them."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib
from xml.etree import ElementTree

import pytest

from device.paper.lettering import MM_PER_POINT, SMALLEST, placed, width_of
from device.paper.pdf import pdf
from device.paper.shapes import BLACK, Filled, Outline, Ring, Sheet, Stroke, Words
from device.paper.svg import svg
from vision.table.mat_layout import Box

SHAPES = (
    Filled((Box(1, 1, 8, 8), Box(11, 1, 8, 8)), (1.0, 0.5, 0.0), 2.0),
    Stroke((0, 0), (5, 5), 0.5, BLACK),
    Ring(20, 20, 4, 0.5, BLACK),
    Outline(((1, 1), (5, 1), (3, 5)), fill=(0.0, 0.5, 1.0)),
    Outline(((1, 1), (5, 1), (3, 5)), width=0.4),
    Words("Grün & <groß>", 10, 30, 12, BLACK),
)
SHEETS = (Sheet("Eins & „zwei“", (100, 50), SHAPES), Sheet("Zwei", (80, 60), SHAPES[:2]))


def pages(data: bytes) -> list[str]:
    """The drawing operators of every page."""
    return [
        zlib.decompress(found).decode("cp1252") for found in re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    ]


def test_every_sheet_is_a_page_of_its_size():
    data = pdf(SHEETS, "Probe")
    sizes = [tuple(map(float, size)) for size in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)]
    assert sizes == [pytest.approx(tuple(side / MM_PER_POINT for side in sheet.size), abs=0.001) for sheet in SHEETS]
    assert b"/Count 2" in data
    assert len(pages(data)) == 2


def test_the_table_at_the_end_points_at_every_object():
    data = pdf(SHEETS, "Probe")
    start = int(re.search(rb"startxref\n(\d+)", data)[1])
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n ", data[start:])]
    assert len(places) == 9
    assert all(data[place:].startswith(b"%d 0 obj\n" % number) for number, place in enumerate(places, start=1))


def test_an_outline_is_filled_or_drawn_along_as_it_says():
    filled, drawn = (pages(pdf([Sheet("", (9, 9), (SHAPES[n],))], ""))[0] for n in (3, 4))
    assert filled.endswith("h f")
    assert drawn.endswith("5 1 l 3 5 l S")


def test_a_letter_that_helvetica_has_not_stops_nobody():
    data = pdf([Sheet("Łódź", (50, 50), (Words("Łódź 星", 1, 5, 9, BLACK),))], "Łódź")
    assert "(?ód? ?)" in pages(data)[0]


def test_an_svg_is_well_formed_and_names_its_sheets():
    root = ElementTree.fromstring(svg(SHEETS, "Probe <1>"))
    assert root.get("viewBox") == "0 0 100 120"
    groups = root.findall("{*}g")
    assert [group.get("aria-label") for group in groups] == [sheet.name for sheet in SHEETS]
    assert [group.get("transform") for group in groups] == ["translate(0 0)", "translate(0 60)"]
    assert [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")] == ["Grün & <groß>"]
    kinds = [element.tag.rpartition("}")[2] for element in groups[0]]
    assert kinds == ["rect", "rect", "rect", "line", "circle", "polygon", "polyline", "text"]


def test_signs_that_xml_forbids_are_left_out():
    assert ElementTree.fromstring(svg([Sheet("a\x00b", (9, 9), (Words("c\x07d", 1, 5, 9, BLACK),))], "e\x1bf"))


def test_an_svg_of_nothing_is_still_one():
    assert ElementTree.fromstring(svg([], "")).findall("{*}g") == []


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_words_that_are_too_long_are_set_smaller_until_they_fit(share):
    words = placed("Fahnenslalom", (50.0, 10.0), 20.0, BLACK, room=12.0, share=share, is_bold=True)
    assert width_of(words.text, words.points, is_bold=True) == pytest.approx(12.0)
    assert words.x == pytest.approx(50.0 - 12.0 * share)


def test_words_never_become_smaller_than_can_be_read():
    assert placed("Fahnenslalom" * 9, (0.0, 0.0), 20.0, BLACK, room=1.0).points == SMALLEST


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler to measure a PDF")
@pytest.mark.parametrize("is_bold", [False, True])
@pytest.mark.parametrize(
    "text", ["Hausplan", "Größe", "äöüÄÖÜß", "0123456789", "WMwmil.,:", "abcdefgjkpqrtvxyz", "GKQRSVXYZ"]
)
def test_words_are_as_wide_as_a_reader_of_pdfs_finds_them(text, is_bold, tmp_path):
    (tmp_path / "a.pdf").write_bytes(pdf([Sheet("", (300, 50), (Words(text, 10, 20, 30, BLACK, is_bold),))], ""))
    subprocess.run(["pdftotext", "-bbox", tmp_path / "a.pdf", tmp_path / "a.html"], check=True)
    found = re.search(r'xMin="([\d.]+)".*xMax="([\d.]+)"', (tmp_path / "a.html").read_text(encoding="utf-8"))
    measured = (float(found[2]) - float(found[1])) * MM_PER_POINT
    assert width_of(text, 30, is_bold=is_bold) == pytest.approx(measured, abs=0.05)
