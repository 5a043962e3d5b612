"""Sternenfahrer as a dialogue: an evening step by step, whole games by chance, undo, resume, and what stays hidden."""

import io
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from random import Random

import pytest

from games.spine.dialogue import (
    Balls,
    Choose,
    Chosen,
    Dice,
    Noted,
    PickNumber,
    ReadBalls,
    ReadDice,
    Setup,
    say,
)
from games.spine.errors import IllegalAnswer, UnknownLevel
from games.spine.session import Answered, Fixed, Redone, Session, Undone
from games.sternenfahrer.deck import deck_key, deck_seal, new_deck
from games.sternenfahrer.pieces import MOST_UPGRADES, PEOPLES, State, Upgrade
from games.sternenfahrer.points import TO_WIN, points, total
from tests.games.sternenfahrer.playing import (
    CARD_SET,
    COLOURS,
    GAME,
    NAMES,
    Beginner,
    at_the_table,
    fly,
    give,
    note_all,
    random_answer,
    session_of,
)

SEAL = Path(__file__).parents[3] / "docs" / "seal.md"


def refused(session, answer):
    """The reason against an answer; nothing may have changed."""
    before = session.prompt
    with pytest.raises(IllegalAnswer) as caught:
        session.make(Answered(answer))
    assert session.prompt is before
    return caught.value.reason


def option(session, key):
    return next(one for one in session.prompt.options if one.key == key)


# --- before the first turn ---


def test_everybody_has_a_colour_of_ones_own_and_somebody_begins():
    session = session_of(4)
    give(session, "white", "red")
    assert [one.key for one in session.prompt.options] == ["blue", "yellow"]
    give(session, "blue", "yellow", "2")
    note_all(session)
    state = session.prompt.scene
    assert [(player.name, player.colour) for player in state.players] == [
        ("Cleo", "blue"),
        ("Dan", "yellow"),
        ("Ada", "white"),
        ("Ben", "red"),
    ]
    assert isinstance(session.prompt, ReadDice)
    assert (session.prompt.kind, session.prompt.count) == ("pips", 2)


def test_the_seal_of_the_cards_is_shown_before_the_first_turn():
    session = give(session_of(), *COLOURS[:3], "0")
    seal = deck_seal(deck_key(1), CARD_SET.fingerprint)
    assert dict(session.prompt.words.values)["name"].replace(" ", "") == seal


@pytest.mark.parametrize(("level", "names"), [("9", NAMES), ("beginner", NAMES[:2]), ("beginner", ("A", "B", "A"))])
def test_other_levels_and_other_numbers_of_players_are_refused(level, names):
    with pytest.raises(UnknownLevel):
        GAME.play(Setup("sternenfahrer", level, names, 1, "", flow=1))


# --- a turn ---


def test_a_roll_tells_who_gets_what_and_offers_the_reserve():
    session = give(at_the_table(), (2, 4))
    assert session.prompt.words == say("sternenfahrer.rolled", n=6)
    assert [(row.player, row.figures) for row in session.prompt.rows] == [
        ("Ada", (0, 1, 0, 0, 0)),
        ("Ben", (0, 0, 1, 0, 0)),
        ("Cleo", (0, 1, 0, 0, 0)),
    ]
    assert [player.hand for player in session.prompt.scene.players] == [4, 4, 4]
    note_all(session)
    assert option(session, "draw").words == say("sternenfahrer.reserve.draw", n=2)
    give(session, "draw")
    assert session.prompt.scene.current.hand == 6


def test_n2_a_draw_put_off_is_in_the_menu_until_the_shake():
    session = give(at_the_table(), (2, 4), "later")
    assert option(session, "reserve")
    assert give(session, "reserve").prompt.scene.current.hand == 6
    assert "reserve" not in [one.key for one in session.prompt.options]
    late = give(at_the_table(), (2, 4), "later", "go_on")
    assert [one.key for one in late.prompt.options] == ["draw", "forgo"]
    give(late, "forgo", ("blue", "red"))
    assert late.prompt.scene.reserve_due == 0
    assert "reserve" not in [one.key for one in late.prompt.options]
    drawn = give(at_the_table(), (2, 4), "later", "go_on", "draw", ("blue", "red"))
    assert drawn.prompt.scene.current.hand == late.prompt.scene.current.hand + 2


