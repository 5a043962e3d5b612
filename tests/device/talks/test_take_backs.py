"""A result reached with taken-back moves is marked, and a level may forbid them."""

from dataclasses import replace

import pytest

from device.boxes.box import LoadedGame
from device.boxes.galaktix.box import BOX as GALAKTIX_BOX
from device.boxes.number_up.box import BOX as NUMBER_UP_BOX
from device.eyes.sight import Sight, Thrown
from device.menus.into_book import enter_in_book
from device.parts.protocols import Button, Press
from device.records.journal import Journal, Source
from device.screens.content import Ending, Message
from device.talks.game_talk import GameTalk
from games.books.levels import chapters_of
from games.galaktix.flow import Galaktix
from games.number_up import rules
from games.number_up.data import parse_book
from games.number_up.flow import NumberUp
from games.number_up.reading import shown
from games.spine.dialogue import Dice, Noted, ReadDice, ReadLaid, Setup
from games.spine.session import Answered, Session, Undone
from tests.device.talks.test_waits_for_ok import Heard
from tests.games.galaktix.test_flow import BOOK as GALAKTIX_BOOK
from tests.games.number_up.boards import BOOK, LEVELS, laid
from vision.base.reading import DiceReading, DieReading, Status

THROW, OTHER = Dice(("pink", "pink", "blue", "blue", "tool")), Dice(("green", "pink", "blue", "blue", "tool"))
FORBIDDING = parse_book(LEVELS.replace("[level.1]", "[level.1]\ntake_backs = false", 1))


def talk_about(session, box, game, book):
    loaded = LoadedGame(box, game, chapters_of(book))
    return GameTalk(session, 1, loaded, Heard(), Heard(), Heard())


def thrown(dice, *, witnessed):
    read = tuple(DieReading(face, 100.0 * n, 100.0, 0.99) for n, face in enumerate(dice.faces))
    return Sight(seen=Thrown(DiceReading(Status.SURE, read), witnessed=witnessed))


def at_the_first_throw():
    session = Session(Galaktix(GALAKTIX_BOOK), Setup("galaktix", "1", ("Ada",), 1, data=GALAKTIX_BOOK.fingerprint))
    while not isinstance(session.prompt, ReadDice):
        session.make(Answered(Noted()))
    return session, talk_about(session, GALAKTIX_BOX, Galaktix(GALAKTIX_BOOK), GALAKTIX_BOOK)


def press(talk, *buttons):
    for button in buttons:
        talk.press(Press(button))


@pytest.mark.parametrize(("witnessed", "take_backs"), [(True, 1), (False, 0)], ids=["thrown anew", "lay there"])
def test_another_throw_counts_if_it_was_thrown_and_not_if_the_same_dice_were_read_otherwise(witnessed, take_backs):
    session, talk = at_the_first_throw()
    before = [answer.to_line() for answer in session.answers]
    talk.see(thrown(THROW, witnessed=True))
    press(talk, Button.OK, Button.BACK)
    talk.see(thrown(OTHER, witnessed=witnessed))
    press(talk, Button.OK)
    assert session.answers[-1] == OTHER
    assert session.take_backs == take_backs
    again = Session.replay(Galaktix(GALAKTIX_BOOK), session.setup, [*before, *talk._journal])
    assert again.take_backs == take_backs, "as the journal has it"


def number_up(book=BOOK, *moves):
    session = Session(NumberUp(book), Setup("number_up", "1", ("Ida",), seed=1, data=book.fingerprint))
    while not isinstance(session.prompt, ReadLaid):
        session.make(Answered(Noted()))
    for move in moves:
        session.make(Answered(shown(laid(session.prompt.scene, move))))
    return session


def test_a_level_may_forbid_to_take_back_what_was_followed_by_more():
    session = number_up(FORBIDDING, "22 b5", "23 b4")
    talk = talk_about(session, NUMBER_UP_BOX, NumberUp(FORBIDDING), FORBIDDING)
    press(talk, Button.BACK)
    assert session.prompt.scene.laid == 1, "the last card: nothing was seen since"
    press(talk, Button.BACK)
    assert session.prompt.scene.laid == 1
    screen = talk.screen(str, False)
    assert isinstance(screen, Message)
    assert screen.body == "refused.no_take_backs"
    free = number_up(BOOK, "22 b5", "23 b4")
    talk = talk_about(free, NUMBER_UP_BOX, NumberUp(BOOK), BOOK)
    press(talk, Button.BACK, Button.BACK)
    assert free.prompt.scene.laid == 0


def test_a_level_that_forbids_take_backs_has_results_of_its_own():
    assert FORBIDDING.level("1").matters != BOOK.level("1").matters
    assert FORBIDDING.level("2").matters == BOOK.level("2").matters
    assert [one.may_take_back for one in chapters_of(FORBIDDING)[0].levels][:2] == [False, True]


def full_grid(session):
    """All places filled, card by card."""
    while session.outcome is None:
        state = session.prompt.scene
        place = rules.open_places(state)[0]
        card = rules.layable_cards(state)[0]
        session.make(Answered(shown(rules.lay(state, place, card))))


def test_the_number_stands_beside_the_points_in_the_ending_and_goes_into_the_book(tmp_path):
    session = number_up(BOOK, "22 b5", "23 b4")
    for _ in range(2):
        session.make(Undone())
    session.make(Answered(shown(laid(session.prompt.scene, "22 b4"))))
    full_grid(session)
    assert session.outcome.take_backs == 1
    loaded = LoadedGame(NUMBER_UP_BOX, NumberUp(BOOK), chapters_of(BOOK))
    desk = NUMBER_UP_BOX.ending(session.outcome, loaded.level("1"))
    desk.press(Press(Button.OK))
    desk.press(Press(Button.OK))
    screen = desk.screen(str, False)
    assert isinstance(screen, Ending)
    assert screen.points == f"ending.points_back(back=1, n={session.outcome.results[0].score})"
    with Journal.open(tmp_path) as journal:
        number = journal.start(session.setup, Source.BUTTONS)
        enter_in_book(journal, number, session, loaded)
        (stored,) = journal.results()
        assert stored.take_backs == 1
    plain = replace(session.outcome, take_backs=0)
    desk = GALAKTIX_BOX.ending(plain, loaded.level("1"))
    assert desk.screen(str, False).points.startswith("ending.points(")
