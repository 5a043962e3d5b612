"""How laid cards are answered: by the camera without a press, by two presses where it doubts, by buttons alone."""

from dataclasses import replace

import pytest

from device.boxes.number_up.box import BOX
from device.boxes.number_up.drawing import Grid
from device.boxes.number_up.laid_desk import HAND_SIGHTS, LOOK_AGAIN_SIGHTS, LaidDesk
from device.desks.desk import Back, ByHand, Given, Heard, LookAgain, Refused
from device.eyes.sight import LaidOut, Sight
from device.parts.protocols import Button, Press, Tone
from device.records.journal import Source
from device.screens.content import List, Message
from games.number_up import rules
from games.number_up.flow import NumberUp
from games.number_up.pieces import Place
from games.number_up.reading import shown, shown_with
from games.number_up.sighting import with_cards
from games.spine.dialogue import Chosen, Noted, ReadLaid, Setup, say
from games.spine.session import Answered, Session, Undone
from tests.games.number_up.boards import BOOK, card, laid
from vision.base.reading import NumberReading, NumbersReading, Reason, Status
from vision.table.motion import TableState

UP, DOWN, OK, BACK = Button.UP, Button.DOWN, Button.OK, Button.BACK
GRID = ("22 b5", "23 b4", "12 r1")


def tell(text):
    return str(text)


def session_after(*moves, level="1"):
    """A session of a level of the book after cards laid as in "22 b5"."""
    session = Session(NumberUp(BOOK), Setup("number_up", level, ("Ida",), seed=1, data=BOOK.fingerprint))
    while not isinstance(session.prompt, ReadLaid):
        session.make(Answered(Noted()))
    for move in moves:
        session.make(Answered(shown(laid(session.prompt.scene, move))))
    return session


def prompt_after(*moves, level="1"):
    return session_after(*moves, level=level).prompt


def taken_back_desk(*cards):
    """A desk after these cards were taken back, the newest first."""
    prompt = prompt_after(*GRID)
    return LaidDesk(prompt, prompt.scene, cards)


def correction_after(*moves):
    session = session_after(*moves)
    session.make(Answered(Chosen("correct")))
    return session.prompt


def press(desk, *buttons):
    """The reply to the last of the presses."""
    reply = None
    for button in buttons:
        reply = desk.press(Press(button))
    return reply


def read(*words, reasons=(), just_laid=False):
    """A reading of cards as in "00 b5"; with "?" doubtful, further cards are what else it may be."""
    cards = []
    for word in words:
        place, *names = word.rstrip("?").split()
        first, *others = map(card, names)
        is_sure = not word.endswith("?")
        cards.append(
            NumberReading(
                int(place[0]),
                int(place[1]),
                first.value,
                first.colour,
                100.0,
                100.0,
                0.99 if is_sure else 0.6,
                tuple(((other.value, other.colour), 0.2) for other in others),
                30.0,
                () if is_sure else (Reason.UNCLEAR,),
            )
        )
    doubts = tuple(dict.fromkeys([*reasons, *(why for one in cards for why in one.reasons)]))
    reading = NumbersReading(Status.UNSURE if doubts else Status.SURE, tuple(cards), doubts)
    return Sight(seen=LaidOut(reading, laid=frozenset(range(len(cards))) if just_laid else frozenset()))


def seen_with(*new, **more):
    """The known grid and more, counted from its first row and column."""
    return read("00 r1", "10 b5", "11 b4", *new, **more)


@pytest.fixture
def desk():
    return BOX.desk_for(prompt_after(*GRID))


# --- the camera ---


def test_a_sure_and_legal_card_is_taken_without_a_press(desk):
    assert desk.wanted.size == 5
    after = laid(desk.prompt.scene, "24 g3")
    assert desk.see(seen_with("12 g3")) == Given(shown(after), Source.CAMERA)


def test_the_known_grid_is_no_news(desk):
    before = desk.screen(tell, False)
    assert desk.see(seen_with()) is None
    assert desk.screen(tell, False) == before


def test_a_doubtful_known_card_does_not_keep_a_sure_new_one_from_being_taken(desk):
    assert isinstance(desk.see(read("00 o1?", "10 b5", "11 b4", "12 g3")), Given)


