"""`bordbuch mat` writes a PDF that is in order and shows the mat that the camera looks for."""

from __future__ import annotations

import re
import shutil
import subprocess
import zlib

import cv2
import numpy as np
import pytest

from device.command.main import FAILED, FINE, main
from device.command.mat_pdf import mat_pdf
from device.words.catalogue import Catalogue
from vision.base.frame import Frame
from vision.table.mat import find_mat
from vision.table.mat_colours import grey_gains
from vision.table.mat_layout import Paper, layout_of

SHEETS = {Paper.A4: (297, 210), Paper.A3: (297, 420)}


def page(data: bytes) -> str:
    """The page's drawing operators."""
    stream = re.search(rb"stream\n(.*)\nendstream", data, re.DOTALL)
    assert stream
    return zlib.decompress(stream[1]).decode("cp1252")


@pytest.mark.parametrize("paper", Paper)
def test_the_table_at_the_end_points_at_every_object(paper):
    data = mat_pdf(paper, Catalogue.load("de"))
    start = int(re.search(rb"startxref\n(\d+)", data)[1])
    assert data[start:].startswith(b"xref")
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n ", data[start:])]
    assert len(places) == 7
    for number, place in enumerate(places, start=1):
        assert data[place:].startswith(b"%d 0 obj\n" % number)
    length = int(re.search(rb"/Length (\d+)", data)[1])
    assert len(re.search(rb"stream\n(.*)\nendstream", data, re.DOTALL)[1]) == length


@pytest.mark.parametrize("paper", Paper)
def test_the_page_has_the_size_of_the_sheet(paper):
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", mat_pdf(paper, Catalogue.load("de")))
    size = [round(float(side) / 72 * 25.4, 1) for side in box.groups()]
    assert size == [*SHEETS[paper]]
    assert layout_of(paper).size == SHEETS[paper]


def test_the_words_are_in_the_language_asked_for_umlauts_and_all():
    german, english = (page(mat_pdf(Paper.A3, Catalogue.load(language, is_strict=True))) for language in ("de", "en"))
    assert "(Würfel, Karten und Kugeln ins graue Feld." in german
    assert "„An Seite anpassen“" in german
    assert "(Dice, cards and balls" in english
    assert "5 × 5" in english
    assert "Kugeln" not in english


def test_only_the_large_sheet_has_card_marks_and_the_small_one_says_so():
    small, large = (page(mat_pdf(paper, Catalogue.load("de"))) for paper in Paper)
    assert "Das Kartenraster braucht das A3-Blatt." in small
    assert "Das Kartenraster" not in large
    assert large.count(" S") > small.count(" S") + 72  # 36 crosses of two strokes


def test_greys_are_printed_with_black_ink_alone():
    operators = page(mat_pdf(Paper.A4, Catalogue.load("de")))
    assert "0.94 g " in operators
    assert "0.94 0.94 0.94" not in operators


def test_the_same_mat_is_the_same_file():
    assert mat_pdf(Paper.A4, Catalogue.load("de")) == mat_pdf(Paper.A4, Catalogue.load("de"))


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs poppler to draw a PDF")
@pytest.mark.parametrize("paper", Paper)
def test_the_printed_page_is_found_by_the_camera(paper, tmp_path):
    file = tmp_path / "mat.pdf"
    file.write_bytes(mat_pdf(paper, Catalogue.load("de")))
    subprocess.run(["pdftoppm", "-r", "80", "-png", "-singlefile", file, tmp_path / "mat"], check=True)
    pixels = cv2.copyMakeBorder(
        cv2.imread(str(tmp_path / "mat.png")), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(70, 90, 120)
    )
    mat = find_mat(Frame(pixels))
    assert mat is not None
    assert mat.paper is paper
    assert mat.pixels_per_mm == pytest.approx(80 / 25.4, rel=0.005)
    gains = grey_gains(Frame(pixels), mat)
    assert gains is not None
    assert np.allclose((gains.blue, gains.green, gains.red), 1.0, atol=0.01)


def test_the_command_writes_the_file_and_says_so(tmp_path, capsys):
    file = tmp_path / "mat.pdf"
    assert main(["mat", "--out", str(file), "--paper", "a3", "--lang", "en", "--data", str(tmp_path)]) == FINE
    assert file.read_bytes().startswith(b"%PDF-1.7")
    assert "A3" in capsys.readouterr().out


def test_the_configured_language_is_used(tmp_path):
    (tmp_path / "bordbuch.toml").write_text("language = 'en'\n")
    assert main(["mat", "--out", str(tmp_path / "mat.pdf"), "--data", str(tmp_path)]) == FINE
    assert "(Dice, cards and balls" in page((tmp_path / "mat.pdf").read_bytes())


def test_a_file_that_cannot_be_written_is_named(tmp_path, capsys):
    missing = tmp_path / "nowhere" / "mat.pdf"
    assert main(["mat", "--out", str(missing), "--data", str(tmp_path)]) == FAILED
    assert str(missing) in capsys.readouterr().err


def test_an_unknown_sheet_is_wrong_use(tmp_path):
    with pytest.raises(SystemExit) as stopped:
        main(["mat", "--out", str(tmp_path / "mat.pdf"), "--paper", "letter"])
    assert stopped.value.code == 2
