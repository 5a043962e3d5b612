"""Galaktico as a dialogue: how cards are told, turns, combats, the end, undo, and games by chance in every way."""

from dataclasses import replace
from random import Random

import pytest

from games.galaktico import rules
from games.galaktico.cards import ShowFitting
from games.galaktico.data import parse_card_set
from games.galaktico.fighting import ShowCombat
from games.galaktico.flow import WAYS, Galaktico
from games.galaktico.pieces import ACTIONS, SHIP_CARDS, SHIPS, Counts, State
from games.galaktico.rules import Obstacle
from games.spine.dialogue import Chosen, HandOver, Noted, Result, Setup, say
from games.spine.errors import IllegalAnswer, UnknownLevel
from games.spine.session import Answered, Redone, Session, Undone
from tests.games.galaktico.playing import (
    ADA,
    BEN,
    CARD_SET,
    CARDS,
    DESTROYER,
    EXAMPLE,
    GAME,
    NAMES,
    SCOUT,
    Gambler,
    at_the_table,
    equip_player,
    equipment,
    give,
    note_all,
    play_out,
    session_of,
    show,
    shown,
)
from tests.games.galaktico.test_data import copied_from_the_cards


def table(players=2, way="combat", **more):
    """The session at the first turn, with the cards told in combat."""
    return at_the_table(players, way=way, **more)


def fight(session, *keys, cards=EXAMPLE):
    """Attack, and show every card that is asked for; the session stands at the page of the result."""
    return show(give(session, *keys), cards)


def refused(session, answer):
    """The reason against an answer; nothing may have changed."""
    before = session.prompt
    with pytest.raises(IllegalAnswer) as caught:
        session.make(Answered(answer))
    assert session.prompt is before
    return caught.value.reason


def keys(session):
    return [option.key for option in session.prompt.options]


def option(session, key):
    return next(one for one in session.prompt.options if one.key == key)


def turn_of(session):
    assert session.prompt.words.key == "galaktico.turn"
    return dict(session.prompt.words.values)["player"]


def ship(name):
    return say(f"galaktico.ship.{name}")


# --- before the first turn ---


@pytest.mark.parametrize(
    ("level", "names"), [("1", NAMES), ("game", NAMES[:1]), ("game", (*NAMES, "Dan")), ("game", ("Ada", "Ada"))]
)
def test_other_levels_and_other_numbers_of_players_are_refused(level, names):
    with pytest.raises(UnknownLevel):
        GAME.play(Setup("galaktico", level, names, 1, ""))


def test_a_trial_says_so_where_the_way_to_play_is_chosen_and_tells_what_is_missing():
    session = session_of()
    assert session.prompt.words == say("galaktico.trial")
    assert keys(session) == [*WAYS, "missing"]
    give(session, "missing")
    pages = note_all(session)
    assert [dict(page.news.values)["name"] for page in pages[:-1]] == [card.name for card in CARD_SET.assumed]
    assert give(session, "combat").prompt.words == say("galaktico.who_begins")


def test_with_the_owners_cards_there_is_no_word_of_a_trial():
    session = session_of(game=Galaktico(parse_card_set(copied_from_the_cards(CARDS))))
    assert session.prompt.words == say("galaktico.which_way")
    assert keys(session) == list(WAYS)


@pytest.mark.parametrize("way", ["combat", "open"])
def test_nobody_equips_the_device_unless_the_group_wants_to(way):
    session = give(session_of(), way, "0")
    pages = note_all(session)
    assert not any(isinstance(page, HandOver) for page in pages)
    assert turn_of(session) == "Ada"
    assert len(pages) == 3


def test_as_in_the_rule_book_ships_are_equipped_before_they_are_placed():
    first = [page.words.key for page in note_all(give(session_of(), "combat", "0"))]
    assert first == ["galaktico.equip_cards", "galaktico.set_up.free", "galaktico.set_up.screen"]
    session = give(session_of(), "secret", "0")
    equip_player(equip_player(session, ADA), BEN)
    after = [page.words.key for page in note_all(session)]
    assert after == ["galaktico.all_ready", "galaktico.set_up.free", "galaktico.set_up.screen"]


@pytest.mark.parametrize("players", [2, 3])
def test_two_players_set_up_the_free_sector_too(players):
    words = [page.words.key for page in note_all(give(session_of(players), "combat", "0"))]
    assert ("galaktico.set_up.free" in words, "galaktico.set_up" in words) == (players == 2, players == 3)


