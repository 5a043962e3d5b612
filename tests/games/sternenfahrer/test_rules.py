"""The rules without encounters, case by case as the fact sheet numbers them (section 5), and a few beside them.

Every one of them is tried in every way to play; those that tell how many cards somebody has, where hands are counted.
"""

from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import combinations
from unittest.mock import ANY

import pytest

from games.spine.errors import IllegalMove
from games.sternenfahrer import building, duels, flight, outposts, points, production, reserve, systems, trading
from games.sternenfahrer.building import Build
from games.sternenfahrer.duels import Seat
from games.sternenfahrer.flight import Point, PointKind
from games.sternenfahrer.pieces import (
    COLONIES,
    PEOPLES,
    TOKENS,
    TRAY,
    Colony,
    Obstacle,
    People,
    Planet,
    Resource,
    Ship,
    Token,
    TokenKind,
    Upgrade,
    Way,
)
from tests.games.sternenfahrer import playing
from tests.games.sternenfahrer.playing import BLUE, RED, WHITE, YELLOW, card, card_set_with, card_with, with_player

ORE, FUEL, CARBON, FOOD, GOODS = Resource
BASE_4 = TOKENS[0]
STATE = playing.beginners()  # of each way in turn, and so is what `beginners` gives
beginners = playing.beginners
with_hands = pytest.mark.parametrize("way", [Way.FORMER, Way.FULL], indirect=True, ids=lambda way: way.value)
formerly = pytest.mark.parametrize("way", [Way.FORMER], indirect=True, ids=lambda way: way.value)


@pytest.fixture(params=Way, ids=lambda way: way.value, autouse=True)
def way(request, monkeypatch):
    """The way to play in which a rule is tried."""
    of_this_way = partial(playing.beginners, way=request.param)
    monkeypatch.setitem(globals(), "beginners", of_this_way)
    monkeypatch.setitem(globals(), "STATE", of_this_way())
    return request.param


def gained(state, roll):
    """What every player gets, by seat."""
    return {one.seat: dict(one.cards) for one in production.yields(state, roll)}


def held(state, seat=None):
    """How many cards a player has, where hands are counted; else whatever is asked for."""
    return state.players[state.active if seat is None else seat].hand if state.counts_hands else ANY


def vp(state, seat=0):
    return points.total(state, seat)


# --- production ---


def test_p1_a_six_gives_carbon_to_colony_and_spaceport_in_gamma():
    found = gained(STATE, 6)
    assert found[BLUE] == {CARBON: 1}
    assert found[WHITE] == {CARBON: 1}


def test_p2_a_five_gives_ore_to_yellow_and_white():
    assert gained(STATE, 5) == {YELLOW: {ORE: 1}, WHITE: {ORE: 1}}


def test_p3_a_six_gives_fuel_in_delta_too():
    assert gained(STATE, 6) == {BLUE: {CARBON: 1}, WHITE: {CARBON: 1}, YELLOW: {FUEL: 1}, RED: {FUEL: 1}}


def test_p4_an_eleven_gives_food_in_alpha_and_goods_on_a_chip_with_two_numbers():
    assert gained(STATE, 11) == {WHITE: {FOOD: 1}, RED: {FOOD: 1}, BLUE: {GOODS: 1}, YELLOW: {GOODS: 1}}
    assert gained(STATE, 2) == {BLUE: {GOODS: 1}, YELLOW: {GOODS: 1}}
    assert gained(STATE, 12) == {RED: {GOODS: 1}, WHITE: {GOODS: 1}}


def test_p5_a_spaceport_gives_one_card():
    assert gained(STATE, 10)[RED] == {FUEL: 1}
    assert STATE.players[RED].colonies[0].is_spaceport


def test_p6_a_planet_under_a_token_gives_nothing():
    iced = systems.System((FOOD, ORE, GOODS), ((4,), (9,), Token(TokenKind.ICE_PLANET, 3)), is_open=True)
    colony = Colony(systems.planet(iced, 0), systems.planet(iced, 2))
    state = with_player(STATE, RED, colonies=(colony,))
    assert systems.planet(iced, 2).numbers == ()
    assert [RED in gained(state, roll) for roll in range(2, 13)] == [roll == 4 for roll in range(2, 13)]


