"""What still lies under the camera, through the real loop: dice, balls and cards after undo and power cuts."""

import pytest

from device.boxes.number_up.drawing import Grid
from device.parts.protocols import Button
from device.records.journal import Journal, Source
from device.screens.content import BallsSeen, DiceSeen, List, Tally, Waiting
from device.talks.taps import Tap
from games.number_up import rules
from games.number_up.flow import NumberUp
from games.number_up.sighting import with_cards
from games.spine.dialogue import Balls, Chosen, Dice, Noted, ReadBalls, ReadLaid, Setup, say
from games.spine.session import Answered, Session
from tests.device.at_the_table import person_at
from tests.device.boxes.galaktico.test_at_the_table import SEEN, Player
from tests.device.boxes.number_up.cards_at_the_table import SETTLED_STEPS, CardPlayer
from tests.device.boxes.sternenfahrer.evening import crew_at
from tests.games.number_up.boards import BOOK
from tests.games.sternenfahrer.playing import GAME as STERNENFAHRER
from tests.games.sternenfahrer.playing import NAMES, Beginner

pytestmark = pytest.mark.slow

REST_STEPS = 20  # long enough for anything on the table to be read


def pass_a_hand(person):
    person.table.put_hand(True)
    person.wait(4)
    person.table.put_hand(False)
    person.wait(REST_STEPS)


def keep(folder, session, *, is_secret=False):
    """Write a session down as if it had been played on this device."""
    with Journal.open(folder) as journal:
        number = journal.start(session.setup, Source.BUTTONS, is_secret=is_secret)
        for answer in session.answers:
            journal.add(number, answer.to_line(), Source.BUTTONS)


# --- dice ----------------------------------------------------------------------------------------------------------


def test_20_5_dice_taken_back_are_offered_and_never_taken_by_themselves_also_after_a_power_cut(tmp_path):
    with person_at(tmp_path, seed=4, is_swept=True) as person:
        person.start_level()
        person.throw()
        person.press(Button.BACK)
        assert person.wait_for(DiceSeen).title == "Lag schon da"
        pass_a_hand(person)
        assert person.screen.title == "Lag schon da"
        lines = person.lines
        assert lines[-1] == "undo 1"
    with person_at(tmp_path, seed=4, thrown_before=True, is_swept=True) as person:  # the same dice, and no board
        person.wait(5)  # that would push them aside
        pass_a_hand(person)
        person.choose("Ja")
        assert person.wait_for(DiceSeen).title == "Lag schon da"
        pass_a_hand(person)
        assert person.screen.title == "Lag schon da"
        person.table.throw_all()
        person.wait(3)
        person.wait_for(DiceSeen, lambda screen: screen.title == "Dein Wurf")
        assert person.lines == lines, "neither was taken without OK"


def test_20_5_the_dice_of_the_last_round_are_no_throw_although_a_hand_passes_after_switching_on(tmp_path):
    with person_at(tmp_path, seed=4, is_swept=True) as person:
        person.start_level()
        person.throw()
        person.take_a_road()
    with person_at(tmp_path, seed=4, thrown_before=True, is_swept=True) as person:
        person.wait(5)
        pass_a_hand(person)
        person.choose("Ja")
        pass_a_hand(person)
        assert isinstance(person.screen, Waiting)


def test_20_5_dice_under_a_hand_do_not_replace_what_is_being_entered(tmp_path):
    with person_at(tmp_path, seed=8) as person:
        person.start_level()
        person.wait(REST_STEPS)
        person.table.put_hand(True)
        person.wait(5)
        person.table.throw_all()
        person.wait(15)
        person.press(Button.OK, Button.UP, Button.DOWN)
        assert person.screen.counts == (1, 1)
        person.table.put_hand(False)
        person.wait(REST_STEPS)
        assert person.screen.counts == (1, 1)
        person.press(Button.BACK, Button.BACK, Button.BACK)
        assert person.screen.title == "Lag schon da", "who stops entering is offered it"


def test_20_5_a_quick_throw_on_the_page_before_still_counts(tmp_path):
    with person_at(tmp_path, seed=2) as person:
        person.start_level()
        person.throw()
        person.press(Button.BACK, held=True)  # a list over the game: nobody asks for dice
        person.table.throw_all()
        person.wait(REST_STEPS)
        person.press(Button.BACK)
        assert person.wait_for(DiceSeen).title == "Nachgewürfelt"