# --- a turn ---


def test_one_answer_ends_a_turn_and_the_cursor_stands_on_it():
    session = table(3, first=2)
    for number, name in enumerate(("Cleo", "Ada", "Ben", "Cleo"), 1):
        assert turn_of(session) == name
        assert session.prompt.start == "end"
        assert session.prompt.news == say("galaktico.turn_number", number=number)
        give(session, "end")


def steps(prompt, key):
    """How many steps the cursor has to a row, by the shorter way."""
    rows = [one.key for one in prompt.options]
    way = abs(rows.index(key) - (rows.index(prompt.start) if prompt.start else 0))
    return min(way, len(rows) - way)


def test_an_attack_of_known_types_costs_at_most_six_presses_with_destroyer_and_cruiser_and_hardly_more_with_others():
    """At full fleets: to the ship and OK, to its target and OK, and OK at the result, which ends the turn, too."""
    first, pressed = table().prompt, {}
    for attacker in SHIPS:
        targets = give(table(), attacker.value).prompt
        for target in SHIPS:
            pressed[attacker, target] = steps(first, attacker.value) + 1 + steps(targets, target.value) + 1 + 1
    most = {attacker.value: max(pressed[attacker, target] for target in SHIPS) for attacker in SHIPS}
    assert most == {"destroyer": 6, "cruiser": 6, "fighter": 7, "scout": 8}
    assert sum(pressed.values()) / len(pressed) < 6


def test_moves_meteors_and_the_referee_are_not_asked_for():
    assert set(keys(table())) == {"end", "deploy", "bag", "out_of_meteors", *(one.value for one in SHIPS)}


def test_both_actions_told_end_the_turn_by_themselves():
    session = fight(table(), "cruiser", "destroyer")
    give(session, "more")
    assert turn_of(session) == "Ada"
    give(session, "deploy", "scout")
    assert turn_of(session) == "Ben"


def test_a_ship_that_has_attacked_in_this_turn_is_refused():
    session = give(fight(table(), "destroyer", "scout", cards=(BEN, ADA)), "more")
    assert session.prompt.scene.fleets[0].trophies.destroyer == 1
    assert refused(session, Chosen("destroyer")) == say("galaktico.refused.all_moved")


def test_a_second_ship_in_one_turn_finds_the_station_taken():
    session = give(table(), "deploy", "scout")
    assert session.prompt.news == say("galaktico.is_deployed", one=ship("scout"))
    assert refused(session, Chosen("deploy")) == say("galaktico.refused.station_taken")


@pytest.mark.parametrize(("has_left", "in_space"), [("yes", 2), ("no", 1)])
def test_what_stands_on_a_station_is_asked_when_the_next_ship_is_deployed(has_left, in_space):
    session = give(table(), "deploy", "fighter", "end", "end", "deploy")
    assert (session.prompt.words, session.prompt.news) == (say("galaktico.has_left"), ship("fighter"))
    give(session, has_left)
    assert session.prompt.words == (
        say("galaktico.deploy") if has_left == "yes" else say("galaktico.turn", player="Ada")
    )
    assert session.prompt.scene.fleets[0].in_space.fighter == in_space
    if has_left == "no":
        assert session.prompt.news == say("galaktico.station_taken")


def test_a_deployed_ship_can_be_attacked_though_nobody_told_that_it_left():
    session = give(fight(table(), "cruiser", "destroyer"), "end", "deploy", "destroyer", "end")
    assert session.prompt.scene.fleets[1].on_station is DESTROYER
    give(session, "cruiser", "destroyer", "end")
    assert (session.prompt.scene.fleets[1].on_station, session.prompt.scene.fleets[1].captured(DESTROYER)) == (None, 2)


def test_a_deployed_ship_can_attack_though_nobody_told_that_it_left():
    session = give(fight(table(), "cruiser", "destroyer"), "end", "deploy", "destroyer", "end", "end", "destroyer")
    give(show(give(session, "scout")), "end")
    assert session.prompt.scene.fleets[1].on_station is None


def test_where_nobody_has_a_ship_in_space_only_a_destroyer_finds_a_target():
    state = rules.start(NAMES[:2])
    bare = state.with_fleet(1, replace(state.fleets[1], in_space=Counts()))
    assert [rules.attack_obstacle(bare, one) for one in SHIPS] == [None, *[Obstacle.NO_TARGET] * 3]
    assert [rules.attack_obstacle(state, one) for one in SHIPS] == [None] * 4