def test_p7_a_new_colony_gives_from_the_next_roll_on():
    new = Colony(Planet(FOOD, (9,)), Planet(GOODS, (4,)))
    state = systems.found_colony(STATE, new)
    assert held(state) == held(STATE)
    assert gained(state, 4)[RED] == {GOODS: 1}


@with_hands
def test_cards_are_counted_into_every_hand():
    state = production.collect(STATE, production.yields(STATE, 6))
    assert [player.hand for player in state.players] == [4, 4, 4, 4]


def test_the_green_folk_add_one_card_a_roll_not_one_a_colony():
    two_fuels = (Colony(Planet(FUEL, (6,)), Planet(FUEL, (6,))),)
    state = with_player(STATE, RED, colonies=two_fuels, cards=(card(7),))
    assert gained(state, 6)[RED] == {FUEL: 3}
    assert RED not in gained(state, 5)


def test_the_relief_fund_helps_who_gets_nothing_but_not_on_a_seven():
    state = with_player(STATE, WHITE, cards=(card_with("relief"),))
    assert [(one.seat, one.relief) for one in production.yields(state, 9)] == [
        (RED, False),
        (BLUE, False),
        (WHITE, True),
    ]
    assert [one.relief for one in production.yields(state, 6)] == [False] * 4
    assert production.yields(state, 7) == ()


def test_the_relief_fund_may_be_for_own_rolls_only():
    state = with_player(
        beginners(card_set=card_set_with(relief_on_every_roll=False)), WHITE, cards=(card_with("relief"),)
    )
    assert [one.seat for one in production.yields(state, 9)] == [RED, BLUE]
    assert production.yields(replace(state, active=WHITE), 9)[0].relief


# --- reserve ---


@pytest.mark.parametrize(("have", "cards"), [(4, 2), (7, 2), (8, 1), (9, 1), (10, 0), (14, 0)])
def test_n1_the_reserve_by_points(have, cards):
    state = with_player(STATE, RED, whole_medals=have - 4)
    assert vp(state) == have
    assert reserve.make_due(state).reserve_due == cards


def test_n2_a_forgotten_draw_is_made_up_until_the_mothership_is_shaken():
    due = reserve.make_due(STATE)
    drawn = reserve.draw_due(due)
    assert (held(drawn), drawn.reserve, drawn.reserve_due) == (5, 26, 0)
    shaken = flight.shake(due, ("blue", "red"))
    assert reserve.reserve_obstacle(shaken) is Obstacle.TOO_LATE
    with pytest.raises(IllegalMove, match="too_late"):
        reserve.draw_due(shaken)
    with pytest.raises(IllegalMove, match="nothing_due"):
        reserve.draw_due(drawn)


@pytest.mark.parametrize(("left", "drawn", "after"), [(2, 2, 40), (1, 2, 39), (3, 2, 1)])
def test_n3_an_empty_reserve_is_made_anew_at_once(left, drawn, after):
    assert reserve.draw_reserve(replace(STATE, reserve=left), RED, drawn).reserve == after


# --- seven ---


def test_v1_nine_cards_give_back_four():
    assert production.tribute(replace(STATE.players[0], hand=9)) == 4


@pytest.mark.parametrize(("hand", "back"), [(7, 0), (8, 4), (15, 7)])
def test_v2_half_rounded_down_above_seven(hand, back):
    assert production.tribute(replace(STATE.players[0], hand=hand)) == back


@pytest.mark.parametrize(("hand", "back"), [(12, 0), (13, 6)])
def test_v3_reduced_tribute_raises_the_limit(hand, back):
    assert production.tribute(replace(STATE.players[0], hand=hand, cards=(card(16),))) == back


@with_hands
def test_v4_a_seven_in_its_order():
    state = with_player(beginners(active=BLUE), YELLOW, hand=9)
    assert production.tributes(state) == ((YELLOW, 4),)
    state = production.pay_tributes(state)
    assert state.players[YELLOW].hand == 5
    state = production.take_from(state, RED)
    assert (state.players[RED].hand, state.players[BLUE].hand) == (2, 4)
    assert state.others() == (YELLOW, WHITE, RED)
    state = production.draw_in_turn(state)
    assert [player.hand for player in state.players] == [3, 4, 6, 4]
    assert state.reserve == 25
    assert production.yields(state, 7) == ()


@with_hands
def test_nobody_can_be_robbed_of_nothing():
    state = with_player(STATE, BLUE, hand=0)
    assert production.victims(state) == (YELLOW, WHITE)
    assert production.take_from(state, BLUE) == state