def test_a_doubtful_card_blinks_and_costs_one_press_if_it_is_the_likeliest(desk):
    assert desk.see(seen_with("12 l3 g3?")) == Heard(Tone.SEEN)
    screen = desk.screen(tell, True)
    assert isinstance(screen, Grid)
    assert (screen.cursor, screen.is_blinking, screen.cards[14].digit) == (14, True, "3")
    answer = shown_with(desk.prompt.scene, Place(2, 4), card("l3"))
    assert press(desk, OK) == Given(answer, Source.BUTTONS)


def test_a_misread_costs_two_presses_and_the_rules_leave_out_what_cannot_be(desk):
    desk.see(seen_with("12 b4 l3 g6 g3?"))  # b4 lies there, the 6 is not in the level
    answer = shown_with(desk.prompt.scene, Place(2, 4), card("g3"))
    assert press(desk, DOWN, OK) == Given(answer, Source.BUTTONS)


def test_a_doubtful_card_without_a_guess_is_named_by_colour_and_number(desk):
    desk.see(seen_with("12 g6?"))
    screen = desk.screen(tell, False)
    assert (screen.cursor, screen.title, screen.name) == (14, "number_up.which_colour", "number_up.colour.red")
    reply = press(desk, DOWN, OK, OK)
    assert reply == Given(shown_with(desk.prompt.scene, Place(2, 4), card("o1")), Source.BUTTONS)


def test_every_card_of_the_deck_can_be_reached_from_a_doubtful_one(desk):
    desk.see(seen_with("12 l3 g3?"))
    met = set()
    for _ in range(len(rules.layable_cards(desk.prompt.scene))):
        met.add(desk.screen(tell, False).name)
        press(desk, DOWN)
    assert len(met) == len(rules.layable_cards(desk.prompt.scene))


def test_a_question_is_over_when_the_card_is_gone(desk):
    desk.see(seen_with("12 l3 g3?"))
    desk.see(seen_with())
    assert desk.screen(tell, False).cursor is None


def test_the_same_doubt_seen_again_does_not_begin_the_question_anew(desk):
    desk.see(seen_with("12 l3 g3?"))
    press(desk, DOWN)
    name = desk.screen(tell, False).name
    assert desk.see(seen_with("12 l3 g3?")) is None
    assert desk.screen(tell, False).name == name


def test_what_is_forbidden_is_said_once_and_goes_away_when_the_table_is_right(desk):
    assert desk.see(seen_with("12 g6")) == Heard(Tone.REFUSED)
    screen = desk.screen(tell, False)
    assert isinstance(screen, Message)
    assert screen.is_warning
    assert "number_up.refused.value" in screen.body
    assert desk.see(seen_with("12 g6")) is None
    assert desk.see(seen_with()) is None
    assert isinstance(desk.screen(tell, False), Grid)


@pytest.mark.parametrize("button", [OK, BACK])
def test_a_complaint_can_be_put_aside(desk, button):
    desk.see(seen_with("12 g6"))
    assert press(desk, button) is None
    assert isinstance(desk.screen(tell, False), Grid)


def test_a_card_that_is_seen_to_be_another_one_leads_to_its_correction(desk):
    assert desk.see(read("00 r1", "10 b5", "11 g4")) == Heard(Tone.REFUSED)
    assert desk.screen(tell, False).footer == "number_up.is_so"
    assert press(desk, OK) == Given(Chosen("correct"), Source.BUTTONS)
    desk.see(read("00 r1", "10 b5", "11 g4"))
    assert press(desk, BACK) is None
    assert isinstance(desk.screen(tell, False), Grid)


def test_a_card_out_of_sight_is_said_and_one_ok_says_that_it_lies_there(desk):
    assert desk.see(read("00 r1", "11 b4", "12 g3")) == Heard(Tone.REFUSED)
    assert "number_up.refused.missing" in desk.screen(tell, False).body
    press(desk, OK)
    assert desk.screen(tell, False).cursor == 14
    assert press(desk, OK) == Given(shown(laid(desk.prompt.scene, "24 g3")), Source.BUTTONS)


def test_a_new_card_is_not_sure_while_the_table_cannot_be_seen_well(desk):
    assert desk.see(seen_with("12 g3", reasons=(Reason.GLARE,))) == Heard(Tone.SEEN)
    assert isinstance(press(desk, OK), Given)