def test_the_bag_is_shown_to_its_owner_alone_and_closed_again():
    session = give(fight(table(), "cruiser", "destroyer"), "more", "bag")
    cover, bag, closed = note_all(session)
    assert (type(cover), cover.audience) == (HandOver, "Ada")
    assert (bag.words, bag.audience) == (say("galaktico.bag", n=1), "Ada")
    assert (closed.words, closed.audience) == (say("galaktico.bag.closed"), None)


# --- combat ---


def test_at_its_first_combat_a_type_shows_its_cards_and_later_it_need_not():
    session = give(table(), "cruiser", "destroyer")
    asked = []
    while isinstance(session.prompt, ShowFitting):
        asked.append((session.prompt.player, session.prompt.words))
        session.make(Answered(shown(session.prompt, {"Ada": ADA, "Ben": BEN}[session.prompt.player])))
    assert asked == [("Ada", ship("cruiser")), ("Ben", ship("destroyer"))]
    give(session, "end", "scout", "cruiser")  # Ben's scout is new, Ada's cruiser is known
    assert (session.prompt.player, session.prompt.words) == ("Ben", ship("scout"))
    give(show(session), "end", "cruiser", "scout")
    assert isinstance(session.prompt, ShowCombat)


def test_k4_the_result_stands_on_one_page_with_sums_winner_way_and_points():
    session = fight(table(), "cruiser", "destroyer")
    page = session.prompt
    assert page.words == say("galaktico.won", player="Ada")
    assert [(side.ship.value, side.player, side.total, side.gain) for side in page.sides] == [
        ("cruiser", "Ada", 21, 1),
        ("destroyer", "Ben", 18, 0),
    ]
    assert page.news == say("galaktico.way", other=ship("cruiser"))
    assert keys(session) == ["end", "more", "put_right"]
    titles = [one.news for one in page.pages]
    ada, ben = (
        say("galaktico.side", one=ship("cruiser"), player="Ada"),
        say("galaktico.side", one=ship("destroyer"), player="Ben"),
    )
    assert titles == [ada, ada, ben, ben, ada]
    assert page.pages[-1].words == say("galaktico.move_on")


def test_k5_a_tie_gives_points_to_both():
    session = fight(table(), "cruiser", "cruiser", cards=(ADA, ADA))
    assert session.prompt.words == say("galaktico.even")
    assert [(side.total, side.gain) for side in session.prompt.sides] == [(14, 1), (14, 1)]
    assert session.prompt.news == say("galaktico.way.both")
    assert [fleet.trophies.cruiser for fleet in give(session, "end").prompt.scene.fleets] == [1, 1]


def test_k6_the_targets_say_what_they_are_worth_and_the_cursor_begins_on_the_best():
    session = table()
    for _ in range(2):
        give(fight(session, "cruiser", "destroyer"), "end", "deploy", "destroyer", "end")
    give(session, "end", "scout")
    assert [dict(one.value.values)["n"] for one in session.prompt.options] == [1, 1, 2, 1]
    assert session.prompt.start == "cruiser"


@pytest.mark.parametrize(("row", "bonus"), [("out_of_meteors", 3), ("scout", 0)])
def test_k7_out_of_the_meteors_a_scout_has_three_more(row, bonus):
    session = fight(table(), row, "scout")
    total = session.prompt.sides[0].total
    plain = fight(table(), "scout", "scout").prompt.sides[0].total
    assert total == plain + bonus


@pytest.mark.parametrize("attacker", [one.value for one in SHIPS])
def test_only_a_destroyer_is_offered_the_station(attacker):
    session = give(table(), attacker)
    assert ("station" in keys(session)) == (attacker == "destroyer")


def test_with_three_players_it_is_asked_against_whom():
    assert give(table(2), "scout").prompt.words == say("galaktico.attack.on", player="Ben")
    session = give(table(3), "scout")
    assert keys(session) == ["1", "2"]
    assert give(session, "2").prompt.words == say("galaktico.attack.on", player="Cleo")


def test_a_type_without_figures_is_not_offered():
    session = give(fight(table(), "cruiser", "destroyer"), "more", "fighter")
    assert "destroyer" not in keys(session)


