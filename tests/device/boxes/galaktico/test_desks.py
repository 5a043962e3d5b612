"""The desks of Galaktico by themselves: three cards for a combat, one card in secret, and the page of a result."""

from device.boxes.galaktico.box import BOX
from device.desks.counting import Counting
from device.desks.desk import Back, Given, Heard, Refused
from device.eyes.sight import Shown, Sight
from device.parts.protocols import Button, Press, Tone
from device.records.journal import Source
from games.spine.dialogue import Chosen, say
from games.spine.session import Answered
from tests.device.texts import catalogue
from tests.games.galaktico.playing import ADA, BEN, CRUISER, at_the_table, give, note_all, session_of, show, shown
from vision.base.reading import CardReading, Reason, Status
from vision.table.motion import TableState

TELL = catalogue("de", is_strict=True).tell
UP, DOWN, OK, BACK = (Press(button) for button in (Button.UP, Button.DOWN, Button.OK, Button.BACK))
NAMES = ADA.of(CRUISER).names


def screen(desk):
    return desk.screen(TELL, False)


def laid(name, status=Status.SURE, witnessed=True):
    return Sight(seen=Shown(CardReading(status, name, 0.99), witnessed))


def asked():
    """The session at the question for the cruiser's cards, and its desk."""
    session = give(at_the_table(way="combat"), "cruiser", "destroyer")
    return session, BOX.desk_for(session.prompt)


def texts(desk):
    return [row.text for row in screen(desk).rows]


def test_cards_go_to_their_places_in_any_order_and_one_ok_takes_all():
    session, desk = asked()
    for name in reversed(NAMES):
        assert desk.see(laid(name)) == Heard(Tone.SEEN)
    assert texts(desk) == ["zählt gleich; ← nein", NAMES[0], NAMES[2], NAMES[1]]
    given = desk.press(OK)
    assert isinstance(given, Given) and given.source is Source.CAMERA
    session.make(Answered(given.answer))
    assert session.prompt.player == "Ben"


def test_no_card_is_taken_that_lay_there_before_is_unknown_or_one_too_many():
    _, desk = asked()
    assert desk.see(laid(NAMES[0], witnessed=False)) is None
    assert desk.see(laid(None)) == Heard(Tone.REFUSED)
    assert screen(desk).news == TELL(say("card.unknown"))
    desk.see(laid("Deflektor"))
    assert desk.see(laid("Inversionsfeld")) == Heard(Tone.REFUSED)  # there is one shield
    assert desk.see(laid("Deflektor")) is None  # seen once more
    assert screen(desk).title == "Kreuzer: Waffe 1"


def test_what_keeps_the_camera_from_seeing_is_said():
    _, desk = asked()
    desk.see(Sight(trouble=(Reason.TOO_DARK,)))
    assert screen(desk).news == TELL(say("status.too_dark"))


def test_a_doubted_card_and_one_that_was_shown_elsewhere_are_marked():
    session, desk = asked()
    desk.see(laid(NAMES[0], Status.UNSURE))
    for name in NAMES[1:]:
        desk.see(laid(name))
    assert [row.value for row in screen(desk).rows] == ["", "?", "", ""]
    session = give(show(session), "more", "scout", "scout")
    desk = BOX.desk_for(session.prompt)
    for name in ("Wellen Absorber", NAMES[1], "Plasma Bombe"):
        desk.see(laid(name))
    assert screen(desk).news == "Lag schon woanders?"
    assert [row.value for row in screen(desk).rows] == ["", "", "?", ""]


def rests(seconds, state=TableState.AT_REST):
    return Sight(state=state, seconds=seconds)


def shown_surely(desk, names=NAMES):
    """All three cards are laid down and read without a doubt."""
    for name in names:
        desk.see(laid(name))
    desk.see(rests(10.0))
    return desk


def test_three_sure_cards_count_after_a_second_and_can_be_put_right_at_the_result():
    session, desk = asked()
    shown_surely(desk)
    assert texts(desk) == ["zählt gleich; ← nein", *NAMES] and not screen(desk).news, "all three are on the screen"
    assert desk.see(rests(10.9)) is None
    given = desk.see(rests(11.1))
    assert isinstance(given, Given) and given.source is Source.CAMERA
    session.make(Answered(given.answer))
    show(session)
    assert "put_right" in [option.key for option in session.prompt.options]
    assert desk.see(rests(20.0)) is None, "given once"


def test_20_11_whoever_opens_a_menu_above_sure_cards_stops_them_from_counting():
    _, desk = asked()
    shown_surely(desk)
    assert isinstance(desk, Counting)
    desk.stop_counting()
    assert desk.see(rests(20.0)) is None
    assert texts(desk)[0] != "zählt gleich; ← nein"