def test_v4_a_seven_goes_through_its_steps_in_order():
    session = give(at_the_table(4), (3, 4), "1", 9)
    assert option(session, "1").value == say("sternenfahrer.figure", n=9)
    give(session, "right")
    assert session.prompt.words == say("sternenfahrer.tribute", player="Ben", n=4)
    give(session, "1")
    told = note_all(session)[0]
    names = [say("sternenfahrer.player", player=name) for name in ("Ben", "Cleo", "Dan")]
    order = say("sternenfahrer.list", first=names[1], more=names[2])
    assert told == say("sternenfahrer.draw_in_turn", first=say("sternenfahrer.list", first=names[0], more=order))
    assert [player.hand for player in session.prompt.scene.players] == [4, 5, 4, 4]
    assert session.prompt.words == say("sternenfahrer.reserve.title")


def test_who_has_no_card_cannot_be_robbed():
    session = give(at_the_table(), (3, 4), "1", 0, "right")
    assert refused(session, Chosen("1")) == say("sternenfahrer.refused.empty_hand")


def test_building_is_one_choice_and_tells_its_price():
    session = give(at_the_table(), (2, 4), "draw", "build")
    assert option(session, "spaceport").value == say("sternenfahrer.cost.spaceport")
    give(session, "drive")
    assert session.prompt.words.key == "sternenfahrer.built"
    state = session.prompt.scene
    assert (state.current.hand, state.current.upgrades) == (4, (2, 0, 0))
    assert give(session, "build", "back").prompt.words.key == "sternenfahrer.menu"


def test_what_cannot_be_paid_is_refused_and_says_so():
    session = give(at_the_table(), (1, 1), "later", "build")
    assert session.prompt.scene.current.hand == 3
    assert refused(session, Chosen("spaceport")) == say("sternenfahrer.refused.too_few_cards")


def test_a_ship_needs_a_site_when_all_could_be_taken():
    session = give(at_the_table(), (2, 4), "draw", "hands", "0", 20, "right", "build", "colony_ship")
    assert note_all(session)
    give(session, "build", "colony_ship")
    assert session.prompt.words == say("sternenfahrer.site_free")
    give(session, "no")
    assert session.prompt.words == say("sternenfahrer.refused.no_site")
    note_all(session)
    assert session.prompt.scene.current.colony_ships == 2
    give(session, "build", "colony_ship", "yes", "build")
    assert refused(session, Chosen("trade_ship")) == say("sternenfahrer.refused.no_transporter")


def test_a_spaceport_is_built_on_a_chosen_colony():
    session = give(at_the_table(), (2, 4), "draw", "hands", "0", 20, "right", "build", "spaceport")
    assert [one.key for one in session.prompt.options] == ["1", "2"]
    give(session, "2")
    state = session.prompt.scene
    assert [colony.is_spaceport for colony in state.current.colonies] == [True, False, True]
    assert session.prompt.news == say("sternenfahrer.points_of", points=5)


def test_trade_with_the_supply_and_with_a_player():
    session = give(at_the_table(), (2, 4), "draw", "supply", "goods")
    note_all(session)
    assert session.prompt.scene.current.hand == 5
    give(session, "players", "2", 2, 1)
    assert [player.hand for player in session.prompt.scene.players] == [4, 4, 5]


def test_the_scores_tell_their_parts():
    session = give(at_the_table(), (2, 4), "draw", "scores")
    assert [row.figures for row in session.prompt.rows] == [(2, 2, 0, 0, 0, 4)] * 3
    session.make(Answered(Noted()))
    assert session.prompt.words == say("sternenfahrer.points", n=2, number=2, points=0, low=0, high=0)
    note_all(session)
    assert session.prompt.words.key == "sternenfahrer.menu"


