"""What is for one player alone is covered until that player holds OK, however it is reached."""

import pytest

from device.parts.protocols import Button
from device.screens.content import Cover, List, Message, Picker, Ranking
from tests.device.talks.whispers import GroupTable, group_text, secrets_of

ADA = secrets_of("Ada")


@pytest.fixture
def table(tmp_path):
    """Ada has the device, still covered."""
    with group_text(tmp_path) as table:
        table.begin().throw()
        assert table.screen.player == "Ada"
        yield table


def test_a_short_press_uncovers_nothing_and_a_long_one_does(table):
    for button in (Button.OK, Button.UP, Button.DOWN):
        assert isinstance(table.press(button), Cover)
    screen = table.hold()
    assert isinstance(screen, List) and screen.title == ADA[1]


def test_who_has_uncovered_it_goes_on_looking_while_answering(table):
    table.hold()
    assert isinstance(table.ok(), Picker)
    assert table.talk.private_for == "Ada"
    assert table.ok().body == "Alle schauen"
    assert table.talk.private_for is None


@pytest.mark.parametrize("way", ["back", "menu"])
def test_a_prompt_reached_by_a_step_back_is_covered_again(table, way):
    table.hold()
    table.ok()
    table.press(Button.BACK) if way == "back" else table.menu("Schritt zurück")
    assert isinstance(table.screen, Cover) and table.screen.player == "Ada"
    assert table.hold().title == ADA[1]


def test_a_prompt_reached_by_a_step_forward_is_covered_again(table):
    table.hold()
    table.ok()
    table.press(Button.BACK)
    screen = table.menu("Schritt wieder vor")
    assert isinstance(screen, Cover) and screen.player == "Ada"
    assert isinstance(table.hold(), Picker)


def test_stepping_back_over_a_secret_from_later_in_the_game_leads_to_where_it_was_handed_over(table):
    handed_over = table.screen
    table.hold()
    table.ok(3)  # a word, a number, and all look
    assert table.screen.player == "Ben"
    all_look = table.press(Button.BACK)
    assert isinstance(all_look, Message)
    assert table.press(Button.BACK) == handed_over
    assert table.menu("Schritt wieder vor") == all_look
    assert table.press(Button.BACK) == handed_over
    assert table.hold().title == ADA[1]  # the first of Ada's questions


def test_the_menu_is_for_everybody_and_what_it_hid_is_covered_afterwards(table):
    table.hold()
    menu = table.press(Button.BACK, held=True)
    assert isinstance(menu, List) and menu.title == "Menü"
    assert table.talk.private_for is None
    assert isinstance(table.press(Button.BACK), Cover)
    assert table.hold().title == ADA[1]


def test_a_corrected_throw_leads_back_to_a_cover(table):
    table.hold()
    table.menu("Wurf berichtigen")
    table.press(Button.OK, Button.DOWN)
    while not isinstance(table.screen, Cover):
        table.ok()
    assert table.screen.player == "Ada"
    assert table.journal.lines(1)[-1].startswith("fix 0 dice")


def test_switching_off_and_on_again_covers_it(tmp_path):
    with group_text(tmp_path) as table:
        table.begin().throw()
        table.hold()
        shown = table.ok()
    with group_text(tmp_path) as table:
        assert table.screen.title.endswith("?")
        assert isinstance(table.ok(), Cover)
        assert table.hold() == shown


def test_a_prompt_for_one_player_without_a_word_of_warning_is_covered_by_the_device(table):
    for name in ("Ada", "Ben", "Cleo"):
        assert table.screen.player == name
        table.hold()
        table.ok(3)
    for name in ("Ada", "Ben", "Cleo"):
        assert isinstance(table.screen, Cover) and table.screen.player == name
        assert table.hold().body == secrets_of(name)[0]
        table.ok()
    assert isinstance(table.screen, List)


def test_the_reason_why_something_is_refused_is_as_private_as_the_prompt(table):
    table.hold()
    table.press(Button.UP)
    refused = table.ok()
    assert refused.is_warning and ADA[0] in refused.body
    assert table.talk.private_for == "Ada"
    assert ADA[0] not in table.copy.caption
    assert table.ok().title == ADA[1]


def test_what_is_looked_up_from_the_menu_is_led_through_and_written_nowhere(table):
    before = table.journal.lines(1)
    table.menu("Punkte")
    assert isinstance(table.screen, Message)
    assert table.ok().title == "Zwei"
    assert isinstance(table.ok(), Cover)
    table.menu("Punkte")
    assert isinstance(table.press(Button.BACK), Cover)
    assert table.journal.lines(1) == before


def test_a_pause_and_going_on_covers_it(table):
    table.hold()
    table.menu("Pause")
    assert table.screen.title == "Bordbuch"
    assert isinstance(table.choose("Weiter"), Cover)


def test_the_end_is_a_ranking_and_goes_into_the_book(table: GroupTable):
    for _ in range(40):
        if isinstance(table.screen, Ranking):
            break
        table.press(Button.OK, held=isinstance(table.screen, Cover))
    assert [(row.place, row.player, row.points) for row in table.screen.rows] == [
        (1, "Cleo", 2),
        (2, "Ben", 1),
        (3, "Ada", 0),
    ]
    assert [row.text for row in table.ok().rows] == ["Gleich noch einmal", "Das Buch", "Zum Start"]
    results = table.journal.results("whispers")
    assert [(result.player, result.score, result.place) for result in results] == [
        ("Ada", 0, 3),
        ("Ben", 1, 2),
        ("Cleo", 2, 1),
    ]
    first = table.journal.setup(1)
    table.choose("Gleich")
    again = table.journal.setup(2)
    assert again.players == first.players
    assert again.seed != first.seed and again.seed.bit_length() > 64