# --- trade ---


def test_h1_three_of_a_kind_for_one_other():
    state = trading.trade_with_supply(STATE, CARBON, FOOD)
    assert (trading.rate(STATE, CARBON), held(state)) == (3, 1)
    assert trading.supply_obstacle(STATE, CARBON, 3, CARBON) is Obstacle.SAME_RESOURCE


def test_h2_two_goods_for_one_of_choice():
    assert trading.rate(STATE, GOODS) == 2
    assert held(trading.trade_with_supply(STATE, GOODS, ORE)) == 2


def test_h3_two_food_only_with_the_merchants_card():
    assert trading.supply_obstacle(STATE, FOOD, 2, ORE) is Obstacle.BAD_RATE
    friend = with_player(STATE, RED, cards=(card(4),))
    assert trading.supply_obstacle(friend, FOOD, 2, ORE) is None
    assert held(trading.trade_with_supply(friend, FOOD, ORE)) == 2
    assert trading.rate(friend, ORE) == 3


@with_hands
def test_h4_only_who_is_on_turn_trades():
    assert trading.exchange_obstacle(STATE, BLUE, WHITE, 1, 1) is Obstacle.NOT_YOUR_TURN
    with pytest.raises(IllegalMove):
        trading.exchange(STATE, BLUE, WHITE, 1, 1)
    state = trading.exchange(STATE, RED, WHITE, 1, 3)
    assert (state.players[RED].hand, state.players[WHITE].hand) == (5, 1)


def test_both_sides_of_a_trade_give_what_they_have():
    assert trading.exchange_obstacle(STATE, RED, WHITE, 0, 1) is Obstacle.NOTHING_GIVEN
    assert trading.exchange_obstacle(STATE, RED, WHITE, 4, 1) is Obstacle.TOO_FEW_CARDS
    assert trading.exchange_obstacle(STATE, RED, WHITE, 1, 4) is Obstacle.TOO_FEW_CARDS


@formerly
def test_paying_cards_one_does_not_have_is_refused_in_sessions_of_flow_1():
    poor = with_player(STATE, RED, hand=2)
    assert trading.supply_obstacle(poor, ORE, 3) is Obstacle.TOO_FEW_CARDS
    assert building.build_obstacle(poor, Build.COLONY_SHIP) is Obstacle.TOO_FEW_CARDS
    with pytest.raises(IllegalMove, match="too_few_cards"):
        building.build(poor, Build.COLONY_SHIP)


@pytest.mark.parametrize("way", [Way.COMPANION, Way.FULL], indirect=True, ids=lambda way: way.value)
def test_the_table_knows_better_than_the_book_what_is_in_a_hand(way):
    poor = with_player(STATE, RED, hand=2 if way is Way.FULL else 0)
    assert building.lacking(poor, 4) == (2 if way is Way.FULL else 0)
    assert trading.supply_obstacle(poor, ORE, 3) is None
    assert building.build_obstacle(poor, Build.COLONY_SHIP) is None
    built = building.build(poor, Build.COLONY_SHIP)
    assert (built.current.colony_ships, built.current.hand) == (2, 0)


@pytest.mark.parametrize("way", [Way.COMPANION], indirect=True, ids=lambda way: way.value)
def test_in_begleiter_no_rule_counts_a_hand(way):
    state = production.collect(STATE, production.yields(STATE, 6))
    state = production.draw_in_turn(production.take_from(production.pay_tributes(state), BLUE))
    state = trading.trade_with_supply(building.build(reserve.draw_due(reserve.make_due(state)), Build.DRIVE), ORE)
    assert [player.hand for player in state.players] == [0, 0, 0, 0]
    assert state.reserve == STATE.reserve - 3 - 2


def test_goods_one_to_one_works_once_a_turn_or_by_house_rule_always():
    state = trading.trade_with_supply(with_player(STATE, RED, cards=(card(5),)), GOODS)
    assert (held(state), trading.rate(state, GOODS)) == (3, 2)
    free = with_player(beginners(card_set=card_set_with(goods_one_to_one_is_once=False)), RED, cards=(card(5),))
    assert trading.rate(trading.trade_with_supply(free, GOODS), GOODS) == 1
    assert trading.rate(replace(flight.end_turn(state), active=RED), GOODS) == 1