def tap(person, answer):
    """Answer on a phone; why it was refused, or None."""
    taps = person.device.service.taps
    tapped = Tap(taps.asked.number, answer)
    taps.put(tapped)
    person.wait()
    return tapped.reply.result(0)


def test_20_5_dice_that_lie_there_are_no_throw_after_another_one_was_tapped_on_a_phone(tmp_path):
    with person_at(tmp_path, seed=4) as person:
        person.start_level()
        person.table.throw_all()
        person.wait_for(DiceSeen)
        assert tap(person, Dice(("pink", "pink", "tool", "tool", "blue"))) is None
        pass_a_hand(person)
        assert isinstance(person.screen, List), "neither a re-roll"
        while isinstance(person.screen, List):
            options = person.device.service.taps.asked.opened.prompt.options
            assert tap(person, Chosen(next(one.key for one in options if one.refused is None))) is None
        lines = person.lines
        pass_a_hand(person)
        assert isinstance(person.screen, Waiting), "nor the next throw"
        assert person.lines == lines
        person.throw()
        assert len(person.lines) == len(lines) + 1


# --- balls ---------------------------------------------------------------------------------------------------------


def at_a_duel():
    """A session of Sternenfahrer at the first shake of a duel, as chance has it."""
    for seed in range(1, 60):
        player = Beginner(seed)
        session = Session(STERNENFAHRER, Setup("sternenfahrer", "beginner", NAMES[:3], seed, STERNENFAHRER.data))
        while session.prompt is not None and len(session.answers) < 150:
            answer = player.answer(session.prompt)
            if isinstance(session.prompt, ReadBalls) and session.prompt.news != say("sternenfahrer.to_fly"):
                trial = Session.replay(STERNENFAHRER, session.setup, [one.to_line() for one in session.answers])
                trial.make(Answered(Balls(("red", "blue"))))
                if isinstance(trial.prompt, ReadBalls):
                    return session
            session.make(Answered(answer))
    raise AssertionError("no duel is found")


def shake(crew, *balls):
    """Shake the ship under the camera and take what is seen falling."""
    crew.table.show_balls(balls)
    crew.wait(3)
    screen = crew.wait_for(BallsSeen, lambda screen: screen.title == "Deine Kugeln")
    assert sorted(screen.colours) == sorted(balls)
    crew.ok()


def test_20_5_the_shake_of_a_duel_is_not_taken_for_the_next_one(tmp_path):
    keep(tmp_path, at_a_duel(), is_secret=True)
    with crew_at(tmp_path, seed=4) as crew:
        crew.choose("Ja")
        crew.wait(REST_STEPS)
        lines = len(crew.lines)
        shake(crew, "red", "blue")
        assert isinstance(crew.screen, Waiting), "the other one shakes"
        pass_a_hand(crew)
        assert isinstance(crew.screen, Waiting)
        assert len(crew.lines) == lines + 1
        shake(crew, "red", "blue")
        assert len(crew.lines) == lines + 2, "the same two balls, shaken"
        read = crew.screen
        crew.press(Button.BACK)
        if crew.screen != read:  # nothing of the card was shown yet
            assert crew.wait_for(BallsSeen).title == "Lag schon da"
            pass_a_hand(crew)
            assert crew.screen.title == "Lag schon da"
            crew.ok()
        while not (isinstance(crew.screen, Waiting) and "schüttelt" in crew.screen.words):
            if isinstance(crew.screen, Waiting):
                crew.to_the_shake()
            elif isinstance(crew.screen, List) and crew.screen.title.startswith("Tempo"):
                crew.choose("Zug beenden")
            else:
                crew.answer_anyhow()
        pass_a_hand(crew)
        assert isinstance(crew.screen, Waiting), "the balls of the duel are no shake of the next player"


def test_20_5_balls_that_lie_there_do_not_replace_what_is_being_entered(tmp_path):
    with crew_at(tmp_path, seed=4) as crew:
        crew.start(3)
        crew.to_the_shake()
        crew.table.put_hand(True)
        crew.wait(4)
        crew.table.show_balls(("red", "black"))
        crew.wait(4)
        crew.press(Button.OK, Button.DOWN)
        entered = crew.screen
        assert isinstance(entered, Tally)
        crew.table.put_hand(False)
        crew.wait(REST_STEPS)
        assert crew.screen == entered


