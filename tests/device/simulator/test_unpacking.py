"""The simulated table follows the game: cards for Number UP, dice for Galaktix, and everything stays between games."""

from device.app import simulated_device
from device.parts.protocols import Button
from device.records.journal import Source
from games.spine.dialogue import Laid, LaidCard, Noted, Notice, Setup
from games.spine.session import Answered, Session
from tests.device.at_the_table import Clock, person_at


def setup(device, game, level, seed=1):
    return Setup(game, level, ("Gast",), seed, device.game_list[game].game.data)


def begin(device, game, level="1", seed=1):
    device.service.begin(setup(device, game, level, seed))
    device.set_the_table()


def test_number_up_brings_the_cards_of_its_level_and_galaktix_the_dice(tmp_path):
    with simulated_device(tmp_path, seed=1, clock=Clock()) as device:
        device.set_the_table()
        assert device.table.state().cards is None, "no game is on"
        begin(device, "number_up", "1")
        cards = device.table.state().cards
        assert (cards.size, cards.deck + len(cards.drawn), cards.discards) == (5, 30, 0)
        begin(device, "number_up", "19", seed=2)
        cards = device.table.state().cards
        assert (cards.size, cards.deck + len(cards.drawn), len(cards.drawn)) == (6, 42, 5)
        begin(device, "number_up", "12", seed=3)
        assert device.table.state().cards.discards == 2
        begin(device, "galaktix", "1", seed=4)
        assert device.table.state().cards is None
        assert device.table.state().held == (1, 2, 3, 4, 5)


def test_cards_stay_where_they_lie_while_the_same_game_goes_on(tmp_path):
    with simulated_device(tmp_path, seed=1, clock=Clock()) as device:
        begin(device, "number_up")
        device.table.lay_drawn(2, 2)
        laid = device.table.cards()
        device.set_the_table()
        device.panel.press(Button.BACK, held=True)
        device.service.step()
        device.set_the_table()
        device.service.stumble()  # back in the lobby
        device.set_the_table()
        assert device.table.cards() == laid
        begin(device, "number_up", seed=2)
        assert device.table.cards() == {}, "another game begins with an empty table"


def test_after_a_power_cut_the_cards_of_the_game_still_lie_there(tmp_path):
    first = LaidCard(2, 2, 4, "red")
    with simulated_device(tmp_path, seed=1, clock=Clock()) as device:
        number = device.journal.start(setup(device, "number_up", "1"), Source.BUTTONS)
        session = Session(device.game_list["number_up"].game, device.journal.setup(number))
        while isinstance(session.prompt, Notice):
            enter(device, number, session, Noted())
        enter(device, number, session, Laid((first,)))
        enter(device, number, session, Laid((first, LaidCard(2, 3, 1, "purple"))))
    with person_at(tmp_path, seed=9) as person:
        person.choose("Ja")
        person.device.set_the_table()
        assert person.table.cards() == {(2, 2): (4, "red"), (2, 3): (1, "purple")}
        cards = person.table.state().cards
        assert cards.deck + len(cards.drawn) == 28
        assert not {(4, "red"), (1, "purple")} & set(person.table.drawn())


def enter(device, number, session, answer):
    """Give an answer as the device does: first on the disk, then in the game."""
    entry = Answered(answer)
    session.check(entry)
    device.journal.add(number, entry.to_line(), Source.BUTTONS)
    session.make(entry)


def test_sternenfahrer_brings_two_dice_and_the_mothership_and_takes_them_away_again(tmp_path):
    with simulated_device(tmp_path, seed=1, clock=Clock()) as device:
        players = ("Ada", "Ben", "Cleo")
        game = device.game_list["sternenfahrer"].game
        device.service.begin(Setup("sternenfahrer", "beginner", players, 1, game.data))
        device.set_the_table()
        state = device.table.state()
        assert (state.held, state.ship is not None, state.cards) == ((1, 2), True, None)
        begin(device, "number_up", "1", seed=2)
        assert device.table.state().ship is None
        assert device.table.state().cards is not None