def test_fame_is_for_sale_once_a_turn_even_with_two_cards():
    state = with_player(STATE, RED, cards=(card(17), card(18)))
    bought = trading.buy_fame(state)
    assert (held(bought), bought.current.half_medals) == (2, 2)
    assert trading.fame_obstacle(bought) is Obstacle.ONCE_A_TURN
    assert trading.fame_obstacle(STATE) is Obstacle.NO_SUCH_CARD
    assert trading.fame_obstacle(with_player(state, BLUE, half_medals=37)) is Obstacle.NO_HALF_MEDAL
    with pytest.raises(IllegalMove):
        trading.buy_fame(bought)


def test_a_helping_hand_needs_two_richer_players():
    state = with_player(STATE, RED, cards=(card_with("help"),))
    one = with_player(state, BLUE, whole_medals=1)
    assert trading.help_obstacle(one) is Obstacle.NOT_POOR_ENOUGH
    two = with_player(one, WHITE, whole_medals=1)
    helped = trading.take_help(two, (BLUE, WHITE))
    assert [held(helped, seat) for seat in range(4)] == [5, 2, 3, 2]
    assert trading.help_obstacle(helped) is Obstacle.ONCE_A_TURN
    for seats in ((BLUE, YELLOW), (BLUE, BLUE)):
        with pytest.raises(IllegalMove):
            trading.take_help(two, seats)


# --- the mothership ---


def test_m1_blue_and_red_are_four():
    assert flight.base_speed(("blue", "red")) == 4


def test_m2_a_drive_makes_it_five_for_every_ship():
    assert flight.speed(flight.shake(STATE, ("blue", "red"))) == 5


@pytest.mark.parametrize(
    ("balls", "base"), [(("yellow", "yellow"), 4), (("blue", "yellow"), 3), (("red", "yellow"), 5)]
)
def test_m3_the_other_pairs(balls, base):
    assert flight.base_speed(balls) == base
    assert not flight.is_encounter(balls)


def test_m4_black_means_an_encounter_and_three():
    state = flight.shake(with_player(STATE, RED, drives=2), ("black", "red"))
    assert flight.is_encounter(("black", "red"))
    assert (state.base_speed, flight.speed(state)) == (3, 5)


def test_the_odds_of_base_speeds_ball_sums_and_encounters():
    pairs = list(combinations(flight.BAG, flight.SHAKEN))
    assert Counter(map(flight.base_speed, pairs)) == {3: 6, 4: 2, 5: 2}
    assert Counter(map(flight.ball_sum, pairs)) == {1: 1, 2: 2, 3: 3, 4: 2, 5: 2}
    assert sum(map(flight.is_encounter, pairs)) == 4


def test_m5_drives_on_scientist_cards_count():
    state = with_player(STATE, RED, cards=(card(11),))
    assert flight.speed(flight.shake(state, ("yellow", "yellow"))) == 6


def test_m6_without_a_ship_nothing_is_shaken():
    state = with_player(STATE, RED, colony_ships=0)
    assert not flight.can_fly(state.current)
    with pytest.raises(IllegalMove):
        flight.shake(state, ("blue", "red"))


def test_m7_in_a_fight_black_counts_nothing():
    state = with_player(STATE, RED, cannons=2)
    assert duels.combat_strength(state, RED, ("black", "red")) == 5


def test_science_in_duels_counts_for_the_active_player_and_by_house_rule_for_the_neighbour():
    state = with_player(with_player(STATE, RED, cards=(card(15),)), BLUE, cards=(card(11),))
    assert duels.combat_strength(state, RED, ("blue", "yellow")) == 5
    assert duels.combat_strength(state, BLUE, ("blue", "yellow")) == 3
    assert duels.race_speed(state, BLUE, ("blue", "yellow")) == 5
    ours = replace(state, settings=replace(state.settings, neighbour_fights_with_science=True))
    assert duels.combat_strength(ours, BLUE, ("blue", "yellow")) == 4


def test_fleeing_counts_science_unless_the_house_says_otherwise():
    state = with_player(STATE, BLUE, cards=(card(14),))
    assert duels.compared_drives(state, BLUE) == 3
    plain = replace(state, settings=replace(state.settings, fleeing_counts_science=False))
    assert duels.compared_drives(plain, BLUE) == 1


# --- building ---


def test_b1_a_spaceport_is_worth_one_point_more():
    state = building.build(with_player(STATE, RED, hand=5), Build.SPACEPORT, colony=1)
    assert (vp(state), state.current.spaceports, held(state)) == (vp(STATE) + 1, 2, 0)


