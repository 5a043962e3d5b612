"""A single card shown to the camera: its desk, when it is news, who reads it, and the hand at the simulated table."""

import random
from dataclasses import replace

import numpy as np
import pytest

from device.boxes.galaktico.setting import cards as cards_of
from device.config.configuration import load_config
from device.config.preferences import Preferences
from device.desks.desk import Back, Given, Heard, Refused
from device.desks.shown_card_desk import ShownCardDesk
from device.eyes.eyes import Eyes
from device.eyes.profiles import Profiles
from device.eyes.shown_card_reader import ShownCardReader
from device.eyes.shown_watcher import ShownWatcher
from device.eyes.sight import Shown, Sight
from device.eyes.table_memory import TableMemory
from device.eyes.watcher import FRAMES_AT_MOST, FRAMES_TO_AGREE
from device.page.table_acts import BadRequest, do_at_table, table_state
from device.parts.protocols import Button, Press, Tone
from device.records.journal import Source
from device.simulator.acts.table import SimulatedTable
from device.simulator.card_holding import KnownCards
from device.simulator.render.picture import render
from device.simulator.render.scene import CardPrint, Light, Scene, ShownCard, Surface
from device.terminal.cards import CardKeys
from device.terminal.shown import EitherKeys, ShownKeys
from games.spine.dialogue import ChooseShownCard, Chosen, Option, ReadShownCard, say
from tests.device.texts import catalogue
from tests.games.galaktico.playing import GAME
from vision.base.frame import Frame
from vision.base.reading import CardReading, Reason, Status
from vision.table.motion import TableState

NAMES = ("Cryo Blitz", "Plasma Bombe", "Deflektor")
ASKED = ReadShownCard(words=say("card.show"), names=NAMES)
FRAME = Frame(np.zeros((4, 4, 3), np.uint8))
NOTHING = CardReading(Status.UNREADABLE, None, 0.5, (Reason.NOTHING,))
UNCLEAR = CardReading(Status.UNREADABLE, None, 0.5, (Reason.UNCLEAR,))
STRANGER = CardReading(Status.SURE, None, 0.99)


def sure(name, x=None):
    corners = () if x is None else ((x, 100.0), (x + 200.0, 100.0), (x + 200.0, 400.0), (x, 400.0))
    return CardReading(Status.SURE, name, 0.99, corners=corners)


def unsure(name):
    return CardReading(Status.UNSURE, name, 0.7, (Reason.UNCLEAR,))


# --- the desk ---


@pytest.fixture
def desk():
    options = tuple(Option(f"sign{number}", say("galaktico.card", name=name)) for number, name in enumerate(NAMES))
    used = Chosen("sign1")
    prompt = ChooseShownCard(
        words=say("galaktico.equip.done"),
        options=options,
        names=NAMES,
        audience="Ada",
        rule=lambda answer: say("galaktico.refused.used") if answer == used else None,
    )
    return ShownCardDesk(prompt)


def laid(reading):
    return Sight(seen=Shown(reading, witnessed=True))


def old(reading):
    return Sight(seen=Shown(reading, witnessed=False))


def line(desk):
    return desk.screen(catalogue("de").tell, False).news


def row(desk):
    screen = desk.screen(catalogue("de").tell, False)
    return screen.rows[screen.cursor].text


OK, UP, DOWN, BACK = (Press(button) for button in (Button.OK, Button.UP, Button.DOWN, Button.BACK))


def test_by_buttons_alone(desk):
    assert line(desk) == ""
    desk.press(UP)
    assert row(desk) == "Deflektor"
    assert desk.press(OK) == Given(Chosen("sign2"), Source.BUTTONS)
    assert desk.press(BACK) == Back()


def test_the_cursor_begins_where_the_question_says(desk):
    assert row(ShownCardDesk(replace(desk.prompt, start="sign2"))) == "Deflektor"


def test_a_card_that_is_laid_stands_under_the_cursor_and_ok_takes_it(desk):
    assert desk.see(laid(NOTHING)) is None
    assert line(desk) == "Oder zeig mir die Karte"
    assert desk.see(laid(sure("Deflektor"))) == Heard(Tone.SEEN)
    assert (row(desk), line(desk)) == ("Deflektor", "Gesehen. OK nimmt sie")
    assert desk.press(OK) == Given(Chosen("sign2"), Source.CAMERA)


