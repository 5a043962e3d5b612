"""Begleiter and Voll: turn by turn on their pages, from one way to the other, and whole games by chance in both."""

from dataclasses import replace
from random import Random

import pytest

from games.spine.dialogue import (
    FLOW,
    Choose,
    Chosen,
    Dice,
    HandOver,
    Noted,
    PickNumber,
    ReadBalls,
    ReadDice,
    Setup,
    say,
)
from games.spine.errors import IllegalAnswer
from games.spine.session import Answered, Session, Undone
from games.sternenfahrer import systems, wording
from games.sternenfahrer.cards import NodeKind
from games.sternenfahrer.pages import Page
from games.sternenfahrer.pieces import NUMBERS, Resource, Site, State, Way
from games.sternenfahrer.points import TO_WIN, total
from games.sternenfahrer.start import START_COLONIES
from tests.games.sternenfahrer.playing import (
    COLOURS,
    GAME,
    NAMES,
    Beginner,
    give,
    is_read,
    note_all,
    random_answer,
    session_of,
)
from tests.games.sternenfahrer.test_flow import check_figures, option, refused, seed_with_first

WAYS = ("companion", "full")


def at_the_table(players=4, way="companion", level="beginner", seed=1):
    """The session before the first roll."""
    session = give(session_of(players, level, seed, flow=FLOW), *COLOURS[:players], "0", way)
    note_all(session)
    return session


def keys(session):
    return [one.key for one in session.prompt.options]


def aside(session, key):
    assert key in [one.key for one in session.prompt.aside]
    return give(session, key)


def scene(session):
    return session.prompt.scene


# --- a bare turn ---


def test_a_bare_turn_asks_for_dice_a_page_balls_and_a_page():
    session = at_the_table()
    assert isinstance(session.prompt, ReadDice)
    give(session, (2, 4))
    assert isinstance(session.prompt, Page) and session.prompt.options[0].key == "go_on"
    assert [(row.player, row.figures) for row in session.prompt.rows] == [
        ("Ada", (0, 1, 0, 0, 0, 2)),
        ("Ben", (0, 0, 1, 0, 0, 0)),
        ("Cleo", (0, 1, 0, 0, 0, 0)),
        ("Dan", (0, 0, 1, 0, 0, 0)),
    ]
    give(session, "go_on")
    assert isinstance(session.prompt, ReadBalls)
    give(session, ("blue", "red"))
    assert session.prompt.words == say("sternenfahrer.speed", n=5)
    assert session.prompt.options[0].key == "end"
    give(session, "end")
    assert session.prompt.words == say("sternenfahrer.roll", player="Ben")


def test_begleiter_is_offered_first_and_counts_no_hand():
    session = give(session_of(4, flow=FLOW), *COLOURS, "0")
    assert keys(session) == ["companion", "full"]
    give(session, "companion")
    note_all(session)
    assert scene(session).way is Way.COMPANION
    give(session, (2, 4))
    assert [player.hand for player in scene(session).players] == [0, 0, 0, 0]
    assert scene(session).reserve == 40 - 12 - 2, "the pile is counted all the same: somebody has to shuffle it"


def test_voll_counts_every_hand_along():
    session = give(at_the_table(way="full"), (2, 4))
    assert [player.hand for player in scene(session).players] == [6, 4, 4, 4]


def test_a_seven_is_told_and_not_asked():
    session = give(at_the_table(), (3, 4))
    assert session.prompt.words == say("sternenfahrer.seven_due", n=2)
    told = [line.key for line in session.prompt.lines]
    assert told == [f"sternenfahrer.line.{key}" for key in ("half", "take_one", "others_draw")]
    assert keys(session)[0] == "go_on"


def test_the_tribute_card_is_told_by_its_limit():
    session = at_the_table(level="middle")
    give(session, "diplomats", 1, "16", "back", "back", "back", "back", 28, (3, 4))
    assert say("sternenfahrer.line.spared", player="Ada", n=12) in session.prompt.lines