def test_b2_no_fourth_ship():
    state = with_player(STATE, RED, colony_ships=2, trade_ships=1, hand=9)
    for ship in (Build.COLONY_SHIP, Build.TRADE_SHIP):
        assert building.build_obstacle(state, ship) is Obstacle.NO_TRANSPORTER


def test_b3_b4_a_ship_needs_a_free_site_at_an_own_spaceport():
    spaceport, colony = STATE.players[WHITE].colonies[0], STATE.players[YELLOW].colonies[1]
    assert building.free_sites(spaceport, taken=1) == 1
    assert building.free_sites(spaceport, taken=2) == 0
    assert building.free_sites(colony, taken=0) == 0
    assert not building.sites_may_be_full(STATE.players[WHITE])
    assert building.sites_may_be_full(replace(STATE.players[WHITE], trade_ships=1))


@pytest.mark.parametrize(("build", "most"), [(Build.DRIVE, 6), (Build.CANNON, 6), (Build.POD, 5)])
def test_b5_no_more_upgrades_than_fit(build, most):
    state = with_player(STATE, RED, hand=20, **{f"{build.value}s": most - 1})
    state = building.build(state, build)
    assert (state.current.count(Upgrade(build.value)), held(state)) == (most, 18)
    assert building.build_obstacle(state, build) is Obstacle.MOTHERSHIP_FULL


def test_nothing_is_built_from_an_empty_box():
    state = beginners()
    for seat in (BLUE, YELLOW, WHITE):
        state = with_player(state, seat, pods=5)
    state = with_player(state, RED, pods=4, hand=9)
    assert state.left_in_tray(Upgrade.POD) == 1
    cannons = with_player(with_player(with_player(STATE, BLUE, cannons=6), YELLOW, cannons=6), WHITE, cannons=6)
    assert cannons.left_in_tray(Upgrade.CANNON) == 6
    crowded = with_player(with_player(cannons, RED, cannons=5, hand=9), WHITE, cannons=7)
    assert building.build_obstacle(crowded, Build.CANNON) is Obstacle.TRAY_EMPTY


def test_no_tenth_colony_no_eighth_station_no_fourth_shipyard():
    full = with_player(STATE, RED, colonies=STATE.current.colonies * 3, colony_ships=0, hand=9)
    assert len(full.current.colonies) == COLONIES
    assert building.build_obstacle(full, Build.COLONY_SHIP) is Obstacle.NO_COLONY
    assert building.build_obstacle(full, Build.SPACEPORT) is Obstacle.NO_SHIPYARD
    stations = with_player(STATE, RED, stations=(3, 3, 1, 0), hand=9)
    assert building.build_obstacle(stations, Build.TRADE_SHIP) is Obstacle.NO_STATION
    ports = tuple(replace(colony, is_spaceport=True) for colony in STATE.current.colonies[:2])
    assert building.build_obstacle(with_player(STATE, RED, colonies=ports), Build.SPACEPORT) is Obstacle.NO_PLAIN_COLONY


def test_a_free_trade_ship_waits_for_its_pieces():
    owed = with_player(STATE, RED, owed_ships=1, colony_ships=3)
    assert building.owed_ship_obstacle(owed.current) is Obstacle.NO_TRANSPORTER
    placed = building.set_owed_ship(with_player(owed, RED, colony_ships=1))
    assert (placed.current.trade_ships, placed.current.owed_ships, held(placed)) == (1, 0, 3)
    with pytest.raises(IllegalMove, match="nothing_owed"):
        building.set_owed_ship(placed)


# --- points and medals ---


def test_k1_everybody_starts_with_four_points_and_the_pieces_of_the_sheet():
    for count in (3, 4):
        state = beginners(count)
        assert [vp(state, seat) for seat in range(count)] == [4] * count
        for player in state.players:
            left = (player.colonies_left, player.stations_left, player.transporters_left, player.shipyards_left)
            assert left == (5, 7, 2, 2)
        left = (state.left_in_tray(Upgrade.DRIVE), state.half_medals_left, state.reserve)
        assert left == {4: (20, 36, 28), 3: (21, 37, 31)}[count]