def test_a_flight_tells_the_speed_and_founds_a_colony():
    session = fly(at_the_table(), "blue", "red")
    assert session.prompt.words == say("sternenfahrer.speed", n=5)
    give(session, "colony")
    assert refused(session, Chosen("2")) == say("sternenfahrer.refused.system_full")
    give(session, "1", "ore", "9", "goods", "2/11")
    state = session.prompt.scene
    assert (total(state, 0), state.current.ships, len(state.current.colonies)) == (5, 0, 4)
    assert state.current.colonies[-1].second.numbers == (2, 11)
    note_all(session)
    give(session, "end")
    assert session.prompt.words == say("sternenfahrer.roll", player="Ben")


def test_m6_without_a_ship_the_turn_ends_without_a_shake():
    session = at_the_table(3, "middle")
    give(session, "colony_ships", 0, "back", "back", "back", 31)
    assert isinstance(session.prompt, ReadDice)
    give(session, (2, 4), "draw")
    assert option(session, "go_on").words == say("sternenfahrer.menu.end")
    give(session, "go_on")
    assert session.prompt.words == say("sternenfahrer.roll", player="Ben")


def test_impossible_balls_are_refused_and_nothing_is_lost():
    session = give(at_the_table(), (2, 4), "draw", "go_on")
    assert isinstance(session.prompt, ReadBalls)
    assert refused(session, Balls(("black", "black"))) == say("refused.not_in_bag", colour=say("colour.black"))
    assert refused(session, Balls(("red", "red"))) == say("refused.not_in_bag", colour=say("colour.red"))


def test_a_station_is_founded_with_a_friendship_card_and_a_marker():
    session = at_the_table(3, "middle")
    give(session, "trade_ships", 1, "pod", 1, "back", "back", "back", 31)
    fly(session, "blue", "red")
    give(session, "station", "merchants", "4")
    state = session.prompt.scene
    assert (state.markers[0], total(state, 0), state.current.trade_ships) == (0, 6, 0)
    assert session.prompt.words.key == "sternenfahrer.station.marker"
    assert [card.number for card in state.current.cards] == [4]


def test_a_base_is_beaten_for_a_medal():
    session = at_the_table(3, "middle")
    give(session, "cannon", 4, "back", "back", "back", 31)
    fly(session, "blue", "red")
    give(session, "token")
    assert refused(session, Chosen("base:5")) == say("sternenfahrer.refused.too_few_cannons")
    give(session, "base:4")
    assert session.prompt.scene.current.whole_medals == 1
    note_all(session)
    assert "base:4" not in [one.key for one in give(session, "token").prompt.options]


def test_fame_and_help_are_in_the_menu_with_their_cards():
    session = at_the_table(3, "middle")
    give(session, "diplomats", 2, "17", "19", "back", "whole_medals", 2, "back", "whole_medals", 2, "back")
    give(session, "ice:3", "ice:4", "base:4", "base:5", 31, (2, 4), "later", "fame")
    note_all(session)
    assert session.prompt.scene.current.half_medals == 2
    assert refused(session, Chosen("fame")) == say("sternenfahrer.refused.once_a_turn")
    assert refused(session, Chosen("help")) == say("sternenfahrer.refused.not_poor_enough")


def test_a_helping_hand_takes_from_two_of_the_richer():
    session = at_the_table(4, "middle")
    give(session, "diplomats", 1, "19", "back")
    for _ in range(3):
        give(session, "half_medals", 9, "back")
    give(session, 28, (2, 4), "later", "help", "1", "3")
    assert [player.hand for player in session.prompt.scene.players] == [6, 3, 4, 3]
    note_all(session)
    assert refused(session, Chosen("help")) == say("sternenfahrer.refused.once_a_turn")


def test_a_game_under_way_is_entered_by_its_figures():
    session = at_the_table(3, "middle")
    assert isinstance(session.prompt, Choose)
    give(
        session,
        "colony",
        "new",
        "ore",
        "9",
        "food",
        "4",
        "spaceport",
        "1",
        "drive",
        4,
        "half_medals",
        3,
        "green",
        1,
        "6",
    )
    give(session, "back", "green", 1)
    assert [one.key for one in session.prompt.options] == ["7", "8", "9", "10"]
    give(session, "7", "hand", 8, "back", "back")
    assert session.prompt.words == say("sternenfahrer.figure.marker")
    give(session, "1", 12)
    state = session.prompt.scene
    assert [total(state, seat) for seat in range(3)] == [7, 6, 4]
    assert (state.markers, state.reserve, state.players[1].hand) == ((None, 1, None, None), 12, 8)
    assert state.players[0].upgrades == (4, 0, 0)


