"""Number UP on the simulated table, through the real loop: cards, camera, OLED, buttons, journal."""

import random
from dataclasses import replace

import pytest

from device.boxes.number_up.drawing import Grid
from device.errors import StorageFull
from device.parts.protocols import Button, Tone
from device.screens.content import Ending, List, Message
from device.simulator.acts.laid_cards import CARD_CAMERA, NumberCard
from games.number_up import rules
from games.spine.dialogue import say
from tests.device.at_the_table import person_at
from tests.device.boxes.number_up.cards_at_the_table import SETTLED_STEPS, card_player_at, laid_cards
from tests.device.running import bordbuch

UP, DOWN, OK, BACK = Button.UP, Button.DOWN, Button.OK, Button.BACK


@pytest.mark.slow
def test_a_level_is_played_with_cards_from_switching_on_to_the_medal_in_the_book(tmp_path):
    """With an illegal card, a doubted misread, an undo and a pulled plug on the way."""
    rng = random.Random(4)

    def lay_somewhere(player):
        free = [place for place in rules.open_places(player.state) if tuple(place) not in player.table.cards()]
        place = rng.choice(free)
        return place, player.lay_drawn(*place)

    def lay_until(player, count):
        while player.state.laid < count:
            _, card = lay_somewhere(player)
            if player.is_asked:
                player.put_right(card)
            assert not isinstance(player.screen, Message)
            assert player.is_right()

    with card_player_at(tmp_path, seed=4) as player:
        player.start()
        assert player.screen.title == "Erste in die Mitte"
        lay_until(player, 8)

        # A card that touches none is said, and goes away again.
        lines = player.lines
        apart = next(
            (row, col)
            for row in (0, 4)
            for col in (0, 4)
            if (row, col) not in map(tuple, rules.open_places(player.state)) and (row, col) not in player.table.cards()
        )
        player.lay_drawn(*apart)
        assert isinstance(player.screen, Message)
        assert "liegt allein" in player.screen.body
        player.take(*apart)
        assert isinstance(player.screen, Grid)
        assert player.lines == lines, "nothing was taken"

        # A card the reader doubts and takes for another one: down and OK.
        right = player.table.drawn()[0]
        used = {card.value for card in player.state.grid if card is not None and card.colour == right.colour}
        wrong = (next(value for value in (1, 2, 3, 4, 5) if value not in used | {right.value}), right.colour)
        with player.misreading(tuple(right), wrong, is_sure=False):
            place, _ = lay_somewhere(player)
            assert player.is_asked
            assert player.screen.cards[player.screen.cursor].digit == str(wrong[0])
            assert player.put_right(right) == 2
            player.person.wait(SETTLED_STEPS)
        assert player.state.grid[place.row * 5 + place.col] == tuple(right)
        assert player.is_right()

        # Back takes a card back, and it has to leave the table.
        place, card = lay_somewhere(player)
        laid = player.state.laid
        player.person.press(BACK)
        player.person.wait(SETTLED_STEPS)
        assert player.screen.title == "Zurückgenommen"
        player.take(*place)
        assert isinstance(player.screen, Grid)
        assert player.state.laid == laid - 1
        assert player.table.drawn()[0] == card
        lay_until(player, 14)
        before = player.state

    with card_player_at(tmp_path, seed=5) as player:
        assert player.screen.title == "Number UP 1 weiter?"
        player.person.choose("Ja")
        assert player.state == before
        player.set_out()
        assert isinstance(player.screen, Grid), "the cards that lie there are those that are known"
        lay_until(player, 25)

        points = player.state.points
        assert player.screen.title == f"{points} Punkte"
        assert None not in player.screen.cards
        lines = player.person.ok()
        assert isinstance(lines, List)
        values = [int(row.value.removeprefix("✔ ")) for row in lines.rows[:-1]]
        assert len(values) == 10
        assert sum(values) == int(lines.rows[-1].value) == points
        ending = player.person.ok()
        assert isinstance(ending, Ending)
        assert ending.points == f"{points} Punkte"
        player.person.ok()
        (result,) = player.person.device.journal.results("number_up")
        assert (result.level, result.player, result.score, result.medal) == ("1", "Gast", points, ending.medal)
        player.person.choose("Das Buch")
        assert player.screen.rows[1].value == str(points)