def test_trouble_with_seeing_is_told_in_the_panel(desk):
    desk.see(seen_with(reasons=(Reason.COVERED,)))
    assert desk.screen(tell, False).line == "number_up.covered"
    desk.see(Sight(trouble=(Reason.TOO_DARK,)))
    assert desk.screen(tell, False).line == "status.too_dark"
    desk.see(Sight(has_failed=True))
    assert desk.screen(tell, False).line == "status.no_camera"


def test_a_card_far_from_all_others_is_asked_for(desk):
    desk.see(Sight(seen=replace(seen_with().seen, has_strays=True)))
    assert desk.screen(tell, False).line == "number_up.beside"
    desk.see(seen_with())
    assert desk.screen(tell, False).line == ""  # the hint for who enters by hand is for the first card


def test_a_ghost_in_the_picture_is_not_asked_about(desk):
    reading = seen_with("12 g3?").seen.reading
    ghost = replace(reading.cards[-1], confidence=0.19)
    cards = replace(reading, cards=(*reading.cards[:-1], ghost))
    assert desk.see(Sight(seen=LaidOut(cards))) is None
    assert desk.screen(tell, False).line == "status.unclear"


def test_a_hand_is_told_only_if_it_stays(desk):
    quiet = desk.screen(tell, False)
    for _ in range(HAND_SIGHTS - 1):
        desk.see(Sight(TableState.HAND, trouble=(Reason.HAND,)))
        assert desk.screen(tell, False) == quiet
    desk.see(Sight(TableState.HAND, trouble=(Reason.HAND,)))
    assert desk.screen(tell, False).line == "status.hand"
    desk.see(Sight(TableState.MOVING, trouble=(Reason.MOVING,)))
    assert desk.screen(tell, False) == quiet


def test_an_empty_table_is_told_only_where_cards_are_known(desk):
    empty = Sight(seen=LaidOut(NumbersReading(Status.UNREADABLE, (), (Reason.NOTHING,))))
    assert desk.see(empty) is None
    assert desk.screen(tell, False).line == "number_up.no_cards"
    first = BOX.desk_for(prompt_after())
    first.see(empty)
    assert first.screen(tell, False).line == "number_up.by_hand"


def test_start_cards_whose_fields_are_open_are_counted():
    six = BOX.desk_for(prompt_after(level="5"))
    assert six.see(read("00 b5", "01 b4")) is None
    assert six.screen(tell, False).line == "number_up.waits(seen=2)"
    assert isinstance(six.see(read("00 b5", "01 b4", "11 r1")), Given)


def test_doubtful_start_cards_are_asked_about_one_after_the_other():
    six = BOX.desk_for(prompt_after(level="5"))
    six.see(read("00 b5", "01 b4 b3?", "11 r1 o1?"))
    assert press(six, OK) is None
    assert six.screen(tell, False).cursor == 21
    answer = with_cards(
        six.prompt.scene, [(Place(2, 2), card("b5")), (Place(2, 3), card("b4")), (Place(3, 3), card("o1"))]
    )
    assert press(six, DOWN, OK) == Given(answer, Source.BUTTONS)


# --- taken back ---


def test_a_card_taken_back_has_to_leave_the_table_before_it_counts_again():
    desk = taken_back_desk((Place(2, 4), card("g3")))
    assert desk.see(seen_with("12 g3")) == Heard(Tone.SEEN)
    screen = desk.screen(tell, False)
    assert "number_up.take_away" in screen.body
    assert not screen.is_warning
    assert desk.see(seen_with()) is None
    assert isinstance(desk.see(seen_with("12 g3")), Given)


def test_20_5_a_card_taken_back_that_still_lies_there_is_offered_for_correction():
    desk = taken_back_desk((Place(2, 4), card("g3")))
    desk.see(seen_with("12 g3"))
    press(desk, OK)
    assert desk.screen(tell, False).cursor == 14
    reply = press(desk, DOWN, OK)
    assert isinstance(reply, Given) and reply.answer != shown(laid(desk.prompt.scene, "24 g3"))


def test_20_5_of_two_cards_taken_back_none_is_offered_alone():
    desk = taken_back_desk((Place(2, 4), card("g3")), (Place(3, 2), card("g4")))
    desk.see(seen_with("12 g3", "20 g4"))
    press(desk, OK)
    assert desk.screen(tell, False).cursor is None


