"""The data files: what the shipped ones hold, and how a wrong one is told, each mistake with place and remedy."""

from collections import Counter

import pytest

from games.spine.errors import BadData
from games.sternenfahrer.cards import ANNOUNCEMENTS, QUESTIONS, THEMES, NodeKind, Op
from games.sternenfahrer.data import parse_card_set
from games.sternenfahrer.pieces import PEOPLES, Perk
from games.sternenfahrer.settings import SETTINGS, Settings
from tests.games.sternenfahrer.playing import CARD_SET, ENCOUNTERS, FRIENDSHIP, card_set_with
from tests.games.sternenfahrer.playing import SETTINGS as SETTINGS_TEXT

CARDS = CARD_SET.encounters.values()


def problems(encounters=ENCOUNTERS, friendship=FRIENDSHIP, settings=SETTINGS_TEXT):
    """What is wrong with the files, a sentence each."""
    with pytest.raises(BadData) as caught:
        parse_card_set(encounters, friendship, settings)
    return str(caught.value).splitlines()


def changed(number, old, new, text=ENCOUNTERS):
    """The file with something replaced in one card."""
    start = text.index(f"[card.{number}]")
    assert old in text[start:]
    return text[:start] + text[start:].replace(old, new, 1)


def cards_that(*ops):
    """The cards on which one of these effects can happen."""
    return {
        card.number
        for card in CARDS
        for node in card.nodes.values()
        for branch in node.branches
        for effect in branch.effects
        if effect.op in ops
    }


# --- the shipped cards against section 3.3 of the fact sheet ---


def test_there_are_32_cards_of_three_kinds():
    kinds = Counter(card.start.kind for card in CARDS)
    assert [card.number for card in CARDS] == list(range(1, 33))
    assert kinds == {NodeKind.ASK_NUMBER: 11, NodeKind.ASK_YES_NO: 19, NodeKind.ANNOUNCE: 2}


def test_each_seat_is_used_as_often_as_on_the_sheet():
    seats = {}
    for card in CARDS:
        for node in card.nodes.values():
            if node.seat is not None:
                seats.setdefault(node.seat.value, set()).add(card.number)
    assert seats == {
        "right1": {7, 9, 16, 21, 23, 26},
        "left1": {8, 11, 18, 20, 24, 25},
        "right2": {10, 19, 22, 27},
        "left2": {17},
    }


def test_the_cards_need_what_the_sheet_says():
    nodes = {
        kind: {card.number for card in CARDS for node in card.nodes.values() if node.kind is kind} for kind in NodeKind
    }
    assert nodes[NodeKind.ASK_NUMBER] == {*range(1, 9), 28, 29, 30}
    assert nodes[NodeKind.ASK_YES_NO] == {7, 8, *range(9, 28)}
    assert nodes[NodeKind.SHAKE_BALLS] == {12, 13, 14, 15}
    assert nodes[NodeKind.DUEL_COMBAT] == {7, 8, 9, 10, 11, 16, 17, 18, 22, 23, 24}
    assert nodes[NodeKind.DUEL_SPEED] == {19, 20, 21, 25, 26, 27}
    assert nodes[NodeKind.COMPARE_DRIVES] == {16, 17, 18}


def test_the_cards_do_what_the_sheet_says():
    assert cards_that(Op.LOCK_SHIP) == {5, 6, 7, 8, 10, 18, 22, 24, 25, 26, 11}
    assert cards_that(Op.FREE_TRADE_SHIP) == {5, 6, 29, 9, 18, 19}
    assert cards_that(Op.SPACE_JUMP) == {24, 25, 26, 27, 28, 30}
    assert cards_that(Op.UPGRADE_GAIN) == {2, 16, 21}
    assert cards_that(Op.UPGRADE_LOSE, Op.ALL_UPGRADE_LOSE_OVER) == {9, 11, 16, 17, 19, 20, 21, 23, 27, 28, 31, 32}
    assert (cards_that(Op.COLLECT_EACH), cards_that(Op.DRAW_EACH)) == ({1}, {14, 15, 20})
    assert cards_that(Op.DRAW_NEXT) == {25, 26, 27, 31, 32}
    assert cards_that(Op.SHUFFLE_ALL) == {31, 32}
    assert cards_that(Op.REFUND_GIFT) == {4, 7, 8}
    assert cards_that(Op.GAIN) == {1, 3, 4, 10, 11, 17, 22}
    assert cards_that(Op.GAIN_ANY) == {1, 2, 4, 5, 6, 23}
    assert cards_that(Op.PAY) == {9, 10, 11, 14, 15}
    assert cards_that(Op.SWAP) == cards_that(Op.FORFEIT_SWAP) == {12, 13}
    assert cards_that(Op.ALL_MEDAL_FOR_MOST) == {32}