def test_a_level_is_played_by_buttons_alone_in_few_presses(tmp_path):
    with person_at(tmp_path) as person:
        person.start_level(game="Number UP")
        rng, presses = random.Random(2), 0
        for _ in range(25):
            buttons = [OK]
            while buttons:
                person.press(*buttons)
                presses += len(buttons)
                is_entry = isinstance(person.screen, Grid) and person.screen.cursor is not None
                buttons = [rng.choice((UP, DOWN))] * rng.randrange(3) + [OK] if is_entry else []
        assert person.screen.title.endswith("Punkte")
        assert presses <= 25 * 8
        points = int(person.screen.title.removesuffix(" Punkte"))
        person.ok()
        ending = person.ok()
        assert isinstance(ending, Ending)
        person.press(BACK, held=True)
        assert "Wurf berichtigen" not in [row.text for row in person.screen.rows]
        person.press(BACK)
        person.press(BACK, BACK, BACK)
        assert None in person.screen.cards, "back from the ending takes the last card back"
        person.press(BACK, held=True)
        person.choose("Schritt wieder vor")
        for _ in range(3):
            person.ok()
        (result,) = person.device.journal.results("number_up")
        assert result.score == points


@pytest.mark.slow
def test_what_hands_do_wrong_is_said_and_waits_until_the_table_is_right(tmp_path):
    with card_player_at(tmp_path, seed=3) as player:
        player.start()
        player.lay(5, "dark_blue", 2, 2)
        screen = player.lay(4, "dark_blue", 2, 3)
        assert screen.line == "Zeile 3: Haken"
        assert screen.rows[2].is_new
        player.lay(3, "red", 1, 2)
        assert player.screen.newest == 7
        known, lines = player.state, player.lines

        def said(act, *words):
            """What is said after this was done on the table; nothing is taken meanwhile."""
            assert act()
            player.person.wait(SETTLED_STEPS)
            assert isinstance(player.screen, Message), player.screen
            assert all(word in player.screen.body for word in words), player.screen.body
            assert player.person.device.panel.tones_since(0)[-1][1] is Tone.REFUSED
            assert player.lines == lines

        def right_again(act):
            assert act()
            player.person.wait(SETTLED_STEPS)
            assert isinstance(player.screen, Grid), player.screen
            assert player.state == known
            assert player.lines == lines

        table = player.table
        said(lambda: table.lay(6, "yellow", 2, 4), "Gelb 6", "nicht in dieses Level")
        right_again(lambda: table.take(2, 4))
        said(lambda: table.lay(1, "yellow", 3, 4), "Gelb 1 liegt allein")
        right_again(lambda: table.take(3, 4))
        said(lambda: table.lay(5, "dark_blue", 3, 2), "Dunkelblau 5 liegt schon im Raster")
        right_again(lambda: table.take(3, 2))
        said(lambda: table.move(1, 2, 1, 3), "Rot 3", "verschoben", "Zeile 2, Spalte 3")
        right_again(lambda: table.move(1, 3, 1, 2))
        said(lambda: table.swap(2, 2, 2, 3), "verschoben")
        right_again(lambda: table.swap(2, 2, 2, 3))
        said(lambda: table.lay(1, "red", 2, 3), "Rot 1 liegt auf Dunkelblau 4")
        right_again(lambda: table.take(2, 3))
        said(lambda: table.take(1, 2), "Ich sehe Rot 3 nicht", "Zeile 2, Spalte 3")
        right_again(lambda: table.lay(3, "red", 1, 2))

        assert table.lay(1, "yellow", 0, 5)
        player.person.wait(2 * SETTLED_STEPS)
        told = player.screen.body if isinstance(player.screen, Message) else player.screen.line
        assert told in ("Die Karte liegt außerhalb des Rasters.", "Liegt da noch eine?")
        right_again(lambda: table.take(0, 5))

        table.bump_camera()
        player.person.wait(2 * SETTLED_STEPS)
        assert isinstance(player.screen, Grid), "a bumped camera that still sees the grid is nothing to speak of"
        player.lay(1, "yellow", 2, 4)
        assert player.state.laid == 4
        assert player.is_right()