@pytest.mark.parametrize(("halves", "worth"), [(1, 0), (2, 1), (1, 0), (5, 2)])
def test_k2_every_pair_of_half_medals_is_a_point(halves, worth):
    assert points.medal_points(replace(STATE.current, half_medals=halves)) == worth


def test_points_are_told_by_their_parts_as_the_rule_book_counts_a_colony_one_and_a_spaceport_two():
    state = replace(with_player(STATE, RED, half_medals=5, whole_medals=1), markers=(RED, None, RED, BLUE))
    parts = points.points(state, RED)
    assert (parts.colonies, parts.spaceports, parts.markers, parts.whole_medals, parts.half_medals) == (2, 2, 4, 1, 2)
    assert parts.total == 11


# --- outposts ---

MERCHANTS = People.MERCHANTS


def at_the_merchants(*stations, marker=None, **changes):
    """So many stations there by seat; red has a trade ship and is to found."""
    state = STATE
    for seat, count in enumerate(stations):
        state = with_player(state, seat, stations=(count, 0, 0, 0))
    return replace(with_player(state, RED, trade_ships=1, **changes), markers=(marker, None, None, None))


def test_f1_the_first_station_takes_marker_and_card():
    state = outposts.found_station(at_the_merchants(pods=1), card(4))
    assert state.markers == (RED, None, None, None)
    assert vp(state) == 6
    assert state.current.cards == (card(4),)
    assert len(state.open_cards) == 19
    assert (state.current.trade_ships, state.current.stations) == (0, (1, 0, 0, 0))


def test_f2_not_without_a_freight_pod():
    state = at_the_merchants(pods=0)
    assert outposts.station_obstacle(state, MERCHANTS) is Obstacle.TOO_FEW_PODS
    point = Point(PointKind.DOCK)
    assert flight.landing_obstacle(state, Ship.TRADE, point, founds=False) is Obstacle.DOCK
    assert flight.landing_obstacle(state, Ship.TRADE, point, founds=True) is None


def test_f3_more_stations_take_the_marker():
    state = at_the_merchants(1, 0, 1, 1, marker=WHITE, pods=4)
    after = outposts.found_station(state, card(4))
    assert after.current.stations_at(MERCHANTS) == 2
    assert after.markers[0] == RED
    assert (vp(after, WHITE) - vp(state, WHITE), vp(after, RED) - vp(state, RED)) == (-2, 2)


def test_f4_the_fourth_station_needs_four_pods():
    state = at_the_merchants(1, 0, 1, 1, marker=WHITE, pods=3)
    assert outposts.station_obstacle(state, MERCHANTS) is Obstacle.TOO_FEW_PODS
    with pytest.raises(IllegalMove):
        outposts.found_station(state, card(4))


def test_f5_a_tie_leaves_the_marker():
    state = outposts.found_station(at_the_merchants(0, 0, 0, 1, marker=WHITE, pods=2), card(4))
    assert state.markers[0] == WHITE


def test_a_full_outpost_a_taken_card_and_no_ship_are_refused():
    full = at_the_merchants(1, 2, 2, 0, marker=BLUE, pods=5)
    assert outposts.station_obstacle(full, MERCHANTS) is Obstacle.OUTPOST_FULL
    assert outposts.station_obstacle(STATE, MERCHANTS) is Obstacle.NO_TRADE_SHIP
    taken = replace(at_the_merchants(pods=1), open_cards=())
    with pytest.raises(IllegalMove, match="already taken"):
        outposts.found_station(taken, card(4))


# --- systems ---

HIDDEN = systems.System((FUEL, CARBON, GOODS), (BASE_4, (5,), (11,)))


def test_x1_a_ship_turns_up_all_three_chips():
    assert systems.open_sites(HIDDEN) == ()
    assert systems.explore(HIDDEN).is_open


def test_x2_a_base_closes_two_of_three_sites():
    opened = systems.explore(HIDDEN)
    assert systems.open_sites(opened) == ((1, 2),)
    colony = Colony(systems.planet(opened, 1), systems.planet(opened, 2))
    state = systems.found_colony(replace(STATE, active=WHITE), colony)
    assert vp(state, WHITE) == 5


def test_x3_four_cannons_beat_base_four():
    state = systems.clear_token(with_player(STATE, RED, cannons=4), BASE_4)
    assert (state.current.whole_medals, vp(state), BASE_4 in state.tokens) == (1, 5, False)
    freed = systems.with_chip(systems.explore(HIDDEN), 0, (3,))
    assert systems.planet(freed, 0) == Planet(FUEL, (3,))
    assert len(systems.open_sites(freed)) == 3