def test_a_doubted_card_is_asked_about_and_another_is_two_presses_away(desk):
    desk.see(laid(unsure("Deflektor")))
    assert (row(desk), line(desk)) == ("Deflektor", "Nicht sicher. Ist sie das?")
    desk.press(DOWN)
    assert line(desk) == "Oder zeig mir die Karte"
    assert desk.press(OK) == Given(Chosen("sign0"), Source.BUTTONS)


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        (STRANGER, "Diese kenne ich nicht"),
        (sure("Todesstern"), "Die gehört nicht hierher"),  # a profile may know cards that are not in this game
        (sure("Plasma Bombe"), "Die ist schon verteilt"),
    ],
)
def test_a_card_that_cannot_be_is_told_and_moves_nothing(desk, reading, words):
    desk.see(laid(NOTHING))
    assert desk.see(laid(reading)) == Heard(Tone.REFUSED)
    assert (row(desk), line(desk)) == ("Cryo Blitz", words)
    assert desk.press(OK) == Given(Chosen("sign0"), Source.BUTTONS)


def test_a_used_card_is_refused_by_buttons_too(desk):
    desk.press(DOWN)
    assert desk.press(OK) == Refused(say("galaktico.refused.used"))


def test_what_lay_there_before_the_question_is_no_answer(desk):
    assert desk.see(Sight(seen=Shown(sure("Deflektor")))) is None
    assert (row(desk), line(desk)) == ("Cryo Blitz", "Oder zeig mir die Karte")


def test_20_5_who_steps_through_the_list_is_not_taken_back_to_the_card_that_lies_there(desk):
    desk.see(laid(sure("Deflektor")))
    desk.press(DOWN)
    desk.see(Sight(trouble=(Reason.HAND,)))
    assert desk.see(old(sure("Deflektor"))) is None
    assert row(desk) == "Cryo Blitz"
    assert desk.press(OK) == Given(Chosen("sign0"), Source.BUTTONS)


def test_20_5_a_hand_over_the_card_that_was_seen_changes_nothing(desk):
    desk.see(laid(sure("Deflektor")))
    desk.see(Sight(trouble=(Reason.HAND,)))
    desk.see(old(sure("Deflektor")))
    assert (row(desk), line(desk)) == ("Deflektor", "Gesehen. OK nimmt sie")
    assert desk.press(OK) == Given(Chosen("sign2"), Source.CAMERA)


def test_20_5_after_a_step_back_the_card_that_still_lies_there_is_offered_until_somebody_chooses(desk):
    desk = ShownCardDesk(desk.prompt, is_taken_back=True)
    assert desk.see(old(sure("Deflektor"))) is None
    assert (row(desk), line(desk)) == ("Deflektor", "Liegt noch da. OK nimmt")
    desk = ShownCardDesk(desk.prompt, is_taken_back=True)
    desk.press(DOWN)
    desk.see(old(sure("Deflektor")))
    assert row(desk) == "Plasma Bombe"


@pytest.mark.parametrize("reading", [NOTHING, UNCLEAR, STRANGER, sure("Todesstern"), sure("Plasma Bombe")])
def test_20_5_after_a_step_back_nothing_is_offered_that_cannot_be_taken(desk, reading):
    desk = ShownCardDesk(desk.prompt, is_taken_back=True)
    assert desk.see(old(reading)) is None
    assert (row(desk), line(desk)) == ("Cryo Blitz", "Oder zeig mir die Karte")


def test_an_empty_patterned_table_is_no_news_but_an_unreadable_card_later_is(desk):
    assert desk.see(laid(UNCLEAR)) is None
    assert line(desk) == "Oder zeig mir die Karte"
    assert desk.see(laid(UNCLEAR)) is None
    assert line(desk) == "Ich erkenne keine Karte"


def test_what_is_in_the_way_is_told_only_where_cards_are_read_at_all(desk):
    desk.see(Sight(trouble=(Reason.HAND,)))
    assert line(desk) == ""
    desk.see(laid(NOTHING))
    desk.see(Sight(trouble=(Reason.TOO_DARK,)))
    assert line(desk) == "Zu dunkel: mehr Licht"
    desk.see(Sight(trouble=(Reason.MOVING,)))
    assert line(desk) == "Oder zeig mir die Karte"


# --- when it is news ---


def told(readings):
    """What a watcher says, frame by frame."""
    left = list(readings)
    watcher = ShownWatcher(lambda frame, wanted: left.pop(0))
    sights = [watcher.look(FRAME, ASKED) for _ in readings]
    return [sight.seen.reading if sight.seen else None for sight in sights]


def test_several_frames_must_agree():
    found = told([sure("Deflektor")] * FRAMES_TO_AGREE)
    assert found[:-1] == [None] * (FRAMES_TO_AGREE - 1)
    assert found[-1].name == "Deflektor" and found[-1].status is Status.SURE