def test_known_types_need_three_answers_and_nothing_is_closed():
    session = give(fight(table(), "cruiser", "destroyer"), "end", "deploy", "destroyer", "end")
    before = len(session.answers)
    give(session, "cruiser", "destroyer")
    assert isinstance(session.prompt, ShowCombat) and not session.prompt.closes
    give(session, "end")
    assert len(session.answers) - before == 3
    assert turn_of(session) == "Ben"
    for _ in range(3):
        session.make(Undone())
    assert turn_of(session) == "Ada"


# --- cards taken wrongly ---


def test_before_cards_are_shown_an_attack_can_be_taken_back():
    session = table()
    first = session.prompt
    give(session, "cruiser", "destroyer")
    session.make(Undone())
    session.make(Undone())
    assert session.prompt == first


def test_a_card_taken_wrongly_is_put_right_until_the_sum_is_confirmed_but_the_attack_stands():
    session = fight(table(), "cruiser", "destroyer", cards=(BEN, BEN))
    wrong = session.prompt.sides[0].total
    with pytest.raises(IllegalAnswer):
        session.make(Undone())
    give(session, "put_right")
    assert session.prompt.start  # what was taken is there, to be changed
    show(session, (ADA, BEN))
    assert session.prompt.sides[0].total == 21 != wrong
    give(session, "end")
    assert session.prompt.scene.fleets[0].trophies.total == 1


def test_a_card_that_was_said_to_lie_elsewhere_is_taken_and_the_other_ship_is_asked_again():
    session = give(fight(table(), "cruiser", "destroyer"), "more")
    wrong = equipment(scout=("inversionsfeld", "trial_weapon_1", "trial_weapon_2"))  # the cruiser's shield
    give(session, "scout", "scout")
    assert session.prompt.elsewhere == set(ADA.of(SHIPS[2]).names)
    show(session, (wrong, BEN))
    give(session, "end", "end", "cruiser", "scout")
    assert (session.prompt.player, session.prompt.words) == ("Ada", ship("cruiser"))


def test_three_different_cards_of_the_right_kinds_are_taken_and_nothing_else():
    session = give(table(), "cruiser", "destroyer")
    prompt = session.prompt
    shield, weapon, other = prompt.shields[0].key, prompt.weapons[0].key, prompt.weapons[1].key
    assert refused(session, prompt.answer([shield, weapon, weapon])) == say("galaktico.refused.twice")
    for keys_ in ([shield, weapon], [weapon, shield, other], [shield, weapon, "x"]):
        assert refused(session, prompt.answer(keys_)).key == "refused.not_offered"
    assert refused(session, Noted()).key == "refused.form"


def test_cards_that_stay_open_are_part_of_the_state_and_others_never():
    for way in ("open", "combat"):
        session = give(fight(table(way=way), "cruiser", "destroyer"), "end")
        opened = session.prompt.scene.opened
        assert [(one.seat, one.ship.value, one.shield) for one in opened] == (
            [(0, "cruiser", "Inversionsfeld"), (1, "destroyer", "Deflektor")] if way == "open" else []
        )


# --- the end ---


def test_k8_the_end_of_a_station_says_five_and_the_inactive_ships():
    session = give(table(), "destroyer", "station", "yes")
    assert session.prompt.words == say("galaktico.end.station", player="Ada", n=8)
    note_all(session)
    assert [page.words for page in session.outcome.history] == [say("galaktico.no_combats")]
    assert session.outcome.words == say("galaktico.won", player="Ada")
    assert session.outcome.results == (Result("Ada", 13, place=1), Result("Ben", 0, place=2))


@pytest.mark.parametrize(("still_there", "inactive"), [("yes", 8), ("no", 7)])
def test_k8_what_stood_on_the_station_is_asked_when_it_falls(still_there, inactive):
    session = give(table(first=1), "deploy", "fighter", "end", "destroyer", "station", "yes")
    assert (session.prompt.words, session.prompt.news) == (say("galaktico.still_there"), ship("fighter"))
    give(session, still_there)
    assert session.prompt.words == say("galaktico.end.station", player="Ada", n=inactive)
    note_all(session)
    assert session.outcome.results[0].score == inactive + 5


def test_a_station_is_spared_with_one_answer():
    session = give(table(), "destroyer", "station", "no")
    assert turn_of(session) == "Ada"