def test_x4_three_cannons_do_not():
    state = with_player(STATE, RED, cannons=3)
    assert systems.token_obstacle(state, BASE_4) is Obstacle.TOO_FEW_CANNONS
    with pytest.raises(IllegalMove):
        systems.clear_token(state, BASE_4)


def test_x5_a_cannon_of_the_scientists_helps_unless_the_house_says_otherwise():
    state = with_player(STATE, RED, cannons=3, cards=(card(11),))
    assert systems.token_obstacle(state, BASE_4) is None
    strict = replace(state, settings=replace(state.settings, base_counts_science=False))
    assert systems.token_obstacle(strict, BASE_4) is Obstacle.TOO_FEW_CANNONS


def test_ice_needs_freight_pods_and_every_token_can_be_had_once():
    ice = TOKENS[3]
    assert systems.token_obstacle(with_player(STATE, RED, pods=2), ice) is Obstacle.TOO_LITTLE_FREIGHT
    cleared = systems.clear_token(with_player(STATE, RED, pods=3), ice)
    with pytest.raises(IllegalMove, match="gone"):
        systems.clear_token(cleared, ice)
    assert systems.token_obstacle(with_player(STATE, RED, pods=5, colony_ships=0), ice) is Obstacle.NO_SHIP


def test_d1_with_three_players_a_system_takes_two_colonies():
    assert systems.colony_obstacle(beginners(3), 2) is Obstacle.SYSTEM_FULL
    assert systems.colony_obstacle(beginners(3), 1) is None
    assert systems.colony_obstacle(beginners(4), 2) is None


def test_l1_no_flight_ends_on_a_foreign_spaceport_site():
    foreign, own = Point(PointKind.SPACEPORT_SITE, owner=BLUE), Point(PointKind.SPACEPORT_SITE, owner=RED)
    for ship in Ship:
        assert flight.landing_obstacle(STATE, ship, foreign) is Obstacle.FOREIGN_SITE
        assert flight.landing_obstacle(STATE, ship, own) is None


def test_l2_where_each_ship_must_not_end():
    site, dock = Point(PointKind.COLONY_SITE), Point(PointKind.DOCK)
    assert flight.landing_obstacle(STATE, Ship.TRADE, site) is Obstacle.COLONY_SITE
    assert flight.landing_obstacle(STATE, Ship.COLONY, site) is None
    assert flight.landing_obstacle(STATE, Ship.COLONY, dock, founds=True) is Obstacle.DOCK
    assert flight.landing_obstacle(STATE, Ship.COLONY, Point(PointKind.PLAIN, is_taken=True)) is Obstacle.OCCUPIED


# --- seats and the win ---


def test_c15_seats_of_three():
    state = beginners(3)
    found = {seat: duels.neighbour(state, seat) for seat in Seat}
    assert found == {Seat.LEFT1: 1, Seat.RIGHT1: 2, Seat.LEFT2: 2, Seat.RIGHT2: 1}


def test_c16_seats_of_four():
    found = {seat: duels.neighbour(STATE, seat) for seat in Seat}
    assert found == {Seat.LEFT1: 1, Seat.RIGHT1: 3, Seat.LEFT2: 2, Seat.RIGHT2: 2}


def test_w1_the_active_player_wins_with_fifteen():
    assert points.winner(with_player(STATE, RED, whole_medals=10)) is None
    assert points.winner(with_player(STATE, RED, whole_medals=11)) == RED


def test_w2_nobody_wins_on_anothers_turn():
    state = with_player(STATE, BLUE, whole_medals=12)
    assert points.winner(state) is None
    assert points.winner(flight.end_turn(state)) == BLUE


def test_a_turn_leaves_nothing_behind():
    state = trading.buy_fame(with_player(STATE, RED, cards=(card(17),)))
    state = flight.end_turn(replace(flight.shake(state, ("blue", "red")), locked=1))
    assert (state.active, state.turn, state.used, state.locked, state.base_speed) == (BLUE, 2, frozenset(), 0, 0)


def test_the_box_holds_what_the_sheet_says():
    assert sum(TRAY.values()) == 24 + 24 + 20
    assert [token.strength for token in TOKENS] == [4, 5, 6, 3, 4]
    assert len(PEOPLES) == 4