def test_in_voll_a_seven_asks_hands_and_whom_to_take_from():
    session = give(at_the_table(way="full"), (3, 4), "1", 9, "right")
    assert session.prompt.lines == (say("sternenfahrer.line.tribute", player="Ben", n=4),)
    give(session, "1")
    assert [player.hand for player in scene(session).players] == [3 + 1 + 2, 9 - 4 - 1 + 1, 4, 4]


def test_changing_to_voll_asks_each_hand_once_and_privately():
    session = aside(at_the_table(), "way")
    give(session, "full")
    for name, cards in zip(NAMES, (5, 0, 12, 3), strict=True):
        assert isinstance(session.prompt, HandOver) and session.prompt.audience == name
        session.make(Answered(Noted()))
        assert isinstance(session.prompt, PickNumber) and session.prompt.audience == name
        give(session, cards)
    assert isinstance(session.prompt, ReadDice)
    assert scene(session).way is Way.FULL
    assert [player.hand for player in scene(session).players] == [5, 0, 12, 3]
    give(aside(session, "way"), "companion")
    assert [player.hand for player in scene(session).players] == [0, 0, 0, 0]


@pytest.mark.parametrize("way", WAYS)
def test_a_further_throw_asks_whether_it_counts(way):
    session = give(at_the_table(way=way), (2, 4))
    before = session.prompt
    give(session, (5, 5))
    assert session.prompt.words == say("sternenfahrer.counts")
    give(session, "old")
    assert session.prompt == before
    give(session, (5, 5), "new")
    assert session.prompt.words == say("sternenfahrer.line.rolled", n=10)
    assert scene(session).log.throws == (10,)
    give(session, "build", "back")
    with pytest.raises(IllegalAnswer):
        session.make(Answered(Dice(("1", "1"))))


def test_in_voll_a_further_throw_after_a_seven_asks_before_anybody_gives_back():
    session = give(at_the_table(way="full"), (3, 4))
    before = session.prompt
    assert before.words == say("sternenfahrer.seven")
    give(session, (5, 5))
    assert session.prompt.words == say("sternenfahrer.counts")
    give(session, "old")
    assert session.prompt == before
    give(session, (5, 5), "new")
    assert session.prompt.words == say("sternenfahrer.line.rolled", n=10)
    assert scene(session).log.throws == (10,)
    session = give(at_the_table(way="full"), (3, 4), "1", 9)
    with pytest.raises(IllegalAnswer):
        session.make(Answered(Dice(("1", "1"))))


# --- building ---


@pytest.mark.parametrize("way", WAYS)
def test_building_is_never_refused_for_cards_and_stays_in_the_yard(way):
    session = give(at_the_table(way=way), (2, 4), "build")
    for drives in range(2, 7):
        give(session, "drive")
        assert scene(session).current.upgrades == (drives, 0, 0)
    assert refused(session, Chosen("drive")) == say("sternenfahrer.refused.mothership_full")
    assert session.prompt.start == "back"
    give(session, "back")
    assert session.prompt.rows[0].figures[:4] == (6, 0, 0, 1)


def test_voll_says_what_is_missing_by_the_book():
    session = give(at_the_table(way="full"), (2, 4), "build", "spaceport", "1")
    assert session.prompt.news == say("sternenfahrer.pay_line", card=say("sternenfahrer.cost.spaceport"))
    assert scene(session).current.hand == 1
    give(session, "cannon")
    assert session.prompt.news == say("sternenfahrer.lacking", n=1)
    assert scene(session).current.hand == 0


@pytest.mark.parametrize("way", WAYS)
def test_pieces_still_limit(way):
    session = give(at_the_table(way=way), (2, 4), "build", "colony_ship", "colony_ship", "yes")
    assert refused(session, Chosen("colony_ship")) == say("sternenfahrer.refused.no_transporter")
    give(session, "back")
    assert scene(session).current.colony_ships == 3


# --- systems ---


def flying(session, *balls):
    return give(session, (2, 4), "go_on", balls or ("blue", "red"))