def test_a_free_trade_ship_still_to_come_can_be_entered():
    session = give(at_the_table(3, "middle"), "owed_ships", 1)
    assert option(session, "owed_ships").value == say("sternenfahrer.figure", n=1)
    give(session, "back", "back", "back", 40, (2, 4), "draw", "owed")
    note_all(session)
    assert (session.prompt.scene.current.trade_ships, session.prompt.scene.current.owed_ships) == (1, 0)


def test_figures_go_no_further_than_the_pieces():
    session = at_the_table(4, "middle")
    for key, most in (("pod", 5), ("drive", 6), ("colony_ships", 3), ("half_medals", 37), ("whole_medals", 5)):
        give(session, key)
        assert isinstance(session.prompt, PickNumber)
        assert session.prompt.high == most
        give(session, session.prompt.start)


def test_a_mistake_in_the_figures_is_put_right_in_the_menu():
    session = give(at_the_table(), (2, 4), "draw", "figures", "0", "colony", "1", "planets")
    give(session, "ore", "5", "goods", "3/12")
    give(session, "whole_medals", 1, "merchants", 1, "4", "back", "base:6")
    state = session.prompt.scene
    assert session.prompt.words.key == "sternenfahrer.menu"
    assert state.current.colonies[1].second.numbers == (3, 12)
    assert (len(state.current.colonies), len(state.tokens), state.markers[0], total(state, 0)) == (3, 4, 0, 7)
    give(session, "figures", "1", "merchants", 1, "5", "back")
    assert session.prompt.scene.markers[0] == 0
    give(session, "figures", "0", "merchants", 0, "whole_medals", 0, "back")
    state = session.prompt.scene
    assert (state.markers[0], len(state.tokens), total(state, 0)) == (1, 5, 4)
    assert give(session, "figures", "back").prompt.scene == state


def test_a_correction_that_brings_fifteen_points_wins():
    session = give(at_the_table(), (2, 4), "draw", "figures", "0", "half_medals", 22, "back")
    assert session.prompt.words == say("sternenfahrer.won_by", player="Ada")


# --- encounters in the game ---


@cache
def seed_with_first(number):
    """A seed whose first encounter is this card."""
    return next(seed for seed in range(400) if new_deck(seed, tuple(CARD_SET.encounters)).pile[0] == number)


def test_a_black_ball_brings_an_encounter_after_a_look_at_the_hands():
    session = fly(at_the_table(seed=seed_with_first(29)), "black", "red")
    assert session.prompt.words == say("sternenfahrer.encounter_hands")
    give(session, "0", 2, "right")
    assert session.prompt.words == say("sternenfahrer.story.gift_travellers")
    note_all(session)
    assert session.prompt.high == 2
    give(session, 1)
    note_all(session)
    state = session.prompt.scene
    assert session.prompt.words == say("sternenfahrer.speed", n=4)
    assert (state.current.hand, state.current.half_medals, state.turn) == (1, 2, 1)


def test_a_free_trade_ship_can_be_set_in_the_same_flight():
    session = fly(at_the_table(seed=seed_with_first(29)), "black", "red")
    give(session, "right", 3)
    note_all(session)
    give(session, "owed")
    state = session.prompt.scene
    assert (state.current.trade_ships, state.current.owed_ships) == (1, 0)


def test_a_switched_off_device_asks_the_same_question_again_still_hidden():
    session = fly(at_the_table(seed=5), "black", "red")
    give(session, "right")
    lines = [answer.to_line() for answer in session.answers]
    for _ in range(3):
        again = Session.replay(GAME, session.setup, lines)
        assert again.prompt == session.prompt