def test_frames_that_do_not_agree_are_looked_at_longer_and_never_sure():
    found = told([sure("Deflektor"), sure("Cryo Blitz")] * (FRAMES_AT_MOST // 2))
    assert found[:-1] == [None] * (FRAMES_AT_MOST - 1)
    assert found[-1].status is Status.UNSURE


def test_where_nothing_was_taught_nothing_is_told():
    assert told([None] * 8) == [None] * 8


def test_a_card_is_news_only_if_something_moved_since_the_last_telling():
    watcher = ShownWatcher(lambda frame, wanted: sure("Deflektor"))

    def is_news():
        watcher.look_anew()
        *_, last = [watcher.look(FRAME, ASKED) for _ in range(FRAMES_TO_AGREE)]
        return last.seen.witnessed

    assert not is_news()
    watcher.stir()
    assert is_news()
    assert not is_news()


class Looking:
    """A camera, a gate and a reader that say what the test wants, and eyes between them."""

    is_settling = False

    def __init__(self):
        self.state, self.card, self.reads = TableState.AT_REST, NOTHING, 0
        self.eyes = Eyes(self, self, None, None, read_shown=self.read)

    def capture(self):
        return FRAME

    def forget(self): ...

    def step(self, frame):
        return self.state

    def read(self, frame, wanted):
        self.reads += 1
        return self.card

    def look(self, wanted=ASKED, steps=FRAMES_AT_MOST + 2):
        return [self.eyes.look(wanted) for _ in range(steps)]

    def told(self, **more):
        return [(sight.seen.reading.name, sight.seen.witnessed) for sight in self.look(**more) if sight.seen]

    def lay(self, card):
        self.state = TableState.MOVING
        self.look(steps=1)
        self.state, self.card = TableState.AT_REST, card


def test_the_eyes_tell_a_card_once_for_every_rest():
    table = Looking()
    assert table.told() == [(None, False)]
    table.lay(sure("Deflektor"))
    assert table.told() == [("Deflektor", True)]
    assert table.told() == []
    assert table.reads == 2 * FRAMES_TO_AGREE


def test_a_card_that_still_lies_there_is_told_to_the_next_question_as_old():
    table = Looking()
    table.look(steps=1)
    table.lay(sure("Deflektor"))
    assert table.told() == [("Deflektor", True)]
    table.eyes.tell_again()
    assert table.told() == [("Deflektor", False)]
    table.lay(sure("Cryo Blitz"))
    assert table.told(wanted=None) == []
    assert table.told() == [("Cryo Blitz", True)]  # laid while nobody asked, as under a cover


def test_20_5_a_hand_over_a_card_that_lies_there_is_no_news_but_laying_it_elsewhere_is():
    table = Looking()
    table.look(steps=1)
    table.lay(sure("Deflektor", x=100.0))
    assert table.told() == [("Deflektor", True)]
    table.lay(sure("Deflektor", x=104.0))  # read a little differently
    assert table.told() == [("Deflektor", False)]
    table.lay(UNCLEAR)
    table.look()
    table.lay(sure("Deflektor", x=100.0))
    assert table.told() == [("Deflektor", False)], "it was only not seen well"
    table.lay(sure("Deflektor", x=160.0))
    assert table.told() == [("Deflektor", True)]
    table.lay(NOTHING)
    table.look()
    table.lay(sure("Deflektor", x=160.0))
    assert table.told() == [("Deflektor", True)], "it was gone in between"


def test_in_the_dark_the_eyes_say_so_and_try_again():
    table = Looking()
    table.card = CardReading(Status.UNREADABLE, None, 0.5, (Reason.TOO_DARK,))
    assert table.look(steps=20)[-1].trouble == (Reason.TOO_DARK,)
    table.card = sure("Deflektor")
    assert [sight.seen.reading.name for sight in table.look(steps=30) if sight.seen] == ["Deflektor"]


# --- who reads it ---


@pytest.mark.slow
def test_the_reader_knows_the_cards_of_the_profile_before_those_of_the_table(tmp_path, taught):
    profiles, preferences = Profiles(tmp_path), Preferences(tmp_path, load_config(tmp_path))
    memory = TableMemory(tmp_path)
    nobody = ShownCardReader(profiles, preferences, memory)
    assert nobody(FRAME, ASKED) is None and nobody.problem is None
    frame = Frame(render(Scene(cards=(ShownCard(PRINTS["Deflektor"], 0.0, 0.0),))))
    by_table = ShownCardReader(profiles, preferences, memory, lambda: taught)
    assert by_table(frame, ASKED).name == "Deflektor"
    assert by_table(frame, ReadShownCard(words=say("card.show"), names=("Todesstern",))) is None
    profiles.write("Eigene", taught.save)
    preferences.set_profile("Eigene")
    assert nobody(frame, ASKED).name == "Deflektor"
    (profiles.folder("Eigene") / "cards" / "Deflektor.npz").write_bytes(b"no card")
    profiles.version += 1
    assert nobody(frame, ASKED) is None
    assert "Deflektor.npz" in nobody.problem


# --- at the simulated table ---

PRINTS = {card.name: card for card in (CardPrint(look.name, look.figures) for look in cards_of(GAME))}


@pytest.fixture(scope="module")
def taught():
    """The trial set, taught as an owner would: each card from one picture of it."""
    known = KnownCards()
    known.want(tuple(PRINTS.values()))
    for _ in PRINTS:
        assert known() is None
        known.teach_next()
    return known()


def test_all_cards_look_different_and_the_same_card_always_the_same():
    from device.simulator.render.printed_cards import printed_front

    fronts = [printed_front(card) for card in PRINTS.values()]
    assert len({front.tobytes() for front in fronts}) == len(fronts) == 14
    assert np.array_equal(printed_front(CardPrint("X")), printed_front(CardPrint("X")))


@pytest.mark.slow
@pytest.mark.parametrize("light", Light)
def test_the_taught_cards_are_known_again_in_every_light(taught, light):
    from vision.cards.reader import read_card

    rng = random.Random(light.value)
    for name in rng.sample(list(PRINTS), 2):
        card = ShownCard(PRINTS[name], rng.uniform(-25, 25), rng.uniform(-10, 10), rng.gauss(0, 0.1))
        scene = Scene(cards=(card,), light=light, surface=rng.choice(list(Surface)), noise_seed=rng.randrange(99))
        reading = read_card(Frame(render(scene)), taught)
        assert reading.name == name or reading.status is not Status.SURE
        if light is not Light.DIM:
            assert (reading.name, reading.status) == (name, Status.SURE)


@pytest.fixture
def table():
    table = SimulatedTable(seed=3, clock=lambda: Now.seconds)
    Now.seconds = 100.0
    return table


class Now:
    seconds = 100.0


def lying(table):
    Now.seconds += 5
    return [card.front.name for card in table.scene().cards]


def test_a_hand_lays_one_card_at_a_time_and_takes_it_away(table):
    assert table.state().shown is None and not table.show_card(0) and not table.show_stranger()
    table.hold_cards(tuple(PRINTS.values()))
    assert table.state().shown.names == tuple(PRINTS)
    assert not table.take_shown()
    assert table.show_card(1) and lying(table) == ["Cryo Blitz"]
    assert table.show_card(9) and lying(table) == ["Deflektor"]
    assert table.state().shown.is_lying and table.shown() == "Deflektor"
    assert table.take_shown() and lying(table) == []
    assert table.show_stranger() and lying(table) == ["Fremde Karte"]
    assert not table.show_card(14) and not table.show_card(-1)
    table.hold_cards(())
    assert lying(table) == [] and table.state().shown.names == () and not table.show_stranger()
    table.put_back_cards()
    assert table.state().shown is None


def test_the_page_is_told_the_hand_but_never_which_card_lies_there(table):
    table.hold_cards(tuple(PRINTS.values()))
    table.show_card(3)
    first = table_state(table)
    assert first["pieces"] == "shown" and first["shown"] == {"names": tuple(PRINTS), "lying": True}
    table.show_card(4)
    assert table_state(table)["shown"] == first["shown"]
    assert do_at_table(table, "show_card", {"number": 2}) and table.shown() == "Plasma Bombe"
    assert do_at_table(table, "take_shown", {}) and not do_at_table(table, "take_shown", {})
    with pytest.raises(BadRequest):
        do_at_table(table, "show_card", {"number": "Plasma Bombe"})


def test_in_the_terminal_the_hand_is_stepped_through_and_laid(table):
    keys, tell = EitherKeys(ShownKeys(table), CardKeys(table)), catalogue("de").tell
    assert not keys.press("n") and keys.help_keys() == () and keys.map(tell) == []
    table.hold_cards(tuple(PRINTS.values()))
    keys.press("n")
    assert keys.status(tell) == "In der Hand: Cryo Blitz"
    keys.press("v")
    keys.press("v")
    keys.press("y")
    assert table.shown() == "Probeschild 3"
    assert [part[0] for part in keys.map(tell)].count("▸") == 1
    assert all(len(part) <= 13 for part in keys.map(tell))
    keys.press("w")
    assert table.shown() is None
    assert keys.press("x") and table.shown() == "Fremde Karte"
    assert not keys.press("\r")  # the device's own keys stay the device's
    assert keys.help_keys() == ("terminal.shown",)
    assert max(len(tell(say(key))) for key in keys.help_keys()) <= 80


def test_who_takes_the_cards_next_does_not_see_which_one_was_chosen_last(table):
    keys, tell = ShownKeys(table), catalogue("de").tell
    table.hold_cards(tuple(PRINTS.values()))
    keys.press("v")
    keys.press("y")
    table.hold_cards(())
    assert keys.map(tell) == [] and keys.status(tell) == ""
    table.hold_cards(tuple(PRINTS.values()))
    assert keys.map(tell)[0].startswith("▸") and keys.status(tell) == "In der Hand: Krypto Projektil"
    assert table.shown() is None
