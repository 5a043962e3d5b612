"""The card file: what the shipped one holds, and how a wrong one is told, each mistake with place and remedy."""

import pytest

from games.galaktico.data import Assumed, parse_card_set
from games.galaktico.flow import Galaktico
from games.galaktico.pieces import Effect
from games.spine.dialogue import Setup, say
from games.spine.errors import BadData
from tests.games.galaktico.playing import CARD_SET, CARDS, SHIELD, WEAPON


def problems(text):
    """What is wrong with a file, a sentence each."""
    with pytest.raises(BadData) as caught:
        parse_card_set(text)
    return str(caught.value).splitlines()


def changed(table, old, new, text=CARDS):
    """The shipped file with something replaced in one table."""
    start = text.index(f"[{table}]")
    assert old in text[start:]
    return text[:start] + text[start:].replace(old, new, 1)


def without(table, text=CARDS):
    """The shipped file without one table."""
    start = text.index(f"[{table}]")
    return text[:start] + text[text.index("\n\n", start) :]


def copied_from_the_cards(text=CARDS):
    """The file as an owner has it who has filled in everything."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("assumed"))


def test_there_are_eight_weapons_and_six_shields_for_all_pairs():
    assert (len(CARD_SET.weapons), len(CARD_SET.shields)) == (8, 6)
    assert len({shield.blocks for shield in CARD_SET.shields}) == 6
    assert all(0 <= force <= 6 for weapon in CARD_SET.weapons for force in weapon.forces)


def test_what_the_sources_know_is_shipped_and_not_marked_as_assumed():
    known = {
        "krypto_projektil": {Effect.LASER: 6, Effect.KRYPTO: 6, Effect.IMPULS: 1},
        "cryo_blitz": {Effect.LASER: 0, Effect.KRYPTO: 5, Effect.IMPULS: 6},
        "plasma_bombe": {Effect.QUANTEN: 5, Effect.IMPULS: 1},
        "korrosions_strahl": {Effect.QUANTEN: 4, Effect.IMPULS: 3},
    }
    assumed = {card.name: card.keys for card in CARD_SET.assumed}
    for key, forces in known.items():
        weapon = WEAPON[key]
        assert {effect: weapon.force(effect) for effect in forces} == forces
        assert set(assumed[weapon.name]) == {effect.value for effect in Effect if effect not in forces}
    assert SHIELD["wellen_absorber"].blocks == {Effect.QUANTEN, Effect.IMPULS}
    assert SHIELD["deflektor"].blocks == {Effect.LASER, Effect.QUANTEN}
    assert SHIELD["inversionsfeld"].blocks == {Effect.LASER, Effect.KRYPTO}


def test_all_that_is_not_known_is_marked_as_assumed():
    assumed = {card.name for card in CARD_SET.assumed}
    assert assumed == {card.name for card in (*CARD_SET.weapons, *CARD_SET.shields)} - {
        "Wellen Absorber",
        "Deflektor",
        "Inversionsfeld",
    }
    assert CARD_SET.is_trial


def test_an_owners_file_without_assumptions_is_no_trial():
    card_set = parse_card_set(copied_from_the_cards())
    assert not card_set.is_trial
    assert (card_set.weapons, card_set.shields) == (CARD_SET.weapons, CARD_SET.shields)


def test_the_fingerprint_changes_with_forces_and_pairs_and_not_with_names():
    renamed = parse_card_set(changed("weapon.cryo_blitz", "Cryo Blitz", "Kalter Blitz"))
    weakened = parse_card_set(changed("weapon.cryo_blitz", "krypto = 5", "krypto = 4"))
    assert renamed.fingerprint == CARD_SET.fingerprint
    assert weakened.fingerprint != CARD_SET.fingerprint


def test_the_fingerprint_changes_with_what_is_only_assumed_because_a_game_tells_that_first():
    confirmed = parse_card_set(changed("weapon.plasma_bombe", 'assumed = ["laser", "krypto"]', ""))
    assert (confirmed.weapons, confirmed.shields) == (CARD_SET.weapons, CARD_SET.shields)
    all_known = parse_card_set(copied_from_the_cards())
    assert len({one.fingerprint for one in (CARD_SET, confirmed, all_known)}) == 3
    assert {one.former for one in (CARD_SET, confirmed, all_known)} == {all_known.fingerprint}


def test_a_partly_known_card_says_what_is_missing():
    assert Assumed("Plasma Bombe", ("laser", "krypto")) in CARD_SET.assumed


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[", "cards: not readable as TOML"),
        (
            changed("weapon.cryo_blitz", "krypto = 5", "krypto = 7"),
            "cards: [weapon.cryo_blitz] krypto: must be a whole number from 0 to 6, not 7",
        ),
        (
            changed("weapon.cryo_blitz", "krypto = 5", "krypto = -1"),
            "cards: [weapon.cryo_blitz] krypto: must be a whole number from 0 to 6, not -1",
        ),
        (
            changed("weapon.cryo_blitz", "krypto = 5", ""),
            "cards: [weapon.cryo_blitz] krypto: must be a whole number from 0 to 6, not nothing",
        ),
        (
            changed("weapon.cryo_blitz", "krypto = 5", "krypto = 5\ngamma = 1"),
            "cards: [weapon.cryo_blitz] gamma: unknown key; the keys are name, laser, quanten, krypto, impuls, assumed",
        ),
        (
            changed("weapon.cryo_blitz", "Cryo Blitz", "Ein viel zu langer Name"),
            "cards: [weapon.cryo_blitz] name: must be a text of 1 to 18 characters, not 23 characters",
        ),
        *(
            (
                changed("weapon.cryo_blitz", '"Cryo Blitz"', name),
                "cards: [weapon.cryo_blitz] name: must be letters in one row, without spaces around them, not ",
            )
            for name in ('"Cryo\\nBlitz"', '" Cryo Blitz"', '"   "', '"\\u202Eztilb"')
        ),
        (
            changed("weapon.cryo_blitz", '"Cryo Blitz"', '"Deflektor"'),
            "cards: [shield.deflektor] name: another card is called 'Deflektor' too; give one of them another name",
        ),
        (
            changed("shield.deflektor", "[shield.deflektor]", "[shield.cryo_blitz]"),
            "cards: [shield.cryo_blitz]: a weapon has this short name too; give one of them another",
        ),
        (
            changed("weapon.cryo_blitz", '["quanten"]', '["gamma"]'),
            "cards: [weapon.cryo_blitz] assumed: must be a list of name, laser, quanten, krypto, impuls, not "
            "['gamma']; take it out if all is known",
        ),
        (without("weapon.trial_weapon_4"), "cards: there are 8 weapons, not 7; add 1 [weapon.…]"),
        (
            CARDS + '\n[shield.ninth]\nname = "Neunter"\nblocks = ["laser", "impuls"]\n',
            "cards: there are 6 shields, not 7; take out 1 [shield.…]",
        ),
        (
            changed("shield.deflektor", '["laser", "quanten"]', '["laser", "laser"]'),
            "cards: [shield.deflektor] blocks: must be two different ones of laser, quanten, krypto, impuls, "
            "not ['laser', 'laser']",
        ),
        (
            changed("shield.deflektor", '["laser", "quanten"]', '["laser"]'),
            "cards: [shield.deflektor] blocks: must be two different ones of laser, quanten, krypto, impuls, "
            "not ['laser']",
        ),
        (
            changed("shield.deflektor", '["laser", "quanten"]', "3"),
            "cards: [shield.deflektor] blocks: must be two different ones of laser, quanten, krypto, impuls, not 3",
        ),
        ("other = 1\n" + CARDS, "cards: other: unknown key; the keys are weapon, shield"),
        ("weapon = 1", "cards: weapon: must be a table such as { … = … }, not 1"),
        ("", "cards: there are 8 weapons, not 0; add 8 [weapon.…]"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_remedy(text, wanted):
    assert any(line.startswith(wanted) for line in problems(text)), problems(text)


def test_two_shields_for_the_same_pair_are_accepted_and_players_are_asked_whether_they_are_right():
    odd = copied_from_the_cards(CARDS).replace('blocks = ["laser", "krypto"]', 'blocks = ["laser", "quanten"]')
    card_set = parse_card_set(odd)
    assert card_set.has_same_shields and not parse_card_set(CARDS).has_same_shields
    prompt = next(Galaktico(card_set).play(Setup("galaktico", "game", ("Ada", "Ben"), 1)))
    assert prompt.news == say("galaktico.same_shields")


def test_all_mistakes_are_told_at_once():
    text = changed("weapon.cryo_blitz", "krypto = 5", "krypto = 9")
    text = changed("shield.deflektor", '"Deflektor"', '""', text)
    assert len(problems(text)) == 2