@pytest.mark.parametrize("just_laid", [False, True])
def test_20_5_another_card_in_the_place_of_one_taken_back_is_offered_and_not_taken_by_itself(just_laid):
    desk = taken_back_desk((Place(2, 4), card("g3")))
    assert desk.see(seen_with("12 g5", just_laid=just_laid)) == Heard(Tone.SEEN)
    assert desk.screen(tell, False).title == "number_up.lay_there"
    assert press(desk, OK) == Given(shown(laid(desk.prompt.scene, "24 g5")), Source.CAMERA)


def test_20_5_after_a_card_was_taken_back_one_that_lies_elsewhere_is_offered_and_one_just_laid_is_taken():
    desk = taken_back_desk((Place(2, 4), card("g3")))
    assert desk.see(seen_with("20 g4")) == Heard(Tone.SEEN)
    desk = taken_back_desk((Place(2, 4), card("g3")))
    assert isinstance(desk.see(seen_with("20 g4", just_laid=True)), Given)


def test_back_on_a_card_taken_back_takes_one_more_back():
    desk = taken_back_desk((Place(2, 4), card("g3")))
    desk.see(seen_with("12 g3"))
    assert press(desk, BACK) == Back()


def test_of_several_cards_taken_back_it_is_said_how_many_must_leave_and_which_first():
    session = session_after(*GRID, "24 g3", "32 g4")
    for _ in range(2):
        session.make(Undone())
    desk = BOX.desk_for(session.prompt, session.undone)
    desk.see(seen_with("12 g3", "20 g4"))
    newest = "number_up.card(colour=colour.dark_green, value=4)"
    assert desk.screen(tell, False).body == f"number_up.take_away_more(card={newest}, n=2)"
    desk.see(seen_with("12 g3"))
    assert "number_up.take_away(" in desk.screen(tell, False).body


def test_23_7_where_no_card_is_known_an_empty_table_ends_what_was_taken_back():
    session = session_after("22 b5")
    session.make(Undone())
    desk = BOX.desk_for(session.prompt, session.undone)
    desk.see(read("00 b5"))
    assert "number_up.take_away(" in desk.screen(tell, False).body
    desk.see(Sight(seen=LaidOut(NumbersReading(Status.UNREADABLE, (), (Reason.NOTHING,)))))
    assert isinstance(desk.screen(tell, False), Grid)
    assert isinstance(desk.see(read("00 b5", just_laid=True)), Given), "laid again it is a card like any other"


# --- several first cards ---


def first_desk():
    return BOX.desk_for(prompt_after())


def centre_of(desk):
    """The card that is shown on the start card, and in how many places one is shown."""
    screen = desk.screen(tell, False)
    assert isinstance(screen, Grid) and screen.title == "number_up.which_centre"
    return screen.cards[screen.cursor].digit, sum(one is not None for one in screen.cards)


def test_23_6_several_first_cards_at_once_are_asked_which_of_them_lies_in_the_centre():
    desk = first_desk()
    assert desk.see(read("00 b5", "01 b4")) == Heard(Tone.SEEN)
    assert centre_of(desk) == ("5", 2)
    press(desk, DOWN)
    assert centre_of(desk) == ("4", 2)
    assert desk.see(read("00 b5", "01 b4")) is None
    assert centre_of(desk) == ("4", 2), "looking again changes nothing for who answers"
    assert press(desk, OK) == Given(shown(laid(desk.prompt.scene, "22 b4", "21 b5")), Source.BUTTONS)


def test_23_6_the_question_about_the_centre_can_be_left_and_ends_when_the_cards_are_gone():
    desk = first_desk()
    desk.see(read("00 b5", "01 b4"))
    press(desk, BACK)
    assert desk.screen(tell, False).cursor is None
    assert desk.see(read("00 b5", "01 b4")) is None, "it was put aside"
    desk.see(Sight(state=TableState.MOVING))
    desk.see(read("00 b5", "01 b4"))
    assert centre_of(desk)[1] == 2
    assert desk.see(read("00 b5", just_laid=True)) == Given(shown(laid(desk.prompt.scene, "22 b5")), Source.CAMERA)


def test_23_6_among_first_cards_a_doubtful_one_is_asked_about_once_the_centre_is_known():
    desk = first_desk()
    desk.see(read("00 b5", "01 b4 b3?"))
    press(desk, OK)
    assert desk.screen(tell, False).title == "number_up.is_it"
    assert press(desk, OK) == Given(shown(laid(desk.prompt.scene, "22 b5", "23 b4")), Source.BUTTONS)


