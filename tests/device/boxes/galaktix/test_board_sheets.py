"""The boards on paper: every field with its sign, nothing over the edge, and the house named where it is one."""

from __future__ import annotations

import shutil
import subprocess
from importlib import resources

import cv2
import pytest

from device.boxes.galaktix import board_signs as signs
from device.boxes.galaktix.board_sheets import MARGIN_MM, _Page, board_sheets
from device.boxes.galaktix.box import BOX
from device.boxes.loader import load_game, open_shipped
from device.command.verbs.boards import SIZES
from device.paper.pdf import pdf
from device.paper.shapes import Filled, Outline, Ring, Words
from games.galaktix.pieces import FieldKind, Road
from tests.device.paper.reach import do_cross, is_inside
from tests.device.texts import catalogue
from vision.table.mat_layout import Box

SHIPPED = open_shipped(BOX)
BOARDS = SHIPPED.game.content.boards
EVERYWHERE = [(paper, language) for paper in SIZES for language in ("de", "en")]


def sheets_of(loaded=SHIPPED, paper="a4", language="de"):
    return board_sheets(loaded, SIZES[paper], catalogue(language, is_strict=True).tell)


def page_of(number, paper="a4", loaded=SHIPPED):
    book = loaded.game.content
    whole = next(whole for whole in book.boards if whole.board.number == number)
    levels = tuple(level for level in book.levels if level.board.number == number)
    return _Page(whole, levels, SIZES[paper], catalogue("de", is_strict=True).tell)


def inside(page, road, field):
    """What is drawn in a field."""
    box = page.field_box(road, field)
    return [shape for shape in page.shapes() if is_inside(shape, grown(box))]


def grown(box, by=0.01):
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def words_on(sheet):
    return [shape.text for shape in sheet.shapes if isinstance(shape, Words)]


def own_folder(tmp_path, change):
    """A data folder in which the owner has other boards."""
    (tmp_path / "galaktix").mkdir()
    text = (resources.files("games.galaktix") / "boards.toml").read_text(encoding="utf-8")
    (tmp_path / "galaktix" / "boards.toml").write_text(change(text), encoding="utf-8")
    loaded, problems = load_game(tmp_path, BOX)
    assert problems == []
    return loaded


# --- every field ---


@pytest.mark.parametrize("whole", BOARDS, ids=lambda whole: f"board {whole.board.number}")
def test_every_field_has_its_colour_its_shape_its_number_and_what_is_printed_there(whole):
    page = page_of(whole.board.number)
    shapes = page.shapes()
    for road in Road:
        for field in range(1, page.board.length(road) + 1):
            box = page.field_box(road, field)
            here = [shape for shape in shapes if is_inside(shape, grown(box))]
            assert Filled((box,), signs.COLOURS[road], 2.5) in here
            assert next(shape.text for shape in here if isinstance(shape, Words)) == str(field)
            coloured = [shape for shape in here if getattr(shape, "fill", None) == signs.COLOURS[road]]
            assert coloured, "the road's shape"
            kind = page.board.kind(road, field)
            swirls = [shape for shape in here if isinstance(shape, Outline) and shape.fill is None]
            assert len(swirls) == (kind is FieldKind.SWIRL)
            rockets = [shape for shape in here if isinstance(shape, Outline) and shape.fill and shape.width]
            extras = [] if kind.extra is None else [signs.ROCKET_FILLS[kind.extra]]
            assert [rocket.fill for rocket in rockets] == extras
            assert len([shape for shape in here if isinstance(shape, Ring)]) == len(rockets)


def test_the_five_roads_have_five_different_shapes():
    drawn = {repr([(type(s), getattr(s, "points", None)) for s in signs.road_sign(road, 0, 0, 10)]) for road in Road}
    assert len(drawn) == len(Road)


def test_the_points_stand_beside_every_height():
    page = page_of(4)
    shapes = page.shapes()
    for field, points in enumerate(page.board.points[1:], start=1):
        row = Box(MARGIN_MM, page.row_top(field), 17.0, page.row_height)
        told = [shape.text for shape in shapes if isinstance(shape, Words) and is_inside(shape, row)]
        assert told == [str(points)]


def test_a_flag_carries_the_number_of_its_level():
    page = page_of(1)
    for field, level in ((5, "3"), (12, "5")):
        for road in Road:
            here = inside(page, road, field)
            assert [shape.text for shape in here if isinstance(shape, Words)] == [str(field), level]
            assert len([shape for shape in here if getattr(shape, "fill", None) == signs.FLAG]) == 1
    assert not [shape for shape in inside(page, Road.PINK, 4) if getattr(shape, "fill", None) == signs.FLAG]


def test_only_the_board_with_a_strip_has_a_line_to_fold_at_and_says_for_which_levels():
    for sheet in sheets_of():
        folds = [words for words in words_on(sheet) if words.startswith("Streifen")]
        assert folds == (
            ["Streifen, nur in Level 16, 17, 19, 20. Sonst hier nach hinten falten."] if sheet.name[-1] == "4" else []
        )


def test_every_level_stands_with_its_targets_on_the_board_it_is_played_on():
    for sheet, chapter in zip(sheets_of(), SHIPPED.chapters, strict=True):
        told = words_on(sheet)
        for level in chapter.levels:
            at = told.index(f"{level.id} {level.name.de}")
            targets = level.targets
            assert told[at + 1 : at + 4] == [str(one) for one in (targets.bronze, targets.silver, targets.gold)]


# --- room ---


@pytest.mark.parametrize("paper", SIZES)
@pytest.mark.parametrize("whole", BOARDS, ids=lambda whole: f"board {whole.board.number}")
def test_a_piece_of_16_millimetres_has_its_field(whole, paper):
    page = page_of(whole.board.number, paper)
    assert page.pitch >= (16.0 if paper == "a4" else 23.0)
    assert page.field_box(Road.PINK, 1).width >= 30.0


