"""Combat by the cards: the rule book's examples by their names, and every pair against a slow reference."""

import tomllib
from itertools import combinations

import pytest

from games.galaktico.combat import Side, fight, force, points_for
from games.galaktico.hidden import Fitting, equip
from games.galaktico.pieces import SHIPS, Counts, Fleet
from games.spine.errors import IllegalMove
from tests.games.galaktico.playing import (
    CARD_SET,
    CARDS,
    CRUISER,
    DESTROYER,
    SCOUT,
    SHIELD,
    WEAPON,
    equipment,
    fitting,
)

CRUISER_CARDS = fitting("inversionsfeld", "krypto_projektil", "cryo_blitz")
DESTROYER_CARDS = fitting("deflektor", "plasma_bombe", "korrosions_strahl")
FILE = tomllib.loads(CARDS)
FORCES = {"destroyer": 5, "fighter": 4, "cruiser": 3, "scout": 1}


def test_k1_a_cruiser_against_the_wellen_absorber():
    found = force(CRUISER, CRUISER_CARDS, SHIELD["wellen_absorber"])
    assert (found.weapons, found.base, found.total) == (((6, 6), (0, 5)), 3, 20)


def test_k2_the_same_cruiser_against_the_deflektor():
    found = force(CRUISER, CRUISER_CARDS, SHIELD["deflektor"])
    assert (found.weapons, found.base, found.total) == (((6, 1), (5, 6)), 3, 21)


def test_k3_a_destroyer_against_the_inversionsfeld():
    found = force(DESTROYER, DESTROYER_CARDS, SHIELD["inversionsfeld"])
    assert (found.weapons, found.base, found.total) == (((5, 1), (4, 3)), 5, 18)


@pytest.mark.parametrize("cruiser_attacks", [True, False])
def test_k4_the_cruiser_beats_the_destroyer_whoever_attacks(cruiser_attacks):
    cruiser, destroyer = Side(0, CRUISER), Side(1, DESTROYER)
    if cruiser_attacks:
        combat = fight(cruiser, destroyer, CRUISER_CARDS, DESTROYER_CARDS, False)
        assert (combat.attack.total, combat.defence.total) == (21, 18)
    else:
        combat = fight(destroyer, cruiser, DESTROYER_CARDS, CRUISER_CARDS, False)
        assert (combat.attack.total, combat.defence.total) == (18, 21)
    assert combat.captured == (destroyer,)
    assert combat.opponent_of(destroyer) == cruiser


def test_k5_with_equal_totals_both_are_captured():
    one, other = Side(0, CRUISER), Side(1, CRUISER)
    combat = fight(one, other, CRUISER_CARDS, CRUISER_CARDS, False)
    assert combat.is_tie
    assert combat.captured == (one, other)


def test_k6_a_type_is_worth_what_it_has_captured_at_least_one():
    fleet = Fleet("Ben", Counts(), Counts(), trophies=Counts(destroyer=3))
    assert points_for(fleet, DESTROYER) == 3
    assert points_for(fleet, SCOUT) == 1


def test_k7_a_scout_out_of_a_meteor_field_has_three_more():
    plain = force(SCOUT, CRUISER_CARDS, SHIELD["deflektor"])
    assert force(SCOUT, CRUISER_CARDS, SHIELD["deflektor"], True).total == plain.total + 3
    assert force(CRUISER, CRUISER_CARDS, SHIELD["deflektor"], True).bonus == 0


def test_k7_the_defender_never_has_the_bonus():
    combat = fight(Side(0, SCOUT), Side(1, SCOUT), CRUISER_CARDS, CRUISER_CARDS, True)
    assert (combat.attack.bonus, combat.defence.bonus) == (3, 0)
    assert combat.captured == (Side(1, SCOUT),)


def slow_force(ship, weapons, shield, bonus):
    """The same from the file itself, effect by effect."""
    total = FORCES[ship.value]
    for weapon in weapons:
        for effect in ("laser", "quanten", "krypto", "impuls"):
            if effect not in FILE["shield"][shield]["blocks"]:
                total = total + FILE["weapon"][weapon][effect]
    return total + 3 if bonus and ship.value == "scout" else total


@pytest.mark.parametrize("shield", SHIELD)
def test_every_pair_of_weapons_against_every_shield_is_as_a_slow_reference_says(shield):
    for weapons in combinations(WEAPON, 2):
        cards = Fitting(SHIELD["deflektor"], tuple(WEAPON[weapon] for weapon in weapons))
        for ship in SHIPS:
            for bonus in (True, False):
                wanted = slow_force(ship, weapons, shield, bonus)
                assert force(ship, cards, SHIELD[shield], bonus).total == wanted


def test_a_shield_lets_two_effects_through_and_blocks_two():
    for shield in CARD_SET.shields:
        assert len(shield.lets_through) == len(shield.blocks) == 2
        assert not shield.blocks & set(shield.lets_through)


# --- equipment ---


def all_but(*ships):
    whole = equipment()
    return {ship: whole.of(ship) for ship in SHIPS if ship not in ships}


def test_an_equipment_has_every_weapon_once_and_four_shields():
    whole = equipment()
    assert {weapon.key for one in whole.fittings for weapon in one.weapons} == WEAPON.keys()
    assert len({one.shield.key for one in whole.fittings}) == 4


def test_an_incomplete_equipment_is_refused():
    with pytest.raises(IllegalMove, match="not complete, nothing is chosen for destroyer, scout"):
        equip(all_but(DESTROYER, SCOUT))


def test_a_weapon_used_twice_is_refused():
    whole = equipment()
    shield = whole.of(SCOUT).shield
    twice = Fitting(shield, (whole.of(SCOUT).weapons[0], whole.of(DESTROYER).weapons[0]))
    with pytest.raises(IllegalMove, match="krypto_projektil is used twice"):
        equip(all_but(SCOUT) | {SCOUT: twice})


def test_a_shield_used_twice_and_a_wrong_number_of_weapons_are_refused():
    whole = equipment()
    weapons = whole.of(SCOUT).weapons
    with pytest.raises(IllegalMove, match="wellen_absorber is used twice"):
        equip(all_but(SCOUT) | {SCOUT: Fitting(whole.of(DESTROYER).shield, weapons)})
    with pytest.raises(IllegalMove, match="scout needs 2 weapons, not 1"):
        equip(all_but(SCOUT) | {SCOUT: Fitting(whole.of(SCOUT).shield, weapons[:1])})
