"""Screens are pure: the same data gives the same 128x64 picture, and it is the picture that was looked at."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from device.boxes.galaktico.combat_drawing import CombatResult
from device.boxes.galaktico.drawing import Fleets
from device.boxes.galaktix.board_page import BoardPage
from device.boxes.galaktix.drawing import Roads
from device.boxes.number_up.drawing import CardSign, Grid, Standing
from device.boxes.number_up.marks import LineSign
from device.boxes.shipped import SHIPPED
from device.boxes.sternenfahrer.page import PageScreen
from device.screens.content import (
    BallsSeen,
    Code,
    Cover,
    DiceSeen,
    Ending,
    Lesson,
    List,
    Message,
    Meter,
    Picker,
    Ranked,
    Ranking,
    Row,
    Screen,
    Sheet,
    SignEntry,
    Spelling,
    Starting,
    Tally,
    TryOut,
    Waiting,
)
from device.screens.kinds.choices import first_visible
from device.screens.render import render
from device.screens.shapes import FACES_7, FACES_9, FACES_15
from games.books.medals import Medal
from games.galaktix import rules
from games.galaktix.data import parse_book
from games.galaktix.pieces import FACES
from games.spine.dialogue import ReadDice, say
from tools.screens import gallery
from tools.screens.gallery import examples

EXAMPLES = examples(SHIPPED)
_EXAMPLE = EXAMPLES["grid_de"]
assert isinstance(_EXAMPLE, Grid)
GRID: Grid = _EXAMPLE
PICTURES = Path(__file__).parent / "pictures"
RENEW = "python -m tools.screens.gallery --exact tests/device/screens/pictures"
KINDS = (
    PageScreen,
    Starting,
    Message,
    List,
    Picker,
    Waiting,
    DiceSeen,
    BallsSeen,
    Grid,
    Lesson,
    Code,
    Cover,
    SignEntry,
    Spelling,
    Tally,
    Ending,
    Ranking,
    CombatResult,
    Fleets,
    Sheet,
    TryOut,
    Meter,
    BoardPage,
)

words = st.text(alphabet="abmWiÄÖÜgjß 0123.,:…–😀\n", max_size=60)


def is_same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and one.tobytes() == other.tobytes()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_screen_is_drawn_as_its_stored_picture(name: str) -> None:
    picture = render(EXAMPLES[name])
    assert (picture.mode, picture.size) == ("1", (128, 64))
    with Image.open(PICTURES / f"{name}.png") as stored:
        difference = ImageChops.logical_xor(picture, stored.convert("1")).getbbox()
    assert difference is None, f"{name} differs in {difference}. If the new one is better, renew with: {RENEW}"


def test_there_is_a_stored_picture_for_every_example_and_no_other() -> None:
    assert {path.stem for path in PICTURES.glob("*.png")} == set(EXAMPLES), f"renew with: {RENEW}"


def test_20_8_a_phone_reads_the_code_on_the_screen() -> None:
    picture = render(Code("Siegel", "a1b2c3d4e5f60718")).convert("L")
    large = np.array(picture.resize((6 * picture.width, 6 * picture.height), Image.Resampling.NEAREST))
    assert cv2.QRCodeDetector().detectAndDecode(large)[0] == "A1B2C3D4E5F60718"


def test_a_phone_reads_a_whole_address_with_the_code_that_lets_it_in() -> None:
    link = "HTTP://192.168.178.120:65535/K/ABCDEFGH234567"
    picture = render(Code("Scanne das", link)).convert("L")
    large = np.array(picture.resize((6 * picture.width, 6 * picture.height), Image.Resampling.NEAREST))
    assert cv2.QRCodeDetector().detectAndDecode(large)[0] == link
    field = np.array(picture)[:, 64:]
    assert field[:7].all() and field[-7:].all() and field[:, :7].all() and field[:, -7:].all(), "the lit margin"


def test_a_code_that_is_too_long_for_the_display_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        render(Code("", "x" * 60))


def test_every_kind_of_screen_has_an_example() -> None:
    assert {type(screen) for screen in EXAMPLES.values()} == set(KINDS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_drawing_a_screen_twice_gives_the_same_picture(name: str) -> None:
    assert is_same(render(EXAMPLES[name]), render(EXAMPLES[name]))


@settings(max_examples=60, deadline=None)
@given(words, words, words, st.booleans())
def test_whatever_the_words_are_they_stay_in_their_place(title: str, body: str, footer: str, is_warning: bool) -> None:
    screens: list[Screen] = [
        Message(title, body, footer, is_warning),
        Waiting(title, news=body, status=footer),
        Lesson(title, body, "blue", 3, 6, footer, is_warning, title),
        Cover(title, body, footer),
        Starting(title),
        SignEntry(title, body, 2, 4, footer),
        Spelling(title, body, (("Ä", "W"), (body[:1],), ("…",)), footer),
        Tally(title, ("pink", "1"), (body, footer), (5, 0), footer),
        Ending(title, body, Medal.BRONZE, footer, body, footer),
        Ranking(title, (Ranked(1, body, 12), Ranked(2, footer, 3)), footer),
        List(title, (Row(body, footer, "pink", is_warning, Medal.GOLD),), 0, footer),
        DiceSeen(title, ("pink", None), (body[:1], ""), (body, ""), 0, frozenset({0}), footer=footer),
        replace(GRID, title=title, line=body, name=footer),
    ]
    for screen in screens:
        picture = render(screen)
        assert picture.size == (128, 64)
        if not isinstance(screen, List | Ranking | Cover):  # bars and the frame reach the edge, words never do
            assert picture.crop((0, 12, 1, 64)).getbbox() is None
            assert picture.crop((127, 12, 128, 64)).getbbox() is None


@pytest.mark.parametrize("shapes", [FACES_7, FACES_9, FACES_15])
def test_every_face_has_a_shape_of_its_own(shapes: dict[str, object]) -> None:
    assert set(shapes) == set(FACES)
    assert len(set(map(repr, shapes.values()))) == len(FACES)


@pytest.mark.parametrize("shapes", [FACES_7, FACES_9, FACES_15])
def test_shapes_differ_by_more_than_a_few_pixels(shapes: dict[str, object]) -> None:
    pictures = [shape.picture() for shape in shapes.values()]  # type: ignore[attr-defined]
    area = pictures[0].width * pictures[0].height
    for number, one in enumerate(pictures):
        for other in pictures[number + 1 :]:
            lit = ImageChops.logical_xor(one, other).convert("L").tobytes().count(255)
            assert lit > area / 7


LETTERS = (
    *((one, False) for one in ("Ro", "Re", "Or", "Ge", "Ye", "Gr", "Bl", "Li", "Pu")),
    ("Gr", True),
    ("Bl", True),
)


@pytest.mark.parametrize("name", ["grid_de", "grid_six_en"])
def test_all_cards_and_markers_are_told_apart(name: str) -> None:
    grid = EXAMPLES[name]
    assert isinstance(grid, Grid)
    cards = [CardSign(digit, letter, is_light) for digit in "123456" for letter, is_light in LETTERS]
    assert len({render(replace(grid, cards=(card, *grid.cards[1:]))).tobytes() for card in cards}) == len(cards)
    marks = [LineSign(sign) for sign in ("check", "minus", *"0123456789")]
    marks += [*(replace(mark, is_new=True) for mark in marks), *(LineSign(points=points) for points in range(12))]
    for place in ("rows", "columns"):
        rest = getattr(grid, place)[1:]
        drawn = {render(replace(grid, **{place: (mark, *rest)})).tobytes() for mark in marks}  # type: ignore[arg-type]
        assert len(drawn) == len(marks)


@pytest.mark.parametrize("size", [5, 6])
def test_cards_side_by_side_never_grow_together(size: int) -> None:
    """Between any two cards stay two dark columns, one beside the light field of the newest card."""
    across = {5: 18, 6: 15}[size]
    empty = (LineSign(),) * size
    for letter, is_light in LETTERS:
        grid = Grid("", size, (CardSign("4", letter, is_light),) * size**2, empty, empty)
        for newest, dark in ((None, 2), (size + 1, 1)):
            picture = render(replace(grid, newest=newest))
            for left in range(2 + across, 2 + size * across, across):
                assert picture.crop((left - 2, 7, left - 2 + dark, 54)).getbbox() is None


def test_a_card_alone_is_named_where_letters_have_no_room() -> None:
    asking = replace(GRID, cursor=6, name="Hell- grün 4")
    other = tuple(card and replace(card, letter="Ro", is_light=False) for card in asking.cards)
    assert is_same(render(asking), render(replace(asking, cards=other)))
    assert not is_same(render(asking), render(replace(asking, name="Rot 4")))


@pytest.mark.parametrize("standing", [Standing(23, 27, 13), Standing(23, 28, 14), Standing(22, 27, 14), None])
def test_points_target_and_cards_left_are_in_sight_while_cards_are_laid(standing: Standing | None) -> None:
    assert GRID.standing == Standing(23, 27, 14)
    assert not is_same(render(GRID), render(replace(GRID, standing=standing)))


def test_the_next_medal_is_told_until_there_is_news() -> None:
    assert not is_same(render(GRID), render(replace(GRID, goal="Noch 9 bis Silber")))
    news = replace(GRID, line="Zeile 3: Haken")
    assert is_same(render(news), render(replace(news, goal="Noch 9 bis Silber")))


@pytest.mark.parametrize(
    "change",
    [
        {"newest": 6},
        {"cursor": 7},
        {"cursor": 7, "is_blinking": True},
        {"starts": frozenset({0})},
        {"hand": (CardSign("1", "Ro"),)},
        {"diagonals": (LineSign("check"), LineSign())},
        {"name": "Rot 1"},
    ],
)
def test_what_is_said_about_the_grid_can_be_seen(change: dict[str, object]) -> None:
    assert not is_same(render(GRID), render(replace(GRID, **change)))  # type: ignore[arg-type]


def test_what_happens_comes_before_what_to_do() -> None:
    long = "Zeile 1: Haken und dann noch ein paar Worte"
    assert is_same(render(replace(GRID, line=long)), render(replace(GRID, title="", line=long)))


def test_medals_are_told_apart_in_the_list_and_at_the_end() -> None:
    rows = {render(List("Buch", (Row("Level 1", "12", medal=medal),), 0)).tobytes() for medal in Medal}
    ends = {render(Ending("Ende", "12", medal, "", "")).tobytes() for medal in Medal}
    assert len(rows) == len(ends) == len(Medal)


def test_a_record_sparkles() -> None:
    plain = EXAMPLES["ending_silver_de"]
    assert isinstance(plain, Ending)
    record = replace(plain, is_record=True)
    assert len({render(one).tobytes() for one in (plain, record, replace(record, is_blinking=True))}) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"cursor": 3},
        {"cursor": None},
        {"doubtful": frozenset[int]()},
        {"thrown": frozenset({2})},
        {"is_blinking": True},
        {"faces": ("pink", "yellow", "tool", "blue", "tool")},
    ],
)
def test_what_is_said_about_a_die_can_be_seen(change: dict[str, object]) -> None:
    screen = EXAMPLES["dice_doubtful"]
    assert isinstance(screen, DiceSeen)
    assert not is_same(render(screen), render(replace(screen, **change)))  # type: ignore[arg-type]


def test_a_refused_row_can_be_seen() -> None:
    one, other = (render(List("Wohin?", (Row("Blau", is_refused=refused),), 0)) for refused in (False, True))
    assert not is_same(one, other)


def test_news_give_way_to_what_the_camera_says_and_a_hint_to_both() -> None:
    full = Waiting("Würfle", news="Feld 7", status="Hand", hint="OK: von Hand")
    assert is_same(render(full), render(Waiting("Würfle", status="Hand")))
    assert is_same(render(replace(full, status="")), render(Waiting("Würfle", news="Feld 7")))
    assert not is_same(render(replace(full, status="", news="")), render(Waiting("Würfle")))


def test_a_game_without_a_drawing_of_its_own_gets_the_watching_eye() -> None:
    (plain,) = (box for box in SHIPPED if box.drawing(object()) is None and box.name == "galaktico")
    desk = plain.desk_for(ReadDice(words=say("w"), count=1, faces=("1",), scene=object()))
    screen = desk.screen(lambda words: "Würfle", False)
    assert isinstance(screen, Waiting) and screen.scene is None
    assert is_same(render(replace(screen, hint="")), render(Waiting("Würfle")))


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("room", [3, 4])
def test_the_row_under_the_cursor_is_always_shown(count: int, room: int) -> None:
    for cursor in range(count):
        first = first_visible(cursor, count, room)
        assert first <= cursor < first + room
        assert first == 0 or first + room <= count


def test_more_dice_than_fit_in_a_row_do_no_harm() -> None:
    nine = DiceSeen("Neun?", ("pink",) * 9, ("R",) * 9, ("Rosa",) * 9, cursor=8)
    assert render(nine).size == (128, 64)


def test_the_gallery_writes_every_screen_and_a_sheet(tmp_path: Path) -> None:
    assert gallery.main([str(tmp_path)]) == 0
    assert {path.stem for path in tmp_path.glob("*.png")} == {*EXAMPLES, "all"}
    with Image.open(tmp_path / "waiting_de.png") as picture:
        assert picture.size == (512, 256)


def test_the_lanes_of_every_shipped_level_leave_room_for_the_camp() -> None:
    texts = [(files("games.galaktix") / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml")]
    for level in parse_book(*texts).levels:
        for news in ("", "Blau auf Feld 7"):
            picture = render(Waiting("Würfle alle 5", news=news, scene=Roads(rules.start(level))))
            assert picture.crop((86, 24, 88, 64)).getbbox() is None
            assert picture.crop((126, 24, 128, 64)).getbbox() is None