def test_23_6_cards_of_another_game_are_no_first_cards_while_they_are_cleared_away():
    desk = first_desk()
    desk.see(read("00 b5", "01 b4", "02 b3", "10 r1", "11 r2"))
    assert desk.screen(tell, False).body == "number_up.refused.crowded"
    desk.see(read("00 b5", "01 b4"))
    assert desk.screen(tell, False).body == "number_up.refused.crowded"
    assert desk.see(read("00 b5")) == Heard(Tone.SEEN)
    assert desk.screen(tell, False).title == "number_up.lay_there", "the last of them counts only with OK"
    desk.see(Sight(seen=LaidOut(NumbersReading(Status.UNREADABLE, (), (Reason.NOTHING,)))))
    assert isinstance(desk.see(read("00 b5", just_laid=True)), Given)


# --- looking again ---


def looks(desk, count):
    """The replies to so many sights of a table at rest."""
    return [desk.see(Sight()) for _ in range(count)]


@pytest.mark.parametrize("unexplained", [("12 g6",), ("12 l3 g3?",), ("22 g3",)])
def test_what_is_not_explained_is_looked_at_again_about_every_second(desk, unexplained):
    desk.see(seen_with(*unexplained))
    assert looks(desk, 2 * LOOK_AGAIN_SIGHTS).count(LookAgain()) == 2


def test_a_table_that_is_explained_is_not_looked_at_again(desk):
    desk.see(seen_with())
    assert set(looks(desk, 20)) == {None}
    desk.see(seen_with("12 g6"))
    desk.see(seen_with())
    assert set(looks(desk, 20)) == {None}


def test_an_empty_table_is_looked_at_again_only_where_cards_are_known(desk):
    empty = Sight(seen=LaidOut(NumbersReading(Status.UNREADABLE, (), (Reason.NOTHING,))))
    desk.see(empty)
    assert LookAgain() in looks(desk, 10)
    first = BOX.desk_for(prompt_after())
    first.see(empty)
    assert set(looks(first, 10)) == {None}


@pytest.mark.parametrize("unexplained", [("12 g6",), ("12 l3 g3?",)])
def test_what_was_put_aside_is_not_said_again_until_something_moves(desk, unexplained):
    desk.see(seen_with(*unexplained))
    press(desk, BACK)
    assert desk.see(seen_with(*unexplained)) is None
    assert desk.screen(tell, False).cursor is None
    assert press(desk, BACK) == Back(), "and back is not held up by it"
    desk.see(Sight(TableState.MOVING))
    assert isinstance(desk.see(seen_with(*unexplained)), Heard)


def test_a_better_look_takes_no_question_out_of_the_hands_of_who_answers_it(desk):
    desk.see(seen_with("12 l3 g3?"))
    press(desk, DOWN)
    name = desk.screen(tell, False).name
    assert desk.see(seen_with("12 g3 l3?")) is None
    assert desk.see(seen_with("12 l3")) is None
    assert desk.screen(tell, False).name == name
    untouched = BOX.desk_for(prompt_after(*GRID))
    untouched.see(seen_with("12 l3 g3?"))
    assert isinstance(untouched.see(seen_with("12 g3")), Given), "but answers it for who has not begun to"


# --- remembered from card to card ---


def test_that_a_card_lies_there_is_said_once_and_remembered_by_the_next_desks(desk):
    desk.see(read("00 r1", "11 b4"))
    assert desk.screen(tell, False).footer == "number_up.lies_there"
    press(desk, OK)
    assert isinstance(desk.screen(tell, False), Grid)
    given = desk.see(read("00 r1", "11 b4", "12 g3"))
    assert given == Given(shown(laid(desk.prompt.scene, "24 g3")), Source.CAMERA)
    later = BOX.desk_for(prompt_after(*GRID, "24 g3"))
    later.follow(desk)
    assert isinstance(later.see(read("00 r1", "11 b4", "12 g3", "20 o1")), Given)
    later.see(read("00 r1", "10 b5", "11 b4", "12 g3"))
    assert later.see(read("00 r1", "11 b4", "12 g3")) == Heard(Tone.REFUSED), "it was seen since, and is gone now"


def test_a_card_laid_upon_one_that_was_seen_is_named_as_that(desk):
    desk.see(seen_with())
    later = BOX.desk_for(desk.prompt)
    later.follow(desk)
    later.see(read("00 r1", "10 b5", "11 g3"))
    screen = later.screen(tell, False)
    assert "number_up.refused.on_top" in screen.body
    assert screen.footer == "number_up.is_so", "nobody knows which of the two was read wrongly"


