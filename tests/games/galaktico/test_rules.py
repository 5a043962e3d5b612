"""The state of Galaktico: moves, deploying, capturing, points, and every way the game can end."""

from dataclasses import replace
from random import Random

import pytest

from games.galaktico import rules
from games.galaktico.combat import Side
from games.galaktico.pieces import SHIP_CARDS, SHIPS, Counts
from games.galaktico.rules import End, Ending, Obstacle
from games.spine.errors import IllegalMove
from tests.games.galaktico.playing import (
    ADA,
    BEN,
    CRUISER,
    DESTROYER,
    FIGHTER,
    NAMES,
    SCOUT,
    equipment,
    hidden,
)


def table(players=2, **changes):
    """The start, with the second player's fleet changed."""
    state = rules.start(NAMES[:players])
    return state.with_fleet(1, replace(state.fleets[1], **changes))


def figures(state):
    """All figures of each fleet and type, wherever they are."""
    return [[fleet.owned(ship) + fleet.captured(ship) for ship in SHIPS] for fleet in state.fleets]


def test_a_fleet_begins_with_seven_ships_in_space_and_eight_in_the_supply():
    fleet = rules.start(NAMES[:2]).fleets[0]
    assert (fleet.in_space, fleet.supply) == (Counts(1, 1, 2, 3), Counts(2, 2, 2, 2))
    assert fleet.inactive == 8
    assert sum(card.figures for card in SHIP_CARDS.values()) == 15  # and the station makes 16


# --- moves ---


def test_a_turn_has_two_actions_and_then_the_next_player_follows():
    state = rules.move_meteor(rules.move(rules.start(NAMES), CRUISER))
    assert state.actions_left == 0
    with pytest.raises(IllegalMove, match="2 actions"):
        rules.move_meteor(state)
    following = rules.end_turn(state)
    assert (following.active, following.actions_left, following.moved) == (1, 2, Counts())
    assert rules.end_turn(replace(following, active=2)).active == 0


def test_each_ship_moves_once_a_turn():
    state = rules.move(rules.start(NAMES[:2]), DESTROYER)
    assert rules.move_obstacle(state, DESTROYER) is Obstacle.ALL_MOVED
    with pytest.raises(IllegalMove, match="all_moved"):
        rules.move(state, DESTROYER)
    assert rules.move_obstacle(rules.move(rules.start(NAMES[:2]), CRUISER), CRUISER) is None


def test_a_deployed_ship_blocks_the_station_until_it_moves_off_even_in_the_same_turn():
    state = rules.deploy(rules.start(NAMES[:2]), DESTROYER)
    assert (state.current.on_station, state.current.inactive) == (DESTROYER, 8)
    assert rules.deploy_obstacle(state, SCOUT) is Obstacle.STATION_TAKEN
    with pytest.raises(IllegalMove, match="station_taken"):
        rules.deploy(state, SCOUT)
    state = rules.move(state, DESTROYER, from_station=True)
    assert (state.current.on_station, state.current.in_space.of(DESTROYER), state.current.inactive) == (None, 2, 7)
    assert rules.deploy_obstacle(state, SCOUT) is None


def test_the_ship_on_the_station_is_only_doubtful_beside_another_at_rest():
    state = rules.start(NAMES[:2])
    assert not rules.is_station_doubtful(state, DESTROYER)
    deployed = rules.deploy(state, DESTROYER)
    assert rules.is_station_doubtful(deployed, DESTROYER)
    moved = replace(rules.deploy(rules.move(state, DESTROYER), DESTROYER), actions_left=2)
    assert not rules.is_station_doubtful(moved, DESTROYER)
    off = rules.move(moved, DESTROYER)
    assert (off.current.on_station, off.moved.of(DESTROYER)) == (None, 2)


def test_an_empty_supply_and_an_empty_station_are_refused():
    state = table()
    empty = state.with_fleet(0, replace(state.current, supply=Counts(0, 2, 2, 2)))
    assert rules.deploy_obstacle(empty, DESTROYER) is Obstacle.NONE_IN_SUPPLY
    with pytest.raises(IllegalMove, match="stands on the station"):
        rules.move(state, SCOUT, from_station=True)


# --- combat ---


def test_k4_the_captured_figure_goes_on_the_card_of_the_winning_type():
    state, bags, combat = rules.attack(table(), hidden(), CRUISER, Side(1, DESTROYER))
    assert (combat.attack.total, combat.defence.total) == (21, 18)
    assert state.fleets[0].trophies == Counts(cruiser=1)
    assert state.fleets[1].in_space.of(DESTROYER) == 0
    assert state.fleets[1].captured(DESTROYER) == 1
    assert bags.points == (1, 0)
    assert (state.actions_left, state.moved) == (1, Counts(cruiser=1))