@pytest.mark.parametrize("way", WAYS)
def test_a_colony_is_a_system_and_a_place(way):
    session = flying(at_the_table(way=way))
    give(session, "colony", "4", "4", "5")
    assert keys(session) == ["10", "base:4", "base:5", "ice:3", "other"]
    give(session, "base:4")
    assert session.prompt.words == say("sternenfahrer.speed", n=5), "one site is left, so there is nothing to ask"
    colony = scene(session).current.colonies[-1]
    assert (colony.first.resource, colony.first.numbers) == (Resource.ORE, (4,))
    assert (colony.second.resource, colony.second.numbers) == (Resource.FUEL, (5,))
    assert colony.site == Site(4, (0, 1))
    assert total(scene(session), 0) == 5


def test_the_places_of_the_system_opened_last_are_offered_at_once():
    session = give(flying(at_the_table()), "explore", "7", "12", "9", "10", "colony")
    assert keys(session) == ["0", "1", "2", "elsewhere", "back"]
    assert session.prompt.start == "1"
    give(session, "elsewhere")
    assert "7" not in keys(session) and keys(session)[0] == "4", "the others are hidden"
    give(session, "back")
    assert session.prompt.words == say("sternenfahrer.speed", n=5)


@pytest.mark.parametrize(("flow", "first"), [(2, 7), (FLOW, 4)])
def test_places_are_offered_first_where_the_player_was_and_not_where_others_were_since(flow, first):
    session = give(session_of(4, "beginner", 1, flow), *COLOURS, "0", "companion")
    note_all(session)
    give(flying(session), "explore", "4", "4", "5", "10", "end")
    give(flying(session), "explore", "7", "12", "9", "10", "end")
    for _ in range(2):
        give(flying(session), "end")
    give(flying(session), "colony", "0")
    assert scene(session).current.name == "Ada"
    assert scene(session).current.colonies[-1].site == Site(first, (0, 1))
    give(session, "end")
    give(flying(session), "colony", "0")
    assert scene(session).current.colonies[-1].site == Site(7, (0, 1) if flow != 2 else (0, 2))


def test_only_chips_not_seen_yet_are_offered():
    session = give(flying(at_the_table()), "explore", "4", "3", "2", "base:5")
    give(session, "explore", "5")
    assert keys(session) == ["4", "11", "12", "other"], "of two fours both are left, and named once"
    give(session, "4", "5")
    assert "base:5" not in keys(session)
    give(session, "other")
    offered = keys(session)
    assert "base:5" not in offered and "base:6" in offered and "8" in offered
    assert len(offered) == len(NUMBERS) + 2 + 4


def test_a_token_that_lies_where_no_such_sign_is_cannot_be_turned_up_once_more():
    session = give(flying(at_the_table()), "explore", "4", "other", "ice:3", "2", "10")
    give(session, "explore", "5", "4", "5")
    assert keys(session) == ["10", "base:4", "base:5", "other"]


def test_with_three_a_system_holds_two_colonies():
    session = at_the_table(3)
    state = scene(session)
    opened = systems.with_system(state, 4, replace(state.sky.systems[4], chips=((4,), (5,), (10,)), is_open=True))
    first, second, _ = systems.free_sites_in(opened, 4)
    for site in (first, second):
        opened = systems.found_colony(opened, systems.colony_at(opened, site))
        opened = opened.with_player(0, give_ship(opened.current))
    assert systems.free_sites_in(opened, 4) == ()


def give_ship(player):
    return replace(player, colony_ships=1)


def test_the_fourth_colour_blocks_and_never_yields():
    session = at_the_table(3)
    sky = scene(session).sky
    assert len(sky.blocked) == 3
    assert all(systems.free_sites_in(scene(session), home) == () for home in range(4))
    give(session, (5, 1))
    assert [row.player for row in session.prompt.rows] == ["Ada", "Ben", "Cleo"]