# --- by buttons alone ---


def test_a_card_is_named_by_place_colour_and_number(desk):
    press(desk, OK)
    assert desk.screen(tell, False).title == "number_up.where"
    press(desk, OK)
    assert desk.screen(tell, False).title == "number_up.which_colour"
    reply = press(desk, OK, OK)
    assert isinstance(reply, Given)
    assert (reply.source, reply.is_unseen) == (Source.BUTTONS, True)
    assert desk.prompt.refusal(reply.answer) is None
    assert len(reply.answer.cards) == 4


def test_the_cursor_starts_beside_the_newest_card_and_meets_only_open_places(desk):
    press(desk, OK)
    met = []
    for _ in rules.open_places(desk.prompt.scene):
        met.append(Place(*divmod(desk.screen(tell, False).cursor, 5)))
        press(desk, DOWN)
    assert abs(met[0].row - 1) + abs(met[0].col - 2) == 1
    assert set(met) == set(rules.open_places(desk.prompt.scene))


def test_naming_a_card_is_not_interrupted_by_what_the_camera_doubts(desk):
    press(desk, OK)
    before = desk.screen(tell, False)
    assert desk.see(seen_with("12 g6")) is None
    assert desk.see(seen_with("12 l3 g3?")) is None
    assert desk.screen(tell, False) == before
    assert isinstance(desk.see(seen_with("12 g3", just_laid=True)), Given), "but by what is surely laid meanwhile"


@pytest.mark.parametrize("begins", [OK, DOWN])
def test_20_5_what_lies_there_does_not_interrupt_who_chooses_by_buttons_and_is_offered_afterwards(desk, begins):
    assert press(desk, begins) == ByHand()
    before = desk.screen(tell, False)
    assert desk.see(seen_with("12 g3")) is None
    assert desk.screen(tell, False) == before
    assert press(desk, BACK) is None
    screen = desk.screen(tell, False)
    assert (screen.title, screen.cursor) == ("number_up.lay_there", 14)
    assert press(desk, OK) == Given(shown(laid(desk.prompt.scene, "24 g3")), Source.CAMERA)


def test_20_5_a_card_that_is_gone_when_the_naming_ends_is_not_offered(desk):
    press(desk, OK)
    desk.see(seen_with("12 g3"))
    desk.see(seen_with())
    press(desk, BACK)
    assert desk.screen(tell, False).cursor is None


# --- nothing irrevocable by itself ---


def test_20_11_a_card_that_is_held_is_shown_and_counts_with_ok(desk):
    reply = desk.see(seen_with("12 g3"))
    assert reply.hold is not None
    reply.hold()
    screen = desk.screen(tell, True)
    assert (screen.title, screen.line, screen.cursor) == ("number_up.last", "number_up.ends", 14)
    assert not screen.is_blinking, "it is in no doubt"
    assert desk.see(seen_with("12 g3")) is None, "it is asked about once"
    assert press(desk, OK) == Given(reply.answer, Source.CAMERA)


def test_20_11_a_card_that_is_held_can_be_put_right_or_taken_away_or_laid_elsewhere(desk):
    desk.see(seen_with("12 g3")).hold()
    reply = press(desk, DOWN, OK)
    assert reply.source is Source.BUTTONS
    assert reply.answer != shown(laid(desk.prompt.scene, "24 g3"))
    desk.see(seen_with("12 g3")).hold()
    assert desk.see(seen_with()) is None
    assert desk.screen(tell, False).cursor is None
    desk.see(seen_with("12 g3")).hold()
    reply = desk.see(seen_with("20 g3"))
    assert reply == Given(shown(laid(desk.prompt.scene, "32 g3")), Source.CAMERA)
    reply.hold()
    assert desk.screen(tell, False).cursor == 17


def test_20_11_back_puts_a_held_card_aside(desk):
    desk.see(seen_with("12 g3")).hold()
    assert press(desk, BACK) is None
    assert desk.screen(tell, False).cursor is None
    assert desk.see(seen_with("12 g3")) is None, "nothing has moved"
    desk.see(Sight(TableState.MOVING))
    assert desk.see(seen_with("12 g3")).hold is not None