def test_an_attacker_that_loses_is_captured_by_the_defending_type():
    state = rules.end_turn(table())  # Ben attacks
    state, bags, combat = rules.attack(state, hidden(), DESTROYER, Side(0, CRUISER))
    assert combat.captured == (Side(1, DESTROYER),)
    assert (state.fleets[0].trophies, state.fleets[1].in_space.of(DESTROYER)) == (Counts(cruiser=1), 0)
    assert (bags.points, state.moved) == ((1, 0), Counts())


def test_k5_a_tie_captures_both_and_both_score():
    same = (ADA, ADA)
    state = table(trophies=Counts(cruiser=2))
    state, bags, combat = rules.attack(state, hidden(cards=same), CRUISER, Side(1, CRUISER))
    assert combat.is_tie
    assert [fleet.in_space.of(CRUISER) for fleet in state.fleets] == [1, 1]
    assert [fleet.trophies for fleet in state.fleets] == [Counts(cruiser=1), Counts(cruiser=3)]
    assert bags.points == (2, 1)


@pytest.mark.parametrize(("trophies", "points"), [(3, 3), (1, 1), (0, 1)])
def test_k6_the_points_are_the_captured_figures_of_the_beaten_type(trophies, points):
    state = table(trophies=Counts(destroyer=trophies, scout=5))
    assert rules.attack(state, hidden(), CRUISER, Side(1, DESTROYER))[1].points == (points, 0)


def test_k7_the_bonus_can_turn_a_combat():
    strong, weak = equipment(scout=("wellen_absorber", "trial_weapon_1", "trial_weapon_2")), equipment()
    state = table()
    without = rules.attack(state, hidden(cards=(strong, weak)), SCOUT, Side(1, SCOUT))[2]
    with_bonus = rules.attack(state, hidden(cards=(strong, weak)), SCOUT, Side(1, SCOUT), has_bonus=True)[2]
    assert with_bonus.attack.total == without.attack.total + 3
    assert with_bonus.defence == without.defence


def test_a_type_with_no_figure_in_space_neither_attacks_nor_is_attacked():
    state = table(in_space=Counts(0, 1, 2, 3))
    assert rules.target_obstacle(state, 1, DESTROYER) is Obstacle.NONE_IN_SPACE
    with pytest.raises(IllegalMove, match="none_in_space"):
        rules.attack(state, hidden(), CRUISER, Side(1, DESTROYER))
    mirrored = rules.end_turn(state)
    assert rules.move_obstacle(mirrored, DESTROYER) is Obstacle.NONE_IN_SPACE
    with pytest.raises(IllegalMove, match="none_in_space"):
        rules.attack(mirrored, hidden(), DESTROYER, Side(0, CRUISER))


def test_a_ship_on_its_station_cannot_be_attacked():
    state = table(in_space=Counts(0, 1, 2, 3), on_station=DESTROYER, supply=Counts(1, 2, 2, 2))
    assert rules.target_obstacle(state, 1, DESTROYER) is Obstacle.NONE_IN_SPACE


def test_nobody_attacks_the_own_fleet_or_station():
    with pytest.raises(IllegalMove, match="own ship"):
        rules.attack(table(), hidden(), CRUISER, Side(0, SCOUT))
    with pytest.raises(IllegalMove, match="own station"):
        rules.destroy_station(table(), hidden(), 0)


# --- the end ---


def test_k8_a_destroyed_station_is_worth_its_inactive_ships_and_five():
    state = table(supply=Counts(scout=2, cruiser=2), on_station=FIGHTER)
    assert state.fleets[1].inactive == 5
    after, bags = rules.destroy_station(state, hidden(), 1)
    bags = rules.reward(bags, End(Ending.STATION, after.active))
    assert bags.points == (10, 0)


def test_only_a_destroyer_that_can_still_move_destroys_a_station():
    assert [rules.station_obstacle(ship) for ship in SHIPS] == [None, *[Obstacle.ONLY_DESTROYERS] * 3]
    with pytest.raises(IllegalMove, match="all_moved"):
        rules.destroy_station(rules.move(table(), DESTROYER), hidden(), 1)


@pytest.mark.parametrize(("before", "end"), [(29, End(Ending.POINTS, 0)), (28, None)])
def test_k9_thirty_points_end_the_game_with_five_more(before, end):
    state, bags, combat = rules.attack(table(), hidden(points=(before, 29)), CRUISER, Side(1, DESTROYER))
    assert rules.end_after(state, bags, combat) == end
    if end is not None:
        assert rules.reward(bags, end).points == (35, 29)


def test_k9_a_defender_who_wins_the_thirtieth_point_ends_the_game():
    state, bags, combat = rules.attack(rules.end_turn(table()), hidden(points=(29, 0)), DESTROYER, Side(0, CRUISER))
    assert rules.end_after(state, bags, combat) == End(Ending.POINTS, 0)