@pytest.mark.parametrize("way", WAYS)
def test_a_beaten_base_becomes_a_medal_and_a_spare_chip(way):
    session = give(at_the_table(way=way), (2, 4), "build", *["cannon"] * 4, "back", "go_on", ("blue", "red"))
    give(session, "explore", "4", "4", "5", "base:4")
    assert len(systems.free_sites_in(scene(session), 4)) == 1
    give(session, "token", "base:4")
    assert keys(session) == ["3", "9", "10", "11", "other"]
    give(session, "9")
    state = scene(session)
    assert (state.current.whole_medals, total(state, 0)) == (1, 5)
    assert systems.sky_of(state).systems[4].chips[2] == (9,)
    assert len(systems.free_sites_in(state, 4)) == 3
    assert "token" not in keys(session)


def test_a_chip_put_right_counts_for_the_colonies_that_stand_there():
    session = give(aside(at_the_table(), "system"), "0", "2", "other", "9")
    give(session, (4, 5))
    assert {row.player: row.figures[3] for row in session.prompt.rows} == {"Ada": 1, "Ben": 0, "Cleo": 0, "Dan": 1}


def test_more_cards_than_there_are_cannot_be_entered():
    session = give(aside(at_the_table(way="full"), "hands"), "0")
    assert session.prompt.high == 100 - 28 - 9


# --- rules that were missing ---


def test_a_locked_ship_cannot_found():
    session = flying(at_the_table(seed=seed_with_first(5)), "black", "red")
    give(session, "0")
    assert scene(session).locked == 1
    assert option(session, "colony").refused == say("sternenfahrer.refused.locked")


def test_who_has_two_kinds_of_ships_says_which_stays():
    session = give(at_the_table(seed=seed_with_first(5)), (2, 4), "build", "trade_ship", "back", "go_on")
    give(session, ("black", "red"), "0")
    assert session.prompt.words == say("sternenfahrer.which_lock")
    give(session, "trade_ship")
    assert option(session, "colony").refused is None
    give(session, "station")
    assert option(session, "merchants").refused == say("sternenfahrer.refused.locked")


def test_friendship_cards_can_be_used_in_the_flight():
    session = at_the_table(level="middle")
    give(session, "diplomats", 1, "17", "back", "back", "back", "back", 28)
    flying(session)
    give(session, "fame")
    assert scene(session).current.half_medals == 2
    assert refused(session, Chosen("fame")) == say("sternenfahrer.refused.once_a_turn")


def test_the_highest_roll_begins_and_equals_roll_again():
    session = give(session_of(3, flow=FLOW), *COLOURS[:3], "dice", (1, 2), (6, 4), (5, 5), (1, 1), (1, 2), "companion")
    note_all(session)
    assert session.prompt.words == say("sternenfahrer.roll", player="Cleo")


def test_a_free_set_up_is_told_colony_by_colony_with_port_ship_and_upgrades():
    session = give(session_of(3, "free", flow=FLOW), *COLOURS[:3], "0", "companion")
    note_all(session)
    assert session.prompt.start is None and keys(session)[-1] == "back"
    give(session, "0", "0", "1", "2", "2", "1")
    assert session.prompt.start == "back", "after three OK goes on"
    give(session, "back", "1", "drive", "drive", "back")
    state = scene(session)
    player = state.players[0]
    assert [colony.site for colony in player.colonies] == [Site(0, (0, 1)), Site(1, (1, 2)), Site(2, (0, 2))]
    assert [colony.is_spaceport for colony in player.colonies] == [False, True, False]
    assert (player.colony_ships, player.upgrades, player.half_medals, total(state, 0)) == (1, (2, 0, 0), 1, 4)
    assert keys(session)[0] == "back", "what else there is can be set"
    give(session, "half_medals", 2, "back")
    give(session, "back", "back", "back")  # Ben has founded nothing
    give(session, "3", "0", "back", "nowhere", "cannon", "back", "back")
    assert session.prompt.words == say("sternenfahrer.found.fourth")
    give(session, "3", "0", "back")
    state = scene(session)
    assert isinstance(session.prompt, ReadDice)
    assert [total(state, seat) for seat in range(3)] == [5, 0, 1]
    assert (state.players[2].colony_ships, state.players[2].upgrades) == (0, (0, 1, 0))
    assert state.sky.blocked == (Site(3, (0, 2)),)