def test_a_camera_pushed_far_away_is_said_and_the_known_grid_waits_for_it(tmp_path):
    with card_player_at(tmp_path, seed=3) as player:
        player.start()
        player.lay(5, "dark_blue", 2, 2)
        player.lay(4, "dark_blue", 2, 3)
        player.lay(3, "red", 1, 2)
        known, lines, (x, y) = player.state, player.lines, CARD_CAMERA.target_mm

        player.table._look_from(replace(CARD_CAMERA, target_mm=(x, y + 300)))
        player.person.wait(2 * SETTLED_STEPS)
        assert "Ich sehe Dunkelblau 5 nicht" in player.screen.body
        player.table.sweep(True)  # a part of the table where nothing lies at all
        player.table._look_from(replace(CARD_CAMERA, target_mm=(x + 550, y)))
        player.person.wait(2 * SETTLED_STEPS)
        assert player.screen.line == "Keine Karten im Bild"
        assert (player.state, player.lines) == (known, lines)

        player.table.sweep(False)
        player.table._look_from(replace(CARD_CAMERA, heading_degrees=90.0))
        player.person.wait(2 * SETTLED_STEPS)
        assert isinstance(player.screen, Grid)
        assert (player.state, player.lines) == (known, lines)
        player.lay(1, "yellow", 2, 4)
        assert player.is_right(), "a turned picture is turned back by the cards in it"
        assert player.state.laid == 4


def test_a_sure_misread_is_put_right_with_what_the_camera_sees_later(tmp_path):
    with card_player_at(tmp_path, seed=6) as player:
        player.start()
        player.lay(5, "dark_blue", 2, 2)
        with player.misreading((4, "dark_blue"), (3, "dark_blue"), is_sure=True):
            player.lay(4, "dark_blue", 2, 3)
        assert player.state.grid[13] == (3, "dark_blue")
        player.lay(1, "red", 1, 2)
        assert isinstance(player.screen, Message)
        assert "Dunkelblau 4 liegt auf Dunkelblau 3" in player.screen.body
        player.person.press(OK)
        player.person.wait(SETTLED_STEPS)
        assert (player.screen.cursor, player.screen.cards[13].digit) == (13, "4"), "the camera proposes what it sees"
        player.person.ok()
        player.person.wait(SETTLED_STEPS)
        assert player.is_right(), "and the card that waited meanwhile is taken"
        assert player.state.laid == 3
        assert {card.row for card in laid_cards(player.lines[-1])} == {1, 2}


def test_six_by_six_starts_with_four_cards_in_the_middle(tmp_path):
    with card_player_at(tmp_path, seed=8) as player:
        player.start("5")
        player.lay(5, "dark_blue", 3, 2)
        assert player.screen.line == "Ich sehe 1, leg weiter"
        player.lay(4, "red", 3, 3)
        player.lay(3, "yellow", 2, 3)
        assert player.state.laid == 3
        player.lay(2, "purple", 2, 2)
        assert player.is_right()
        player.lay(1, "orange", 1, 2)
        assert player.is_right()
        assert player.state.laid == 5