def test_once_the_cards_are_open_no_way_leads_back_into_the_game():
    session = give(at_the_table(), (2, 4), "draw", "figures", "0", "half_medals", 30, "back")
    session.make(Undone())
    give(session, "back", "show")
    roll = next(number for number, prompt in enumerate(session.prompts) if isinstance(prompt, ReadDice))
    fix = Fixed(roll, Dice(("1", "2")))
    for entry in (Undone(), fix):
        with pytest.raises(IllegalAnswer) as refusal:
            session.make(entry)
        assert refusal.value.reason == say("refused.closed")
    page = session.prompt
    session.make(Answered(Noted()))
    session.make(Undone())
    assert session.prompt == page
    assert not session.can_undo


# --- whole games ---


def check_figures(state):
    """What must hold at any moment."""
    assert state.half_medals_left >= 0
    assert sum(player.half_medals for player in state.players) + state.half_medals_left == 40
    for upgrade, count in ((Upgrade.DRIVE, 24), (Upgrade.CANNON, 24), (Upgrade.POD, 20)):
        assert state.left_in_tray(upgrade) >= 0
        assert sum(player.count(upgrade) for player in state.players) + state.left_in_tray(upgrade) == count
    assert 1 <= state.reserve <= 40
    assert len(state.tokens) + sum(player.whole_medals for player in state.players) == 5
    cards = [card.number for player in state.players for card in player.cards]
    assert sorted([*cards, *(card.number for card in state.open_cards)]) == list(range(1, 21))
    for seat, player in enumerate(state.players):
        assert all(0 <= player.count(upgrade) <= most for upgrade, most in MOST_UPGRADES.items())
        left = (player.colonies_left, player.stations_left, player.transporters_left, player.shipyards_left)
        assert min(*left, player.hand, player.owed_ships) >= 0
        assert sum(player.stations) == len(player.cards)
        parts = points(state, seat)
        colonies, ports = len(player.colonies), sum(colony.is_spaceport for colony in player.colonies)
        markers = sum(2 for holder in state.markers if holder == seat)
        medals = player.whole_medals + player.half_medals // 2
        assert parts.total == total(state, seat) == colonies + ports + markers + medals
    for people, holder in zip(PEOPLES, state.markers, strict=True):
        most = max(player.stations_at(people) for player in state.players)
        assert most == (state.players[holder].stations_at(people) if holder is not None else 0)


@pytest.mark.parametrize("seed", range(12))
def test_a_whole_game_by_chance_ends_with_fifteen_points_and_right_figures(seed):
    players = 3 + seed % 2
    player = Beginner(seed)
    dialogue = GAME.play(Setup("sternenfahrer", "beginner", NAMES[:players], seed, "", flow=1))
    prompt = next(dialogue)
    try:
        for _ in range(20_000):
            if isinstance(prompt.scene, State):
                check_figures(prompt.scene)
            answer = player.answer(prompt)
            assert prompt.refusal(answer) is None
            prompt = dialogue.send(answer)
        pytest.fail("nobody has won")
    except StopIteration as end:
        outcome = end.value
    state = outcome.scene
    assert total(state, state.active) >= TO_WIN
    assert [result.score for result in outcome.results] == [total(state, seat) for seat in range(players)]
    assert [result.player for result in outcome.results if result.place == 1] == [state.current.name]
    behind = [result for result in outcome.results if result.place > 1]
    assert all((one.place < other.place) == (one.score > other.score) for one in behind for other in behind)
    assert outcome.words == say("sternenfahrer.won_by", player=state.current.name)


@pytest.mark.parametrize("seed", range(3))
def test_figures_stay_right_when_they_are_corrected_by_chance(seed):
    player, rng = Beginner(seed), Random(seed)
    dialogue = GAME.play(Setup("sternenfahrer", "beginner", NAMES, seed, "", flow=1))
    prompt, checked = next(dialogue), 0
    while prompt.words.key != "sternenfahrer.won_by":
        if isinstance(prompt, ReadDice | ReadBalls) or prompt.words.key == "sternenfahrer.menu":
            check_figures(prompt.scene)
            checked += 1
        wants_to_correct = isinstance(prompt, Choose) and rng.random() < 0.05
        prompt = dialogue.send(random_answer(prompt, rng) if wants_to_correct else player.answer(prompt))
    assert checked > 10