def test_every_question_and_theme_of_the_catalogue_is_used():
    words = {node.words for card in CARDS for node in card.nodes.values() if node.words}
    assert words == {*QUESTIONS, *ANNOUNCEMENTS}
    assert {card.theme for card in CARDS} == set(THEMES)


def test_there_are_five_friendship_cards_of_each_people():
    assert Counter(card.people for card in CARD_SET.friendship) == dict.fromkeys(PEOPLES, 5)
    perks = Counter(card.perk for card in CARD_SET.friendship)
    assert perks == {
        Perk.RATE: 5,
        Perk.BONUS: 5,
        Perk.SCIENCE: 5,
        Perk.TRIBUTE: 1,
        Perk.FAME: 2,
        Perk.HELP: 1,
        Perk.RELIEF: 1,
    }
    assert sum(card.drives for card in CARD_SET.friendship) == 5
    assert sum(card.cannons for card in CARD_SET.friendship) == 5


def test_the_shipped_settings_are_the_defaults():
    assert CARD_SET.settings == Settings()
    assert all(f"\n{name} = " in SETTINGS_TEXT for name in SETTINGS)
    assert parse_card_set(ENCOUNTERS, FRIENDSHIP, "").settings == Settings()


def test_the_fingerprint_changes_with_what_matters_to_play_only():
    reworded = parse_card_set(changed(3, '"stingy_merchant"', '"merchant"'), FRIENDSHIP, SETTINGS_TEXT)
    assert reworded.fingerprint == CARD_SET.fingerprint
    assert card_set_with(wear_goes_back=False).fingerprint != CARD_SET.fingerprint
    replayed = parse_card_set(changed(3, '"medal -1"', '"medal -2"'), FRIENDSHIP, SETTINGS_TEXT)
    assert replayed.fingerprint != CARD_SET.fingerprint


# --- what is wrong with a deck ---


@pytest.mark.parametrize(
    ("number", "old", "new", "complaint"),
    [
        (4, "[card.4]", "[card.5]", "encounters: not readable as TOML"),
        (32, "[card.32]", "[card.x]", "[card.x]: must be numbered 1, 2, 3 …; correct the number"),
        (
            3,
            '3 = ["gain goods 1", "medal +1"]',
            "",
            "[card.3] start 3: is missing; every answer needs its branch, [] if nothing happens",
        ),
        (3, "1 = []", '"1-2" = []', "[card.3] start 2: is in two branches; leave it in one"),
        (3, "1 = []", "4 = []", "[card.3] start 4: is no branch of ask_number; the branches are 0, 1, 2, 3"),
        (9, 'no = ["then fight"]', "", "[card.9] start no: is missing"),
        (12, '"4-5" = []', "4 = []", "[card.12] balls 5: is missing"),
        (9, 'lose = ["upgrade_lose", "medal +1"]', "", "[card.9] fight lose: is missing"),
        (9, '"then fight"', '"then flight"', "[card.9] start no: goes to 'flight', which is missing; add that node"),
        (9, '"then fight"', '"medal +1"', "[card.9] fight: is never reached; let a branch go there or take it out"),
        (9, '"free_trade_ship"', '"then start"', "[card.9] start: leads back to itself; let a branch end"),
        (9, '"pay 2"', '"pay 1"', "[card.9] start needs: is 2, but a yes costs 1; write needs = 1"),
        (
            9,
            '"right1"',
            '"opposite"',
            "[card.9] fight seat: must be one of left1, left2, right1, right2, not 'opposite'",
        ),
        (9, '"ask_yes_no"', '"ask"', "[card.9] start node: must be one of ask_number, ask_yes_no"),
        (9, '"pay_pirate"', '"pay"', "[card.9] start words: must be one of gift_merchant"),
        (9, 'theme = "pirate"', 'theme = "parrot"', "[card.9] theme: must be one of merchant"),
        (10, '"gain carbon 2"', '"gain coal 2"', "[card.10] fight win: 'gain coal 2' needs a resource: ore, fuel"),
        (10, '"medal -1"', '"medal -5"', "[card.10] start yes: 'medal -5' has a wrong number; allowed: -2, -1, 1, 2"),
        (10, '"medal -1"', '"medals"', "[card.10] start yes: 'medals' is no effect; the effects are pay, gain"),
        (10, '"lock_ship"', '"lock_ship 1"', "[card.10] fight lose: 'lock_ship 1' has a wrong number; allowed: none"),
        (
            12,
            '["swap", "then balls"]',
            '["then balls", "swap"]',
            "[card.12] start yes: 'then balls' must stand at the end",
        ),
        (12, "yes = [", "yes = 3 #", "[card.12] start yes: must be a list of what happens"),
        (31, "[card.31.start]", "[card.31.begin]", "[card.31] start: is missing; every card begins with a node"),
        (5, "[card.5.start]", "[card.5]\nsong = 3\n[card.5.start]", "encounters: not readable as TOML"),
    ],
)
def test_a_wrong_deck_is_told_with_place_and_remedy(number, old, new, complaint):
    found = problems(changed(number, old, new))
    assert any(complaint in sentence for sentence in found), found
    assert all(sentence.startswith("encounters: ") for sentence in found)