def test_founding_ends_where_the_pieces_end():
    session = give(session_of(4, "free", flow=FLOW), *COLOURS, "0", "companion")
    note_all(session)
    for system in "0001112223"[:9]:
        session.make(Answered(Chosen(system)))
        if session.prompt.words == say("sternenfahrer.between"):
            session.make(Answered(Chosen("0")))
    assert session.prompt.words == say("sternenfahrer.found.port"), "there is no tenth colony"
    give(session, "0")
    assert scene(session).players[0].colony_ships == 0, "and none is left for a ship"


def test_a_free_set_up_of_flow_2_is_entered_as_what_came_of_it():
    session = give(session_of(3, "free", flow=2), *COLOURS[:3], "0", "companion")
    note_all(session)
    give(
        session, "colony", "new", "0", "0", "colony", "new", "1", "2", "spaceport", "0", "colony_ships", 1, "cannon", 1
    )
    give(session, "back", "back", "back")
    state = scene(session)
    assert (total(state, 0), total(state, 1)) == (3, 0)
    assert state.players[0].colonies[0].site == Site(0, (0, 1))
    assert state.sky.blocked == ()


# --- encounters ---


def test_an_encounter_asks_for_no_hand_in_begleiter():
    session = flying(at_the_table(seed=seed_with_first(29)), "black", "red")
    assert session.prompt.words == say("sternenfahrer.ask.gift_travellers")
    assert session.prompt.closes and keys(session) == ["0", "1", "2", "3"]
    give(session, "1")
    assert session.prompt.words == say("sternenfahrer.speed", n=4)
    assert session.prompt.closes, "the outcome stands there"
    assert [line.key for line in session.prompt.lines][1:] == [
        "sternenfahrer.line.pay",
        "sternenfahrer.line.medal_gain",
    ]
    with pytest.raises(IllegalAnswer):
        session.make(Undone())


def presses(prompt, key):
    """What a choice costs: the steps to it by the shorter way, and OK."""
    rows = [one.key for one in prompt.options]
    way = abs(rows.index(key) - (rows.index(prompt.start) if prompt.start in rows else 0))
    return min(way, len(rows) - way) + 1


ANSWERS = {NodeKind.ASK_NUMBER: ("0", "1", "2", "3"), NodeKind.ASK_YES_NO: ("yes", "no")}
FIRST_ANSWERS = [(card, one) for card in GAME.content.encounters.values() for one in ANSWERS.get(card.start.kind, ())]


@pytest.mark.parametrize(("number", "answer"), [(card.number, one) for card, one in FIRST_ANSWERS])
def test_24_an_encounter_that_asks_once_costs_three_presses_from_the_black_ball_to_the_flight(number, answer):
    session = flying(at_the_table(seed=seed_with_first(number)), "black", "red")
    pressed = 1 + presses(session.prompt, answer)  # OK at the black ball: it opens a card
    session.make(Answered(Chosen(answer)))
    while is_read(session.prompt):
        pressed += 1
        session.make(Answered(Chosen("on")))
    if session.prompt.words.key == "sternenfahrer.speed":  # else it asks for more, or for a shake
        assert pressed <= (4 if answer == "2" else 3), "two cards lie farthest from none and from three"


def test_a_duel_tells_both_sums():
    session = flying(at_the_table(seed=seed_with_first(22)), "black", "red")
    give(session, "yes", ("red", "yellow"), ("blue", "black"))
    assert session.prompt.words == say("sternenfahrer.won")
    assert session.prompt.lines == (
        say("sternenfahrer.sums.fight"),
        say("sternenfahrer.sum", player="Ada", low=5, number=0, high=5),
        say("sternenfahrer.sum", player="Cleo", low=1, number=0, high=1),
    )