def test_back_leaves_the_naming_and_then_undoes(desk):
    press(desk, OK)
    assert press(desk, BACK) is None
    assert press(desk, BACK) == Back()


def test_other_options_are_behind_up_and_down():
    desk = BOX.desk_for(prompt_after(*GRID, level="12"))
    press(desk, DOWN)
    screen = desk.screen(tell, False)
    assert isinstance(screen, List)
    assert [row.text.partition("(")[0] for row in screen.rows] == ["number_up.discard", "number_up.correct"]
    assert press(desk, OK) == Given(Chosen("discard"), Source.BUTTONS)
    press(desk, UP)
    assert press(desk, DOWN, OK) == Given(Chosen("correct"), Source.BUTTONS)
    press(desk, UP)
    assert press(desk, BACK) is None
    assert isinstance(desk.screen(tell, False), Grid)


def test_before_the_first_card_a_whole_grid_may_be_scored_instead():
    desk = BOX.desk_for(prompt_after())
    press(desk, DOWN)
    assert [row.text for row in desk.screen(tell, False).rows] == ["number_up.score_only"]
    assert press(desk, OK) == Given(Chosen("score"), Source.BUTTONS)


def test_a_table_full_of_cards_before_the_first_one_may_be_scored_at_once():
    desk = BOX.desk_for(prompt_after())
    desk.see(read("00 b5", "01 b4", "02 b3", "10 r1", "11 r2"))
    assert desk.screen(tell, False).footer == "number_up.only_score_it"
    assert press(desk, OK) == Given(Chosen("score"), Source.BUTTONS)


def test_an_open_hand_can_be_named_and_then_only_its_cards_are_offered():
    session = session_after("22 b5", level="18")
    for _ in range(5):
        desk = BOX.desk_for(session.prompt)
        press(desk, DOWN)
        assert desk.screen(tell, False).rows[0].text == "number_up.show_hand"
        reply = press(desk, OK)
        while reply is None:
            reply = press(desk, OK)
        session.make(Answered(reply.answer))
    desk = BOX.desk_for(session.prompt)
    assert len(desk.screen(tell, False).hand) == 5
    press(desk, DOWN)
    assert [row.text for row in desk.screen(tell, False).rows] == ["number_up.correct"]
    press(desk, BACK, OK, OK)
    names = set()
    for _ in range(5):
        names.add(desk.screen(tell, False).name)
        press(desk, DOWN)
    assert len(names) == 5


# --- corrections ---


def test_a_correction_steps_through_the_laid_cards_and_what_they_can_be():
    desk = BOX.desk_for(correction_after(*GRID))
    assert desk.screen(tell, False).cursor == 7, "the newest card first"
    press(desk, DOWN, OK)
    assert desk.screen(tell, False).cursor == 12
    reply = press(desk, OK, OK)
    assert isinstance(reply, Given)
    assert desk.prompt.refusal(reply.answer) is None
    assert not reply.is_unseen, "the table is looked at again"


def test_a_correction_to_the_same_card_is_refused_and_the_choice_begins_anew():
    desk = BOX.desk_for(correction_after("22 r1"))
    assert press(desk, OK, OK) == Refused(say("number_up.refused.nothing_new"))
    assert desk.screen(tell, False).cursor == 12


def test_back_leaves_a_correction_as_it_was():
    desk = BOX.desk_for(correction_after(*GRID))
    assert press(desk, BACK) == Back()


def test_the_camera_proposes_the_card_that_it_sees_otherwise():
    desk = BOX.desk_for(correction_after(*GRID))
    desk.see(read("00 r1", "10 b5", "11 g4"))
    screen = desk.screen(tell, False)
    assert (screen.cursor, screen.cards[13].digit) == (13, "4")
    answer = shown_with(desk.prompt.scene, Place(2, 3), card("g4"))
    assert press(desk, OK) == Given(answer, Source.BUTTONS)


def test_the_camera_does_not_take_a_choice_out_of_the_players_hands():
    desk = BOX.desk_for(correction_after(*GRID))
    press(desk, DOWN)
    before = desk.screen(tell, False)
    desk.see(read("00 r1", "10 b5", "11 g4"))
    assert desk.screen(tell, False) == before


def test_cards_can_be_compared_only_with_a_known_game():
    with pytest.raises(TypeError, match="Number UP"):
        BOX.desk_for(ReadLaid(words=say("lay"), size=5))