def test_a_missing_card_is_told():
    found = problems(ENCOUNTERS.replace("[card.4", "[other.4"))
    assert "encounters: there are 32 cards, but [card.4] is missing; add 4" in found


def test_a_33rd_card_and_a_reading_without_its_card_or_setting_are_told():
    extra = ENCOUNTERS.replace("[other.14", "[card.33").replace('setting = "raid_14_four_is_high"\n', "")
    assert any("[card.33]: the cards are numbered 1 to 32" in sentence for sentence in problems(extra))
    lost = ENCOUNTERS.replace("[other.14", "[other.44")
    assert any("[other.44]: there is no card of this number" in sentence for sentence in problems(lost))
    named = ENCOUNTERS.replace('"raid_15_two_is_low"', '"raid"')
    assert any("[other.15] setting: must be one of goods_one" in sentence for sentence in problems(named))


def test_a_deck_without_other_readings_is_fine():
    plain = ENCOUNTERS[: ENCOUNTERS.index("# --- other readings")]
    assert parse_card_set(plain, FRIENDSHIP, SETTINGS_TEXT).encounters == CARD_SET.encounters


def test_own_words_may_stand_in_a_card():
    own = '{ story = { de = "Ein Komet!", en = "A comet!" }, ask = { de = "Wie viele?", en = "How many?" } }'
    own_set = parse_card_set(changed(29, '"gift_travellers"', own), FRIENDSHIP, SETTINGS_TEXT)
    assert own_set.encounters[29].start.words.story.de == "Ein Komet!"
    half = own.replace('en = "A comet!"', 'fr = "Une comète"')
    found = problems(changed(29, '"gift_travellers"', half))
    assert any("[card.29] start words story fr: unknown key" in sentence for sentence in found)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('people = "merchants"', 'people = "elves"', "friendship: [card.1] people: must be one of merchants, green"),
        ('perk = "rate"', 'perk = "luck"', "friendship: [card.1] perk: must be one of rate, bonus"),
        ('resource = "ore"', "", "friendship: [card.1] resource: must be one of ore"),
        ("rate = 2", "rate = 9", "friendship: [card.1] rate: must be a whole number from 1 to 3, not 9"),
        ("rate = 2", "rate = 2\nlimit = 3", "friendship: [card.1] limit: unknown key; the keys are people, perk"),
        (
            'people = "merchants"',
            'people = "green"',
            "friendship: there must be 5 cards of the merchants, not 4; add or",
        ),
        ("[card.1]", "[card.1", "friendship: not readable as TOML"),
    ],
)
def test_wrong_friendship_cards_are_told(old, new, complaint):
    found = problems(friendship=changed(1, old, new, FRIENDSHIP))
    assert any(sentence.startswith(complaint) for sentence in found), found


def test_empty_files_are_told_except_settings():
    assert problems(encounters="")[0] == "encounters: there is no [card.1]; add at least one"
    assert problems(friendship="")[0] == "friendship: there is no [card.1]; add at least one"


def test_wrong_settings_are_told():
    found = problems(settings="wear_goes_back = 1\nwear_goes = true")
    assert found[0].startswith("settings: wear_goes: unknown key; the keys are goods_one_to_one_is_once")
    assert found[1] == "settings: wear_goes_back: must be true or false, not 1"