def test_k10_the_third_captured_destroyer_ends_the_game_for_the_captor():
    state = table(supply=Counts(0, 2, 2, 2))
    state, bags, combat = rules.attack(state, hidden(), CRUISER, Side(1, DESTROYER))
    end = rules.end_after(state, bags, combat)
    assert end == End(Ending.DESTROYERS, 0)
    assert rules.reward(bags, end).points == (6, 0)


def test_k10_two_captured_destroyers_do_not_end_it():
    state = table(supply=Counts(1, 2, 2, 2))
    state, bags, combat = rules.attack(state, hidden(), CRUISER, Side(1, DESTROYER))
    assert state.fleets[1].captured(DESTROYER) == 2
    assert rules.end_after(state, bags, combat) is None


def test_k10_other_types_may_be_captured_to_the_last():
    state = table(supply=Counts(2, 2, 0, 2), in_space=Counts(1, 1, 1, 3))
    state, bags, combat = rules.attack(state, hidden(cards=(ADA, ADA)), CRUISER, Side(1, CRUISER))
    assert state.fleets[1].owned(CRUISER) == 0
    assert rules.end_after(state, bags, combat) is None


def test_in_a_tie_that_ends_the_game_twice_it_is_the_active_players_doing():
    state, bags, combat = rules.attack(
        table(), hidden(points=(29, 29), cards=(BEN, BEN)), DESTROYER, Side(1, DESTROYER)
    )
    assert bags.points == (30, 30)
    assert rules.end_after(state, bags, combat) == End(Ending.POINTS, 0)


def test_the_ranking_is_by_points_and_equal_points_share_a_place():
    assert rules.ranking(hidden(3, (4, 9, 4))) == ((1, 1), (2, 0), (2, 2))
    assert rules.ranking(hidden(2, (7, 7))) == ((1, 0), (1, 1))


# --- whole games by chance ---


class Ledger:
    """The points once more, kept in the simplest way from what the table sees."""

    def __init__(self, players):
        self.points = [0] * players
        self.cards = {(seat, ship): 0 for seat in range(players) for ship in SHIPS}

    def enter(self, combat):
        worth = {side: max(1, self.cards[side.seat, side.ship]) for side in combat.captured}
        for side in combat.captured:
            winner = combat.defender if side == combat.attacker else combat.attacker
            self.points[winner.seat] += worth[side]
            self.cards[winner.seat, winner.ship] += 1


def random_equipment(rng):
    shields = ["wellen_absorber", "deflektor", "inversionsfeld", "trial_shield_1"]
    weapons = [weapon.key for one in ADA.fittings for weapon in one.weapons]
    rng.shuffle(shields)
    rng.shuffle(weapons)
    return equipment(
        **{ship.value: (shields[at], weapons[2 * at], weapons[2 * at + 1]) for at, ship in enumerate(SHIPS)}
    )


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(25))
def test_in_a_game_by_chance_figures_and_points_are_conserved_and_the_end_is_exact(players, seed):
    rng = Random(seed)
    state = rules.start(NAMES[:players], first=rng.randrange(players))
    bags = hidden(cards=tuple(random_equipment(rng) for _ in range(players)), players=players)
    ledger, end = Ledger(players), None
    for _ in range(5000):
        if not state.actions_left:
            state = rules.end_turn(state)
        movable = [ship for ship in SHIPS if rules.move_obstacle(state, ship) is None]
        targets = [
            Side(seat, ship)
            for seat in state.others()
            for ship in SHIPS
            if rules.target_obstacle(state, seat, ship) is None
        ]
        deployable = [ship for ship in SHIPS if rules.deploy_obstacle(state, ship) is None]
        if movable and targets and rng.random() < 0.5:
            ship, bonus = rng.choice(movable), rng.random() < 0.3
            state, bags, combat = rules.attack(state, bags, ship, rng.choice(targets), bonus)
            ledger.enter(combat)
            end = rules.end_after(state, bags, combat)
        elif deployable and rng.random() < 0.7:
            state = rules.deploy(state, rng.choice(deployable))
        elif movable and rng.random() < 0.7:
            state = rules.move(state, rng.choice(movable))
        else:
            state = rules.move_meteor(state)
        assert figures(state) == [[SHIP_CARDS[ship].figures for ship in SHIPS]] * players
        captured = sum(fleet.captured(ship) for fleet in state.fleets for ship in SHIPS)
        assert captured == sum(fleet.trophies.total for fleet in state.fleets)
        assert list(bags.points) == ledger.points
        is_over = max(ledger.points) >= 30 or any(fleet.captured(DESTROYER) == 3 for fleet in state.fleets)
        assert (end is not None) == is_over
        if end is not None:
            break
    assert end is not None
    assert sum(rules.reward(bags, end).points) == sum(ledger.points) + 5