def test_wear_and_tear_names_its_limit():
    session = flying(at_the_table(seed=seed_with_first(31)), "black", "red")
    assert session.prompt.lines == (say("sternenfahrer.limit.wear", n=8),)


def test_the_theme_of_a_card_is_in_no_scene_before_its_outcome():
    session = flying(at_the_table(seed=seed_with_first(22)), "black", "red")
    assert "theme" not in repr(session.prompt)
    give(session, "no")
    assert "theme.attacked_merchant" in repr(scene(session).log)


# --- whole games ---


class Chancer(Beginner):
    """A player by chance who keeps to one way, or changes it now and then from the menu."""

    def __init__(self, seed, way, changes=False):
        super().__init__(seed)
        self.way, self.changes = way, changes

    def answer(self, prompt):
        if prompt.words.key == "sternenfahrer.which_way" and not self.changes:
            return Chosen(self.way)
        if prompt.aside and self.changes and self.rng.random() < 0.03:
            return Chosen(self.rng.choice([one.key for one in prompt.aside if one.key not in self.NEVER]))
        return super().answer(prompt)


def check_sky(state):
    """What must hold of systems and colonies at any moment."""
    taken = systems.settled(state)
    assert len(set(taken)) == len(taken)
    for player in state.players:
        for colony in player.colonies:
            assert colony == systems.colony_at(state, colony.site) or colony.is_spaceport
            assert all(planet.numbers for planet in colony.planets)
    tokens = [token for _, _, token in systems.tokens_seen(state)]
    assert len(set(tokens)) == len(tokens)
    if state.way is Way.COMPANION:
        assert not any(player.hand for player in state.players)
    assert sum(state.held) == state.locked
    sky = systems.sky_of(state)
    if state.seats == 3:
        for number, system in enumerate(sky.systems):
            assert system.is_home or sum(site.system == number for site in taken) <= 2


def played(player, players, seed, level="beginner"):
    """A whole game; every state is checked."""
    dialogue = GAME.play(Setup("sternenfahrer", level, NAMES[:players], seed, ""))
    prompt = next(dialogue)
    try:
        for _ in range(20_000):
            if isinstance(prompt.scene, State):
                check_figures(prompt.scene)
                check_sky(prompt.scene)
            answer = player.answer(prompt)
            assert prompt.refusal(answer) is None
            prompt = dialogue.send(answer)
    except StopIteration as end:
        return end.value
    raise AssertionError("nobody has won")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_by_chance_in_both_ways(seed, way):
    outcome = played(Chancer(seed, way), 3 + seed % 2, seed)
    state = outcome.scene
    assert total(state, state.active) >= TO_WIN
    assert [result.player for result in outcome.results if result.place == 1] == [state.current.name]


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_in_which_the_way_is_changed_now_and_then(seed):
    outcome = played(Chancer(seed, "", changes=True), 3 + seed % 2, seed)
    assert total(outcome.scene, outcome.scene.active) >= TO_WIN


@pytest.mark.parametrize("level", ["middle", "free"])
@pytest.mark.parametrize("seed", range(3))
def test_figures_entered_by_chance_are_right(seed, level):
    dialogue, rng = GAME.play(Setup("sternenfahrer", level, NAMES[: 3 + seed % 2], seed, "")), Random(seed)
    prompt = next(dialogue)
    while not isinstance(prompt, ReadDice) or not isinstance(prompt.scene, State):
        prompt = dialogue.send(random_answer(prompt, rng))
        if prompt.words.key == "sternenfahrer.won_by":
            break
    check_figures(prompt.scene)
    check_sky(prompt.scene)


def test_the_history_tells_every_turn_and_how_dice_and_balls_fell():
    outcome = played(Chancer(1, "companion"), 4, 1)
    log = outcome.scene.log
    assert len(log.throws) == len(log.turns) == outcome.scene.turn
    news = [page.news.key for page in outcome.history]
    assert news.count("sternenfahrer.fell.dice") == news.count("sternenfahrer.fell.balls") == 1
    told = {dict(page.news.values)["number"] for page in outcome.history if page.news.key == "sternenfahrer.turn_of"}
    assert told == set(range(1, outcome.scene.turn + 1))