def test_cards_are_taken_again_when_the_disk_has_room(tmp_path, monkeypatch):
    def full(*_):
        raise StorageFull("no room", say("journal.full"))

    with card_player_at(tmp_path, seed=9) as player:
        player.start()
        with monkeypatch.context() as broken:
            broken.setattr(player.person.device.journal, "add", full)
            player.lay(5, "dark_blue", 2, 2)
            assert "Speicher voll" in player.screen.body
        player.person.ok()
        player.person.wait(SETTLED_STEPS)
        assert player.state.laid == 1


def test_cards_of_the_last_game_have_to_be_cleared_away_first(tmp_path):
    with card_player_at(tmp_path, seed=10) as player:
        player.person.start_level(game="Number UP")
        lying = {(2, col): (value, "red") for col, value in enumerate((1, 2, 3, 4, 5))}
        player.table.set_out(5, (1, 2, 3, 4, 5), 6, lying=lying)
        player.person.wait(SETTLED_STEPS)
        assert "Räum sie erst vom Tisch" in player.screen.body
        player.table.clear_cards()
        player.person.wait(SETTLED_STEPS)
        assert isinstance(player.screen, Grid)


def test_the_menu_of_a_card_game_offers_what_can_be_done_with_cards(tmp_path):
    with person_at(tmp_path) as person:
        person.start_level(chapter="3", level="12", game="Number UP")
        person.press(BACK, held=True)
        texts = [row.text for row in person.screen.rows]
        assert "Wegwerfen (noch 2)" in texts
        assert "Wurf berichtigen" not in texts
        person.choose("Wegwerfen")
        assert person.lines[-1] == "choose discard"
        assert person.screen.line == "Weg damit, noch 1"
        person.press(BACK)
        assert person.lines[-1] == "undo 1"
        person.press(BACK)
        person.press(BACK, held=True)
        assert "Wurf berichtigen" not in [row.text for row in person.screen.rows]


def test_the_command_starts_a_level_of_number_up_at_once(tmp_path):
    with bordbuch(tmp_path, "number_up", "5") as device:
        device.wait_for("5 Großes Raster", "OK: weiter")
        while "OK: weiter" in device.words:
            device.press("ok")
        assert device.words.startswith("Noch 4 in die Mitte")
        device.press("ok")
        assert device.words.startswith("Wo liegt sie?")


def test_an_open_hand_is_read_below_the_grid_or_asked_to_leave_the_picture(tmp_path):
    with card_player_at(tmp_path, seed=31) as player:
        player.start("18")
        player.lay(5, "dark_blue", 2, 2)
        player.table.show_hand(player.table.drawn())
        player.person.wait(SETTLED_STEPS)
        assert "Deine offenen Karten bringen mich durcheinander" in player.screen.body
        player.table.show_hand(())
        player.person.wait(SETTLED_STEPS)
        assert isinstance(player.screen, Grid)
        player.lay(4, "dark_blue", 3, 2)
        hand = player.table.drawn()
        player.table.show_hand(hand)
        player.person.wait(SETTLED_STEPS)
        assert set(player.state.hand) == set(hand)
        assert len(player.screen.hand) == len(hand)
        assert player.state.laid == 2


def test_back_is_never_trapped_and_leads_out_of_a_correction_and_through_every_card(tmp_path):
    with card_player_at(tmp_path) as player:
        player.start()
        player.lay(3, "red", 2, 2)
        player.lay(4, "red", 2, 3)
        player.person.press(DOWN, OK)
        assert player.screen.title == "Welche war falsch?"
        laid = []
        for _ in range(12):
            player.person.press(BACK)
            laid.append(player.state.laid)
        assert laid[0] == 2 and set(laid) == {2, 1, 0}, "one card after the other, although they still lie there"