def test_k10_the_third_destroyer_ends_the_game_and_equipment_and_points_are_told():
    session = table()
    for _ in range(2):
        give(fight(session, "cruiser", "destroyer"), "end", "deploy", "destroyer", "end")
    fight(session, "cruiser", "destroyer")
    assert keys(session) == ["end"]
    assert option(session, "end").words == say("galaktico.end.title")
    give(session, "end")
    assert session.prompt.words == say("galaktico.end.destroyers", player="Ada")
    note_all(session)
    *combats, cruiser, destroyer = session.outcome.history
    worth = say("galaktico.worth", n=1)
    assert [page.news for page in combats] == [say("galaktico.combat", number=n, first=worth) for n in (1, 2, 3)]
    assert all("player=Ada" in str(page.words) and "n=21" in str(page.words) for page in combats)
    assert cruiser.news == say("galaktico.side", one=ship("cruiser"), player="Ada")
    assert dict(destroyer.words.values)["name"] == "Deflektor"
    assert session.outcome.results == (Result("Ada", 3 + 5, place=1), Result("Ben", 0, place=2))


def test_where_all_equipped_in_secret_the_end_opens_every_ship():
    session = give(at_the_table(), "destroyer", "station", "yes")
    note_all(session)
    assert len(session.outcome.history) == 1 + 2 * len(SHIPS)


# --- whole games ---


def check_table(state):
    """What must be true of every table."""
    for fleet in state.fleets:
        for kind in SHIPS:
            parts = (fleet.supply.of(kind), fleet.in_space.of(kind), fleet.captured(kind))
            assert min(parts) >= 0
            assert sum(parts) + (fleet.on_station is kind) == SHIP_CARDS[kind].figures
    assert 0 <= state.actions_left <= ACTIONS
    captured = sum(fleet.captured(kind) for fleet in state.fleets for kind in SHIPS)
    assert captured == sum(fleet.trophies.total for fleet in state.fleets)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_games_by_chance_end_as_they_should_in_every_way(players, seed, way):
    told, outcome = play_out(seed, players, way=way)
    for prompt, _ in told:
        if isinstance(prompt.scene, State):
            check_table(prompt.scene)
        if prompt.words.key == "galaktico.turn":
            assert all(fleet.captured(DESTROYER) < 3 for fleet in prompt.scene.fleets)
    (end,) = [prompt.words for prompt, _ in told if prompt.words.key.startswith("galaktico.end.")]
    if end.key == "galaktico.end.destroyers":
        assert any(fleet.captured(DESTROYER) == 3 for fleet in outcome.scene.fleets)
    ended_by = next(result for result in outcome.results if result.player == dict(end.values)["player"])
    assert ended_by.score >= (35 if end.key == "galaktico.end.points" else 5)
    gained = sum(
        side.gain
        for prompt, answer in told
        if isinstance(prompt, ShowCombat) and answer != Chosen("put_right")
        for side in prompt.sides
    )
    bonus = 5 + (dict(end.values)["n"] if end.key == "galaktico.end.station" else 0)
    assert sum(result.score for result in outcome.results) == gained + bonus


def test_games_by_chance_end_in_different_ways():
    ends = {
        prompt.words.key
        for seed in range(8)
        for prompt, _ in play_out(seed)[0]
        if prompt.words.key.startswith("galaktico.end.")
    }
    assert len(ends) >= 2


def test_undo_and_redo_lead_to_the_same_prompts():
    session, player, rng, most = session_of(3, seed=1), Gambler(1), Random(3), 0
    for _ in range(8):
        for _ in range(rng.randrange(5, 40)):
            if session.prompt is not None:
                session.make(Answered(player.answer(session.prompt)))
        before, prompts, steps = session.prompt, session.prompts, rng.randrange(1, 9)
        taken_back = 0
        while taken_back < steps and session.can_undo:
            session.make(Undone())
            taken_back += 1
            assert session.prompt == prompts[len(session.answers)]
        for _ in range(taken_back):
            session.make(Redone())
        assert (session.prompt, session.prompts) == (before, prompts)
        most = max(most, taken_back)
    assert most >= 5


def test_a_game_is_told_whole_by_its_set_up_and_its_lines():
    session = give(fight(table(3), "cruiser", "1", "destroyer"), "more", "scout", "2", "scout")
    lines = [answer.to_line() for answer in session.answers]
    again = Session.replay(GAME, session.setup, lines)
    assert (again.prompt, again.prompts) == (session.prompt, session.prompts)
    assert isinstance(again.prompt, ShowFitting)
    assert again.prompt.scene.fleets[0].in_space.of(SCOUT) == 3