def told_of(state, turn):
    """The lines of one turn in the chronicle."""
    return next(told.lines for told in state.log.turns if told.turn == turn)


def test_the_chronicle_tells_what_an_encounter_did_and_only_when_it_is_over():
    session = flying(at_the_table(seed=seed_with_first(22)), "black", "red")
    give(session, "yes", ("red", "yellow"), ("blue", "black"))
    assert "theme" not in repr(scene(session).log)
    note_all(session)
    assert told_of(scene(session), 1)[1:] == (
        say("sternenfahrer.theme.attacked_merchant"),
        say("sternenfahrer.sums.fight"),
        say("sternenfahrer.sum", player="Ada", low=5, number=0, high=5),
        say("sternenfahrer.sum", player="Cleo", low=1, number=0, high=1),
        say("sternenfahrer.line.gain", n=2, card=say("sternenfahrer.resource.goods")),
        say("sternenfahrer.line.medal_gain", player="Ada", n=1, high=2),
        say("sternenfahrer.speed", n=4),
    )


def test_the_chronicle_tells_fame_that_was_bought_and_a_system_that_was_explored():
    session = at_the_table(level="middle")
    give(session, "diplomats", 1, "17", "back", "back", "back", "back", 28)
    give(flying(session), "fame", "explore", "4", "4", "5", "10")
    explored = say("sternenfahrer.explored_line", one=wording.system_name(scene(session).sky.systems[4]))
    assert told_of(scene(session), 1)[1:] == (
        say("sternenfahrer.speed", n=5),
        say("sternenfahrer.fame_line", high=2),
        explored,
    )
    give(session, "explore", "back")
    assert told_of(scene(session), 1)[-1] == explored, "who goes back has explored nothing"


def test_the_history_names_whose_points_they_are():
    outcome = played(Chancer(1, "companion"), 4, 1)
    last = outcome.history[-1].words
    while last.key == "sternenfahrer.below":
        last = dict(last.values)["more"]
    told = " ".join(f"{player.name}:{total(outcome.scene, seat)}" for seat, player in enumerate(outcome.scene.players))
    assert last == say("sternenfahrer.points_then", name=told)


@pytest.mark.parametrize("flow", [2, FLOW])
def test_a_session_stands_where_it_stood(flow):
    session = give(session_of(4, "beginner", seed_with_first(1), flow), *COLOURS, "0", "companion")
    note_all(session)
    flying(session, "black", "red")
    session.make(Answered(Chosen("2")))
    assert session.prompt.words.key == f"sternenfahrer.{'theme.merchant' if flow == 2 else 'speed'}"
    lines = [answer.to_line() for answer in session.answers]
    assert Session.replay(GAME, session.setup, lines).prompt == session.prompt


def test_old_sessions_are_asked_as_they_were():
    session = give(session_of(3, flow=1), *COLOURS[:3], "0")
    note_all(session)
    assert session.prompt.aside == ()
    assert scene(session).sky is None
    give(session, (2, 4), "draw")
    assert type(session.prompt) is Choose
    assert keys(session) == ["go_on", "build", "supply", "players", "short", "hands", "scores", "figures", "leave"]


def test_the_shipped_set_up_is_the_one_that_sessions_knew_before():
    players = scene(at_the_table()).players
    for player in players:
        colonies = [replace(colony, site=None) for colony in player.colonies]
        assert {frozenset(one.planets) for one in colonies} == {
            frozenset(one.planets) for one in START_COLONIES[player.colour]
        }
        assert [one.is_spaceport for one in colonies] == [True, False, False]
        assert set(colonies[0].planets) == set(START_COLONIES[player.colour][0].planets)


def test_the_check_of_the_sky_can_fail():
    state = scene(at_the_table())
    twice = state.players[0].colonies[0]
    doubled = state.with_player(1, replace(state.players[1], colonies=(*state.players[1].colonies, twice)))
    with pytest.raises(AssertionError):
        check_sky(doubled)