def test_23_7_after_several_steps_back_it_is_counted_which_cards_must_leave_down_to_the_empty_table(tmp_path):
    with card_player_at(tmp_path) as player:
        player.start()
        for value, place in ((5, (2, 2)), (4, (2, 3)), (1, (1, 3))):
            player.lay(value, "dark_blue", *place)
        player.person.press(BACK, BACK, BACK)
        player.person.wait(SETTLED_STEPS)
        assert player.screen.body == "Nimm 3 Karten wieder vom Tisch, zuerst Dunkelblau 1."
        assert player.take(1, 3).body == "Nimm 2 Karten wieder vom Tisch, zuerst Dunkelblau 4."
        assert player.take(2, 3).body == "Nimm Dunkelblau 5 wieder vom Tisch."
        screen = player.take(2, 2)
        assert isinstance(screen, Grid) and not player.is_asked, "what lay there before the first card is none"
        player.lay(5, "dark_blue", 2, 2)
        assert (player.state.laid, player.is_asked) == (1, False)


def test_four_cards_laid_before_the_table_comes_to_rest_are_all_taken(tmp_path):
    with card_player_at(tmp_path) as player:
        player.start()
        player.lay(3, "red", 2, 2)
        for value, place in ((1, (2, 3)), (2, (2, 4)), (4, (1, 4)), (5, (1, 3))):
            assert player.table.lay(value, "red", *place)
            player.person.wait(3)
        player.person.wait(2 * SETTLED_STEPS)
        assert isinstance(player.screen, Grid) and not player.is_asked
        assert player.state.laid == 5
        assert player.is_right()
        assert len([line for line in player.lines if line.startswith("laid")]) <= 3, "some of them at one look"


def test_23_6_first_cards_laid_quickly_cost_one_answer_and_none_has_to_leave(tmp_path):
    with card_player_at(tmp_path) as player:
        player.start()
        for value, place in ((3, (2, 2)), (1, (1, 2)), (2, (3, 2))):
            assert player.table.lay(value, "red", *place)
            player.person.wait(3)
        player.person.wait(2 * SETTLED_STEPS)
        assert player.screen.title == "Welche ist in der Mitte?"
        while player.screen.cards[player.screen.cursor].digit != "3":
            player.person.press(DOWN)
        player.person.ok()
        assert player.state.laid == 3
        assert player.is_right()


def test_a_card_laid_upon_another_is_named_as_that_on_the_oled(tmp_path):
    with card_player_at(tmp_path) as player:
        player.start()
        for value, place in ((3, (2, 2)), (1, (2, 3)), (2, (1, 2))):
            player.lay(value, "red", *place)
        player.lay(5, "dark_blue", 2, 2)
        assert isinstance(player.screen, Message)
        assert player.screen.body == "Dunkelblau 5 liegt auf Rot 3. Leg sie auf einen freien Platz."


@pytest.mark.slow
@pytest.mark.parametrize("wish", ["Ja", "Nein"])
def test_a_grid_played_without_the_device_is_scored_at_one_look_and_entered_if_wished(tmp_path, wish):
    with card_player_at(tmp_path) as player:
        player.start()
        colours = ("red", "orange", "yellow", "dark_green", "dark_blue")
        for row in range(5):
            for col in range(5):
                assert player.table.lay(col + 1, colours[row], row, col)
        player.person.wait(3 * SETTLED_STEPS)
        assert isinstance(player.screen, Message)
        assert player.screen.footer == "OK: nur werten"
        player.person.ok()
        player.person.wait(SETTLED_STEPS)
        while player.is_asked:
            cell = player.screen.cursor
            player.put_right(NumberCard(*player.table.cards()[divmod(cell, 5)]))
        assert player.screen.title.endswith("Punkte")
        player.person.ok()
        assert player.screen.title == "Ins Buch damit?"
        player.person.choose(wish)
        points = player.state.points
        assert player.screen.title == f"{points} Punkte"
        player.person.press(OK, OK, OK)
        results = player.person.device.journal.results("number_up")
        assert [result.score for result in results] == ([points] if wish == "Ja" else [])
        assert not player.person.device.journal.unfinished()