@pytest.mark.parametrize(("paper", "language"), EVERYWHERE)
def test_nothing_comes_nearer_to_the_edge_than_printers_print(paper, language):
    width, height = SIZES[paper]
    printable = Box(5.0, 5.0, width - 10.0, height - 10.0)
    for sheet in sheets_of(paper=paper, language=language):
        assert [shape for shape in sheet.shapes if not is_inside(shape, printable)] == []


@pytest.mark.parametrize(("paper", "language"), EVERYWHERE)
def test_no_words_lie_over_others_and_none_are_too_small(paper, language):
    for sheet in sheets_of(paper=paper, language=language):
        words = [shape for shape in sheet.shapes if isinstance(shape, Words)]
        crossing = [(a.text, b.text) for n, a in enumerate(words) for b in words[:n] if do_cross(a, b)]
        assert crossing == []
        assert min(shape.points for shape in words) >= 6.0


def test_fields_do_not_lie_over_each_other():
    page = page_of(4)
    boxes = [Filled((page.field_box(road, field),), (0, 0, 0)) for road in Road for field in range(1, 16)]
    assert not [1 for n, one in enumerate(boxes) for other in boxes[:n] if do_cross(one, other)]


def test_the_longest_board_with_the_most_flags_an_owner_can_write_stays_on_its_sheet(tmp_path):
    """20 fields and a strip of 20, with all levels on it and flags everywhere."""
    (tmp_path / "galaktix").mkdir()
    roads = "\n".join(f'{road.key} = "{"@b" * 10}"' for road in Road)
    points = f"points = {[*range(980, 1000)]}"
    boards = f"[board.1]\n{points}\n{roads}\n[board.1.strip]\npoints = {[999] * 20}\n{roads}\n"
    levels = ['[chapter.1]\nname = {de = "x", en = "x"}\ntargets = {bronze = 1, silver = 2, gold = 3}\nmade_by = "x"']
    for number in range(1, 31):
        flags = ", ".join(f"{road.key} = {[*range(1, 41)][:20]}" for road in Road)
        levels.append(
            f'[level.{number}]\nchapter = 1\nname = {{de = "{"W" * 16}", en = "x"}}\nrule = {{de = "x", en = "x"}}'
            f"\nboard = 1\nstrip = true\ncamp = {{white = 9}}\nsupply = {{white = 5, parts = 15}}\nflags = {{{flags}}}"
            f'\nflag_points = 4\ntargets = {{bronze = 9988, silver = 9989, gold = 9990}}\nmade_by = "x"'
        )
    (tmp_path / "galaktix" / "boards.toml").write_text("only_mine = true\n" + boards)
    (tmp_path / "galaktix" / "levels.toml").write_text("only_mine = true\n" + "\n".join(levels))
    loaded, problems = load_game(tmp_path, BOX)
    assert problems == []
    (sheet, *_) = sheets_of(loaded)  # the other boards are the shipped ones
    page = Box(0.0, 0.0, *SIZES["a4"])
    assert [shape for shape in sheet.shapes if not is_inside(shape, page)] == []


# --- whose board it is ---


def test_the_shipped_boards_are_house_boards_by_name_and_by_sign():
    for number, sheet in enumerate(sheets_of(), start=1):
        assert sheet.name == f"Hausplan {number}"
        told = words_on(sheet)
        assert told[:2] == [str(number), f"Hausplan {number}"]
        assert any("kein Plan aus der Schachtel" in words for words in told)
    assert [sheet.name for sheet in sheets_of(language="en")] == [f"House board {number}" for number in range(1, 5)]


def test_a_board_of_the_owners_own_is_no_house_board_but_the_others_stay_ones(tmp_path):
    loaded = own_folder(tmp_path, lambda text: text.replace('pink   = "...w..@..w.."', 'pink   = "...w..@..wg."'))
    sheets = sheets_of(loaded)
    assert [sheet.name for sheet in sheets] == ["Spielplan 1", "Hausplan 2", "Hausplan 3", "Hausplan 4"]
    told = words_on(sheets[0])
    assert told[0] == "Spielplan 1"
    assert not [words for words in told if "Haus" in words or "Schachtel" in words]


def test_a_strip_of_the_owners_own_makes_the_board_his(tmp_path):
    loaded = own_folder(tmp_path, lambda text: text.replace("points = [16, 19, 23]", "points = [16, 19, 24]"))
    assert [sheet.name for sheet in sheets_of(loaded)][-1] == "Spielplan 4"


def test_a_copy_of_the_shipped_file_is_still_the_house(tmp_path):
    assert [sheet.name for sheet in sheets_of(own_folder(tmp_path, lambda text: text + "\n# mine\n"))] == [
        f"Hausplan {number}" for number in range(1, 5)
    ]


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs poppler to draw a PDF")
def test_the_printed_page_shows_the_five_colours_side_by_side(tmp_path):
    (tmp_path / "b.pdf").write_bytes(pdf(sheets_of(), "b"))
    command = ["pdftoppm", "-r", "50.8", "-png", "-f", "1", "-l", "1", tmp_path / "b.pdf", tmp_path / "b"]
    subprocess.run(command, check=True)
    pixels, page = cv2.imread(str(next(tmp_path.glob("b*.png")))), page_of(1)
    for road in Road:
        box = page.field_box(road, 6)
        blue, green, red = pixels[round(2 * (box.y + box.height / 2)), round(2 * (box.x + 0.85 * box.width))] / 255
        assert (red, green, blue) == pytest.approx(signs.tint(signs.COLOURS[road], 0.16), abs=0.02)
