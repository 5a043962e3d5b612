"""Writing down what the owner's cards say: any order, any mistake, and always a whole set of cards."""

from random import Random

import pytest

from games.galaktico.card_entry import BLOCKS, NAME, PAIRS, Draft
from games.galaktico.data import parse_card_set
from games.galaktico.pieces import EFFECTS, Effect, Weapon
from games.spine.errors import IllegalMove
from tests.games.galaktico.playing import CARD_SET

DRAFT = Draft.of(CARD_SET)
PAIR = {shield.key: shield.blocks for shield in CARD_SET.shields}


def fill(draft, key, entry, rng):
    """The draft with one entry as some owner would find it on the card."""
    if entry == NAME:
        return draft.with_name(key, f"Karte {rng.randrange(10**6)}")
    if entry == BLOCKS:
        free = [pair for pair in PAIRS if owner(draft, pair).key == key or is_open(draft, pair)]
        return draft.with_blocks(key, rng.choice(free))
    return draft.with_force(key, Effect(entry), rng.randint(0, 6))


def is_open(draft, pair):
    return draft.is_assumed(owner(draft, pair).key, BLOCKS)


def owner(draft, pair):
    return next(shield for shield in draft.shields if shield.blocks == pair)


def test_the_shipped_cards_come_back_from_what_is_written():
    assert DRAFT.card_set == CARD_SET


def test_what_is_missing_is_what_the_facts_do_not_know():
    missing = set(DRAFT.missing)
    assert ("krypto_projektil", "quanten") in missing
    assert ("krypto_projektil", "laser") not in missing
    assert ("deflektor", BLOCKS) not in missing
    assert len(missing) == 1 + 1 + 2 + 2 + 4 * 5 + 3 * 2


@pytest.mark.parametrize("seed", range(20))
def test_everything_entered_in_any_order_is_a_valid_set_at_every_step(seed):
    rng, draft = Random(seed), DRAFT
    while draft.missing:
        key, entry = rng.choice(draft.missing)
        draft = fill(draft, key, entry, rng)
        card_set = parse_card_set(draft.text())
        assert Draft.of(card_set) == draft
        assert (key, entry) not in draft.missing
    assert not draft.card_set.is_trial


def test_one_entry_changes_nothing_else():
    draft = DRAFT.with_force("cryo_blitz", Effect.QUANTEN, 2)
    before = {card.key: card for card in CARD_SET.weapons}
    for weapon in draft.card_set.weapons:
        assert weapon.force(Effect.QUANTEN) == (2 if weapon.key == "cryo_blitz" else before[weapon.key].forces[1])
        assert [weapon.force(one) for one in EFFECTS if one is not Effect.QUANTEN] == [
            before[weapon.key].force(one) for one in EFFECTS if one is not Effect.QUANTEN
        ]
    assert draft.card_set.shields == CARD_SET.shields


def test_a_known_entry_can_be_corrected():
    assert DRAFT.with_force("krypto_projektil", Effect.LASER, 5).card("krypto_projektil").force(Effect.LASER) == 5
    assert DRAFT.with_name("deflektor", "Deflektor 2").card("deflektor").name == "Deflektor 2"


def test_a_pair_that_was_only_assumed_of_another_shield_is_exchanged():
    wanted = PAIR["trial_shield_3"]
    draft = DRAFT.with_blocks("trial_shield_1", wanted)
    assert draft.card("trial_shield_1").blocks == wanted
    assert draft.card("trial_shield_3").blocks == PAIR["trial_shield_1"]
    assert draft.is_assumed("trial_shield_3", BLOCKS)
    assert not draft.is_assumed("trial_shield_1", BLOCKS)


def test_a_pair_that_was_known_of_another_shield_makes_that_one_doubtful_and_both_are_accepted():
    draft = DRAFT.with_blocks("trial_shield_1", PAIR["deflektor"])
    assert draft.card("deflektor").blocks == draft.card("trial_shield_1").blocks == PAIR["deflektor"]
    assert ("deflektor", BLOCKS) in draft.missing
    looked = draft.with_blocks("deflektor", PAIR["deflektor"])
    assert not {("deflektor", BLOCKS), ("trial_shield_1", BLOCKS)} & set(looked.missing)
    assert looked.card_set.has_same_shields and not DRAFT.card_set.has_same_shields


def test_two_shields_entered_the_wrong_way_round_can_be_put_right():
    one, other = PAIR["trial_shield_1"], PAIR["trial_shield_2"]
    wrong = DRAFT.with_blocks("trial_shield_1", other).with_blocks("trial_shield_2", one)
    right = wrong.with_blocks("trial_shield_1", one).with_blocks("trial_shield_2", other)
    assert (right.card("trial_shield_1").blocks, right.card("trial_shield_2").blocks) == (one, other)
    assert not {"trial_shield_1", "trial_shield_2"} & {key for key, entry in right.missing if entry == BLOCKS}


@pytest.mark.parametrize("name", ["", "   ", "a" * 19, "Cryo Blitz", " Cryo  Blitz ", "a\nb\x00"])
def test_a_name_that_cannot_be_is_refused(name):
    with pytest.raises(IllegalMove):
        DRAFT.with_name("trial_weapon_1", name)


@pytest.mark.parametrize("force", [-1, 7])
def test_a_force_that_cannot_be_is_refused(force):
    with pytest.raises(IllegalMove):
        DRAFT.with_force("cryo_blitz", Effect.LASER, force)
    with pytest.raises(IllegalMove):
        DRAFT.with_force("deflektor", Effect.LASER, 1)
    with pytest.raises(IllegalMove):
        DRAFT.with_blocks("cryo_blitz", PAIRS[0])


def test_names_with_quotes_and_umlauts_come_back():
    name = 'Grün "Ü" \\ ß'
    assert isinstance(DRAFT.with_name("trial_weapon_1", name).card_set.weapons[4], Weapon)
    assert DRAFT.with_name("trial_weapon_1", name).card_set.weapons[4].name == name