# --- laid cards ----------------------------------------------------------------------------------------------------


def number_up_with(laid):
    """A session of the first level with so many cards laid."""
    session = Session(NumberUp(BOOK), Setup("number_up", "1", ("Gast",), 1, NumberUp(BOOK).data))
    while True:
        if isinstance(session.prompt, ReadLaid):
            state = session.prompt.scene
            if state.laid == laid:
                return session
            place, cards = rules.open_places(state)[0], rules.layable_cards(state)
            session.make(Answered(with_cards(state, [(place, cards[len(cards) // 2])])))
        else:
            session.make(Answered(Noted()))


def test_20_11_the_last_card_is_shown_and_waits_for_ok(tmp_path):
    keep(tmp_path, number_up_with(24))
    with person_at(tmp_path, seed=4) as person:
        player = CardPlayer(person)
        person.choose("Ja")
        player.set_out()
        (place,) = rules.open_places(player.state)
        lines = player.lines
        card = player.table.drawn()[0]
        assert player.table.lay_drawn(*place)
        person.wait(3 * SETTLED_STEPS)
        assert (player.screen.title, player.screen.line) == ("Letzte?", "OK: Ende")
        assert player.lines == lines
        player.take(*place)
        assert isinstance(player.screen, Grid) and player.screen.cursor is None, "and can be taken away"
        player.lay(card.value, card.colour, *place)
        assert player.screen.title == "Letzte?"
        person.ok()
        assert player.screen.title.endswith("Punkte")
        assert len(player.lines) == len(lines) + 1


def test_20_5_a_card_taken_back_is_not_taken_by_itself_also_after_a_power_cut(tmp_path):
    keep(tmp_path, number_up_with(3))
    with person_at(tmp_path, seed=4) as person:
        player = CardPlayer(person)
        person.choose("Ja")
        player.set_out()
        place = rules.open_places(player.state)[0]
        right = rules.layable_cards(player.state)[0]
        wrong = next(
            card for card in rules.layable_cards(player.state) if card.colour == right.colour and card != right
        )
        with player.misreading(tuple(right), tuple(wrong), is_sure=True):
            player.lay(right.value, right.colour, *place)
        assert player.state.laid == 4
        person.press(Button.BACK)
        person.wait(SETTLED_STEPS)
        lines = player.lines
        assert lines[-1] == "undo 1"
        assert player.screen.title == "Zählt sie?", "it is read as another one now, and offered"
        lying = {cell: tuple(card) for cell, card in player.table.cards().items()}
    with person_at(tmp_path, seed=4) as person:
        player = CardPlayer(person)
        person.choose("Ja")
        player.table.set_out(5, (1, 2, 3, 4, 5), 6, lying=lying)
        person.wait(3 * SETTLED_STEPS)
        assert player.screen.title == "Zählt sie?"
        assert player.lines == lines
        person.ok()
        assert player.state.laid == 4
        assert player.is_right()


# --- shown cards ---------------------------------------------------------------------------------------------------


def test_20_5_a_shown_card_that_lies_there_is_no_answer_although_a_hand_passes_over_it(tmp_path):
    with person_at(tmp_path) as person:
        player = Player(person)
        player.begin()
        player.wait_for_line("Oder zeig mir die Karte")
        player.show("Deflektor")
        player.wait_for_line("Oder zeig mir die Karte")
        start, lines = player.screen.cursor, person.lines
        person.table.put_hand(True)
        player.wait(4)
        person.table.put_hand(False)
        player.wait(REST_STEPS)
        assert (player.screen.cursor, player.screen.news) == (start, "Oder zeig mir die Karte")
        player.lay("Cryo Blitz")
        player.wait_for_line(*SEEN)
        person.press(Button.DOWN)
        chosen = player.screen.cursor
        person.table.put_hand(True)
        player.wait(4)
        person.table.put_hand(False)
        player.wait(REST_STEPS)
        assert player.screen.cursor == chosen, "who chooses by buttons is left alone"
        assert person.lines == lines