def test_while_something_moves_the_second_begins_again():
    _, desk = asked()
    shown_surely(desk)
    assert desk.see(rests(10.8, TableState.MOVING)) is None
    assert desk.see(rests(11.5)) is None
    assert desk.see(rests(12.4)) is None
    assert isinstance(desk.see(rests(12.6)), Given)


def test_whoever_presses_has_the_cards_in_the_own_hands():
    for press in (UP, DOWN, BACK):
        _, desk = asked()
        shown_surely(desk).press(press)
        assert desk.see(rests(30.0)) is None
        assert texts(desk)[0] != "zählt gleich; ← nein"


def test_cards_that_are_doubted_named_or_were_elsewhere_wait_for_ok():
    session, desk = asked()
    desk.see(laid(NAMES[0], Status.UNSURE))
    shown_surely(desk, NAMES[1:])
    assert desk.see(rests(30.0)) is None
    assert isinstance(desk.press(OK), Given)
    _, desk = asked()
    desk.press(OK)  # the first shield of the list is named
    shown_surely(desk, NAMES[1:])
    assert texts(desk)[0] == "Stimmt, kämpfen!" and desk.see(rests(30.0)) is None
    session = give(show(session), "more", "scout", "scout")
    desk = shown_surely(BOX.desk_for(session.prompt), ("Wellen Absorber", NAMES[1], "Plasma Bombe"))
    assert desk.see(rests(30.0)) is None


def test_named_by_buttons_the_third_ok_takes_them_and_back_goes_card_by_card():
    session, desk = asked()
    desk.press(DOWN)
    assert screen(desk).news == TELL(session.prompt.shields[1].told)
    desk.press(OK)
    desk.press(OK)
    assert screen(desk).title == "Kreuzer: Waffe 2" and session.prompt.weapons[0].name not in texts(desk)
    assert desk.press(BACK) is None and screen(desk).title == "Kreuzer: Waffe 1"
    desk.press(OK)
    given = desk.press(OK)
    keys = [session.prompt.shields[1].key, session.prompt.weapons[0].key, session.prompt.weapons[1].key]
    assert given == Given(session.prompt.answer(keys), Source.BUTTONS)


def test_before_the_first_card_back_leads_out_of_the_combat():
    _, desk = asked()
    assert desk.press(BACK) == Back()


def test_one_card_of_three_is_put_right_and_the_others_stay():
    session, _ = asked()
    session.make(Answered(shown(session.prompt, BEN)))  # Ada's cards were taken for Ben's
    session.make(Answered(shown(session.prompt, BEN)))
    give(session, "put_right")
    desk = BOX.desk_for(session.prompt)
    before = texts(desk)
    desk.press(DOWN)
    desk.press(OK)
    desk.press(DOWN)
    wanted = texts(desk)[screen(desk).cursor]
    desk.press(OK)
    assert texts(desk) == [before[0], wanted, *before[2:]]
    assert isinstance(desk.press(OK), Given)


def test_two_weapons_named_the_wrong_way_round_change_their_places():
    session = give(show(asked()[0]), "put_right")
    desk = BOX.desk_for(session.prompt)
    before = texts(desk)
    desk.press(DOWN)
    desk.press(DOWN)
    desk.press(OK)
    for _ in range(texts(desk).index(before[3]) - screen(desk).cursor):
        desk.press(DOWN)
    desk.press(OK)
    assert texts(desk) == [*before[:2], before[3], before[2]]


def test_at_a_result_back_leads_to_the_cards_as_long_as_one_can_be_put_right():
    session = show(asked()[0])
    assert BOX.desk_for(session.prompt).press(BACK) == Given(Chosen("put_right"), Source.BUTTONS)
    give(session, "end", "deploy", "destroyer", "end", "cruiser", "destroyer")
    assert BOX.desk_for(session.prompt).press(BACK) == Back()


# --- in secret ---


def secret():
    session = give(session_of(), "secret", "0")
    note_all(session)
    return session


def test_ok_takes_no_card_before_one_is_chosen():
    desk = BOX.desk_for(secret().prompt)
    assert isinstance(desk.press(OK), Refused)
    desk.press(DOWN)
    assert isinstance(desk.press(OK), Given)


def test_a_card_left_lying_is_offered_where_it_fits_but_never_as_the_first():
    session = secret()
    desk = BOX.desk_for(session.prompt)
    desk.see(laid("Deflektor", witnessed=False))
    assert screen(desk).cursor == 0
    session.make(Answered(session.prompt.shown("Deflektor")))
    desk = BOX.desk_for(session.prompt)
    desk.see(laid("Cryo Blitz", witnessed=False))
    assert texts(desk)[screen(desk).cursor] == "Cryo Blitz"
    assert screen(desk).news == TELL(say("card.lies"))