@pytest.mark.parametrize("seed", range(4))
def test_a_game_entered_by_chance_has_right_figures_too(seed):
    dialogue, rng = GAME.play(Setup("sternenfahrer", "middle", NAMES, seed, "", flow=1)), Random(seed)
    prompt = next(dialogue)
    while not isinstance(prompt, ReadDice) and prompt.words.key != "sternenfahrer.won_by":
        prompt = dialogue.send(random_answer(prompt, rng))
    check_figures(prompt.scene)


def test_undo_and_redo_lead_through_turns_to_the_same_prompts():
    session, player, rng, most = session_of(4, seed=8), Beginner(3), Random(3), 0
    for _ in range(12):
        for _ in range(rng.randrange(5, 25)):
            if session.prompt is not None:
                session.make(Answered(player.answer(session.prompt)))
        before, prompts, steps = session.prompt, session.prompts, rng.randrange(1, 9)
        taken_back = 0
        while taken_back < steps and session.can_undo:
            session.make(Undone())
            taken_back += 1
            assert session.prompt == prompts[-taken_back]
        for _ in range(taken_back):
            session.make(Redone())
        assert (session.prompt, session.prompts) == (before, prompts)
        most = max(most, taken_back)
    assert most == 8


def test_nothing_of_the_unread_cards_is_in_any_prompt_before_the_end():
    for seed in (1, 2):
        player = Beginner(seed)
        key, order = deck_key(seed), new_deck(seed, tuple(CARD_SET.encounters)).pile
        dialogue = GAME.play(Setup("sternenfahrer", "beginner", NAMES[:3], seed, "", flow=1))
        prompt, shown = next(dialogue), []
        while not (isinstance(prompt, Choose) and prompt.words.key == "sternenfahrer.won_by"):
            shown.append(repr(prompt))
            prompt = dialogue.send(player.answer(prompt))
        everything = "\n".join(shown)
        for secret in (key, key[:16], "EncounterCard", "Deck(", "Branch(", "Effect(", str(order[:3])[1:-1]):
            assert secret not in everything


def test_after_the_end_key_and_order_are_opened_and_fit_the_seal():
    player, told = Beginner(2), []
    dialogue = GAME.play(Setup("sternenfahrer", "beginner", NAMES[:3], 2, "", flow=1))
    prompt = next(dialogue)
    try:
        while True:
            at_end = isinstance(prompt, Choose) and prompt.words.key == "sternenfahrer.won_by"
            told.append(prompt.words)
            prompt = dialogue.send(Chosen("show") if at_end else player.answer(prompt))
    except StopIteration:
        pass
    values = {
        key: [dict(words.values)["name"] for words in told if words.key == f"sternenfahrer.{key}"]
        for key in ("sign", "sign.again", "key", "card_set", "order")
    }
    key = "".join(values["key"]).replace(" ", "")
    assert values["sign"] == values["sign.again"] != []
    assert values["sign"][0].replace(" ", "") == deck_seal(key, CARD_SET.fingerprint)
    first = [int(card) for card in " ".join(values["order"][:2]).split()]
    assert first == list(new_deck(2, tuple(CARD_SET.encounters)).pile)
    check = SEAL.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(check.replace("…key…", key).replace("…set of cards…", values["card_set"][0]), {})
    assert printed.getvalue().splitlines()[:2] == [values["sign"][0].replace(" ", ""), " ".join(map(str, first))]


def test_a_colony_that_is_none_and_a_spaceport_that_is_none_can_be_put_right():
    session = give(at_the_table(), (2, 4), "draw", "figures", "0", "colony", "0", "port", "colony", "2", "remove")
    player = session.prompt.scene.players[0]
    assert (len(player.colonies), player.spaceports) == (2, 0)
    give(session, "colony", "1", "port", "colony", "0", "back", "back")
    assert session.prompt.scene.players[0].spaceports == 1
    assert total(session.prompt.scene, 0) == 3
