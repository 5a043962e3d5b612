"""Encounters: the cases of the fact sheet by their ids, every branch of every card, and what is shown when."""

from dataclasses import replace

import pytest

from games.spine.dialogue import Balls, Choose, Chosen, HandOver, Noted, Notice, Number, PickNumber, ReadBalls, say
from games.spine.words import Bilingual
from games.sternenfahrer import effects, points
from games.sternenfahrer.cards import Branch, NodeKind, OwnWords
from games.sternenfahrer.deck import Deck
from games.sternenfahrer.former.encounter import Encounter
from games.sternenfahrer.pieces import Upgrade
from games.sternenfahrer.wording import upgrade_name
from tests.games.sternenfahrer.playing import (
    BLUE,
    CARD_SET,
    FIVE,
    FOUR,
    NO,
    ONE,
    RED,
    THREE,
    TWO,
    WHITE,
    YELLOW,
    YES,
    beginners,
    card,
    card_set_with,
    meet,
    with_player,
)

STATE = beginners()


def figures(encounter, seat=RED):
    """Cards, half medals and upgrades of a player after an encounter."""
    player = encounter.state.players[seat]
    return player.hand, player.half_medals, player.upgrades


# --- the cases of the sheet ---


def test_c1_paying_the_pirate_costs_two_cards_and_half_a_medal():
    encounter, _ = meet(with_player(STATE, RED, hand=5), 10, YES)
    assert figures(encounter)[:2] == (3, 0)


def test_c2_an_equal_fight_is_won():
    state = with_player(with_player(STATE, RED, cannons=1), YELLOW, cannons=2)
    encounter, prompts = meet(state, 10, NO, FOUR, THREE)
    assert figures(encounter)[:2] == (5, 2)
    assert say("sternenfahrer.won") in [prompt.news for prompt in prompts]


def test_c3_a_lost_fight_locks_a_ship_but_brings_fame():
    state = with_player(STATE, YELLOW, cannons=1)
    encounter, _ = meet(state, 10, NO, FOUR, FOUR)
    assert (encounter.state.locked, figures(encounter)[:2]) == (1, (3, 2))


def test_c4_escaping_costs_fame():
    state = with_player(with_player(STATE, RED, drives=2, half_medals=2), YELLOW, drives=2)
    encounter, _ = meet(state, 17, YES)
    assert figures(encounter)[1] == 1
    assert points.total(encounter.state, RED) == points.total(state, RED) - 1


def test_c5_who_is_caught_fights():
    state = with_player(with_player(STATE, RED, cannons=1), YELLOW, drives=2)
    encounter, _ = meet(state, 17, YES, FIVE, FIVE)
    assert figures(encounter)[:2] == (5, 2)


def test_c6_a_lost_fight_costs_an_upgrade_but_brings_fame():
    encounter, _ = meet(STATE, 17, NO, THREE, FOUR, Chosen("drive"))
    assert figures(encounter)[1:] == (2, (0, 0, 0))


def test_c7_equal_drives_are_enough_to_flee():
    encounter, _ = meet(STATE, 16, YES)
    assert figures(encounter) == (3, 1, (1, 0, 0))


def test_c8_a_full_kind_is_not_offered():
    state = with_player(STATE, RED, drives=6)
    encounter, prompts = meet(state, 16, NO, FIVE, ONE, Chosen("cannon"))
    (choice,) = (prompt for prompt in prompts if prompt.words.key == "sternenfahrer.which_gain")
    assert [option.key for option in choice.options] == ["cannon", "pod"]
    assert figures(encounter)[1:] == (2, (6, 1, 0))


def test_c9_three_of_three_cards_for_an_upgrade():
    encounter, _ = meet(STATE, 2, Number(3), Chosen("pod"))
    assert figures(encounter) == (0, 2, (1, 0, 1))


def test_c10_an_empty_hand_gives_nothing():
    state = with_player(with_player(STATE, RED, half_medals=3), WHITE, hand=0)
    encounter, _ = meet(state, 1, Number(0))
    assert figures(encounter)[:2] == (5, 1)
    assert [player.hand for player in encounter.state.players] == [5, 2, 2, 0]
    assert points.total(encounter.state, RED) == points.total(state, RED) - 1


def test_c11_one_given_one_taken():
    encounter, _ = meet(STATE, 1, Number(1))
    assert figures(encounter)[:2] == (3, 0)


def test_c13_a_raid_with_a_sum_of_four():
    encounter, _ = meet(STATE, 14, YES, FOUR)
    assert figures(encounter)[:2] == (5, 0)


@pytest.mark.parametrize(
    ("setting", "number", "answers", "usual", "otherwise"),
    [
        ("raid_14_four_is_high", 14, (YES, FOUR), (5, 0), (5, 1)),
        ("raid_15_two_is_low", 15, (YES, TWO), (5, 0), (5, 1)),
        ("escape_18_costs_medal", 18, (YES,), (3, 1), (3, 0)),
    ],
)
def test_contested_branches_follow_the_house_rule(setting, number, answers, usual, otherwise):
    encounter, _ = meet(STATE, number, *answers)
    assert figures(encounter)[:2] == usual
    encounter, _ = meet(STATE, number, *answers, cards=card_set_with(**{setting: True}).encounters)
    assert figures(encounter)[:2] == otherwise


NEXT = "sternenfahrer.effect.draw_next"
ALL_BUT_31 = tuple(number for number in CARD_SET.encounters if number != 31)


def test_c14_wear_and_tear_takes_from_more_than_eight_only_then_shuffles_and_goes_on():
    state = with_player(beginners(3), RED, drives=6, cannons=3, cards=(card(11),))
    state = with_player(state, BLUE, drives=5, cannons=3)
    state = with_player(state, YELLOW, drives=4, cannons=4, cards=(card(12),))
    encounter, _ = meet(state, 31, Chosen("drive"), following=(), discards=ALL_BUT_31, until=NEXT)
    assert [player.upgrades for player in encounter.state.players] == [(5, 3, 0), (5, 3, 0), (4, 4, 0)]
    assert (sorted(encounter.deck.pile), encounter.deck.discards) == (sorted(CARD_SET.encounters), ())
    assert (encounter.deck.shuffles, encounter.state.active) == (1, RED)


def test_after_wear_and_tear_the_same_player_meets_the_next_card():
    encounter, prompts = meet(STATE, 25, NO, Number(1), following=(29,))
    assert [step[0] for step in encounter.trail] == [25, 29]
    assert figures(encounter)[:2] == (2, 2)
    assert NEXT in [prompt.words.key for prompt in prompts]


def test_wear_and_tear_stays_out_by_house_rule():
    state = replace(STATE, settings=replace(STATE.settings, wear_goes_back=False))
    encounter, _ = meet(state, 31, following=(), discards=ALL_BUT_31, until=NEXT)
    assert sorted(encounter.deck.pile) == sorted(ALL_BUT_31)
    assert encounter.deck.discards == (31,)


def test_others_choose_what_they_lose_with_the_device_in_their_hands():
    state = with_player(STATE, WHITE, drives=6, cannons=2)
    encounter, prompts = meet(state, 32, Chosen("cannon"), until=NEXT)
    cover = next(prompt for prompt in prompts if isinstance(prompt, HandOver))
    choice = prompts[prompts.index(cover) + 1]
    assert (cover.audience, choice.audience) == ("Dan", "Dan")
    assert encounter.state.players[WHITE].upgrades == (6, 1, 0)


def test_the_council_honours_all_who_have_the_most_freight_pods():
    state = with_player(with_player(STATE, BLUE, pods=2), WHITE, pods=2)
    encounter, _ = meet(state, 32, until=NEXT)
    assert [player.half_medals for player in encounter.state.players] == [1, 2, 1, 2]


def test_the_council_honours_nobody_without_pods_or_all_by_house_rule():
    assert effects.best_freighters(STATE) == ()
    kind = replace(STATE, settings=replace(STATE.settings, council_without_pods_rewards_all=True))
    assert effects.best_freighters(kind) == (RED, BLUE, YELLOW, WHITE)


def test_w2_the_council_may_lift_an_opponent_to_fifteen_but_ends_nothing():
    state = with_player(STATE, BLUE, pods=1, whole_medals=10)
    encounter, prompts = meet(state, 32, until=NEXT)
    assert points.total(encounter.state, BLUE) == 15
    assert prompts[-1].words.key == NEXT
    assert points.winner(encounter.state) is None


def test_w1_fifteen_points_in_the_middle_of_a_card_end_it():
    state = with_player(STATE, RED, pods=1, whole_medals=10)
    encounter, prompts = meet(state, 32)
    assert points.winner(encounter.state) == RED
    assert prompts[-1].words.key == "sternenfahrer.effect.medal_gain"


# --- medals, gifts and what cannot be done ---


def test_k2_k3_k4_half_medals_never_fall_below_none_and_whole_ones_stay():
    state = with_player(STATE, RED, half_medals=0, whole_medals=1)
    encounter, prompts = meet(state, 3, Number(0))
    assert (encounter.state.current.half_medals, encounter.state.current.whole_medals) == (0, 1)
    assert prompts[-1].words == say("sternenfahrer.effect.no_medal", player=encounter.state.current.name)
    lost = effects.change_medals(with_player(STATE, RED, whole_medals=1), RED, -1)
    assert (lost.current.half_medals, lost.current.whole_medals) == (0, 1)
    assert points.total(lost, RED) == points.total(STATE, RED) + 1
    gained = effects.change_medals(STATE, RED, 1)
    worth = [points.medal_points(one.current) for one in (STATE, gained, effects.change_medals(gained, RED, -1))]
    assert worth == [0, 1, 0]


def test_an_empty_box_gives_no_half_medal():
    state = with_player(STATE, BLUE, half_medals=37)
    encounter, prompts = meet(state, 29, Number(1))
    assert encounter.state.current.half_medals == 1
    assert prompts[-1].words == say("sternenfahrer.effect.no_medal_left", player=state.current.name)


def test_who_has_none_to_lose_is_told_so_even_with_an_empty_box():
    state = with_player(with_player(STATE, BLUE, half_medals=38), RED, half_medals=0)
    assert not state.half_medals_left
    _, prompts = meet(state, 3, Number(0))
    assert prompts[-1].words == say("sternenfahrer.effect.no_medal", player=state.current.name)


def test_everybody_hears_whose_upgrade_goes_back_and_whom_the_next_encounter_awaits():
    state = with_player(with_player(STATE, BLUE, drives=6, cannons=3), RED, drives=6, cannons=3)
    _, prompts = meet(state, 31, Chosen("drive"), Chosen("cannon"), until="sternenfahrer.effect.draw_next")
    told = [prompt.words for prompt in prompts if prompt.words.key == "sternenfahrer.effect.upgrade_lose"]
    assert told == [
        say("sternenfahrer.effect.upgrade_lose", player=state.players[seat].name, one=upgrade_name(upgrade))
        for seat, upgrade in ((RED, Upgrade.DRIVE), (BLUE, Upgrade.CANNON))
    ]
    assert prompts[-1].words == say("sternenfahrer.effect.draw_next", player=state.players[RED].name)


def test_who_gave_the_false_merchant_nothing_gets_nothing_back():
    _, prompts = meet(STATE, 7, Number(0), YES, FIVE, ONE)
    assert say("sternenfahrer.effect.no_gift") in [prompt.words for prompt in prompts]


def test_a_gift_is_no_larger_than_the_hand():
    _, prompts = meet(with_player(STATE, RED, hand=2), 29, Number(0))
    (question,) = (prompt for prompt in prompts if isinstance(prompt, PickNumber))
    assert (question.low, question.high) == (0, 2)
    assert question.refusal(Number(3)) == say("refused.range", low=0, high=2)


@pytest.mark.parametrize(("number", "needs"), [(9, 2), (10, 2), (11, 2), (12, 1), (13, 1), (14, 1), (15, 1)])
def test_who_cannot_pay_cannot_say_yes(number, needs):
    poor = with_player(STATE, RED, hand=needs - 1)
    _, prompts = meet(poor, number, NO, *((FIVE, ONE) if number < 12 else ()))
    (question,) = (prompt for prompt in prompts if isinstance(prompt, Choose) and prompt.options[0].key == "yes")
    assert question.refusal(YES) == say("sternenfahrer.refused.too_few_cards")
    _, prompts = meet(with_player(STATE, RED, hand=needs), number, YES, *((FIVE,) if number >= 12 else ()))


def test_the_false_merchant_gives_back_what_was_given_when_beaten():
    encounter, _ = meet(STATE, 7, Number(2), YES, FIVE, ONE)
    assert figures(encounter)[:2] == (3, 2)
    encounter, _ = meet(STATE, 7, Number(2), NO)
    assert figures(encounter)[:2] == (1, 1)
    encounter, _ = meet(STATE, 8, Number(2), YES, ONE, FIVE)
    assert (figures(encounter)[:2], encounter.state.locked) == ((1, 1), 1)


def test_swapped_cards_are_kept_or_forfeited():
    encounter, _ = meet(STATE, 12, YES, FOUR)
    assert figures(encounter)[:2] == (4, 1)
    encounter, prompts = meet(STATE, 12, YES, THREE)
    assert figures(encounter)[:2] == (2, 0)
    assert say("sternenfahrer.effect.swap_other") in [prompt.words for prompt in prompts]
    free = replace(STATE, settings=replace(STATE.settings, swap_must_differ=False))
    _, prompts = meet(free, 12, YES, THREE)
    assert "sternenfahrer.effect.swap" in [prompt.words.key for prompt in prompts]


def test_what_cannot_be_lost_gained_or_locked_is_passed_over():
    bare = with_player(STATE, RED, drives=0)
    encounter, prompts = meet(bare, 17, NO, ONE, FIVE)
    assert (figures(encounter)[1:], prompts[-2].words.key) == ((2, (0, 0, 0)), "sternenfahrer.effect.no_upgrade")
    full = with_player(STATE, RED, drives=6, cannons=6, pods=5)
    encounter, prompts = meet(full, 2, Number(3))
    assert (figures(encounter)[1], prompts[-2].words.key) == (2, "sternenfahrer.effect.no_upgrade_left")
    locked = replace(STATE, locked=1)
    encounter, prompts = meet(locked, 5, Number(0))
    assert (encounter.state.locked, prompts[-2].words.key) == (1, "sternenfahrer.effect.no_ship")
    lonely = beginners()
    for seat in (BLUE, YELLOW, WHITE):
        lonely = with_player(lonely, seat, hand=0)
    _, prompts = meet(lonely, 1, Number(0))
    assert "sternenfahrer.effect.all_empty" in [prompt.words.key for prompt in prompts]


def test_a_free_trade_ship_is_owed_until_it_is_set():
    encounter, _ = meet(STATE, 29, Number(3))
    assert (encounter.state.current.owed_ships, encounter.state.current.trade_ships) == (1, 0)


def test_duels_ask_the_right_neighbour_to_shake():
    for number, name in ((9, "Dan"), (10, "Cleo"), (11, "Ben"), (17, "Cleo")):
        _, prompts = meet(STATE, number, NO, FIVE, ONE)
        shaken = [dict(prompt.words.values)["player"] for prompt in prompts if isinstance(prompt, ReadBalls)]
        assert shaken == ["Ada", name]
    for number, name in ((9, "Cleo"), (10, "Ben"), (11, "Ben"), (17, "Cleo")):
        _, prompts = meet(beginners(3), number, NO, FIVE, ONE)
        shaken = [dict(prompt.words.values)["player"] for prompt in prompts if isinstance(prompt, ReadBalls)]
        assert shaken == ["Ada", name]


@pytest.mark.parametrize("balls", [("black", "black"), ("red", "red"), ("red",), ("red", "blue", "yellow")])
def test_impossible_balls_are_refused(balls):
    _, prompts = meet(STATE, 19, YES, FIVE, ONE)
    shake = next(prompt for prompt in prompts if isinstance(prompt, ReadBalls))
    assert shake.refusal(Balls(balls)) is not None
    assert shake.refusal(Balls(("yellow", "yellow"))) is None


# --- every branch ---

SUMS = (ONE, TWO, THREE, FOUR, FIVE)


def candidates(prompt):
    """All answers worth trying at a prompt."""
    match prompt:
        case Notice() | HandOver():
            return [Noted()]
        case Choose():
            return [Chosen(option.key) for option in prompt.options if option.refused is None]
        case PickNumber():
            return [Number(value) for value in range(prompt.low, prompt.high + 1)]
    return list(SUMS)


def walk(state, number, taken, cards=CARD_SET.encounters):
    """Play a card in all ways and note every branch taken; later cards are played in one way only."""
    ways = [[]]
    while ways:
        way = ways.pop()
        encounter = Encounter(state, Deck("key", (number, 29, 30, 28), ()), cards)
        dialogue = encounter.play()
        prompt = next(dialogue)
        try:
            for answer in way:
                prompt = dialogue.send(answer)
            while True:
                answers = candidates(prompt)
                is_first_card = len(encounter.deck.discards) == 1 and not encounter.deck.shuffles
                if is_first_card:
                    ways += [[*way, answer] for answer in answers[1:]]
                way.append(answers[0])
                prompt = dialogue.send(answers[0])
        except StopIteration:
            taken.update(step for step in encounter.trail if step[0] == number)


def test_every_branch_of_every_card_is_played(capsys):
    slow = with_player(with_player(with_player(STATE, BLUE, drives=4), YELLOW, drives=4), WHITE, drives=4)
    taken = set()
    for number in CARD_SET.encounters:
        for state in (STATE, slow):
            walk(state, number, taken)
    wanted = {branch for one in CARD_SET.encounters.values() for branch in one.branches()}
    with capsys.disabled():
        print(
            f"\nencounters: {len(taken & wanted)} of {len(wanted)} branches of {len(CARD_SET.encounters)} cards played"
        )
    assert taken == wanted


def test_other_readings_are_played_in_every_branch_too():
    readings = card_set_with(raid_14_four_is_high=True, raid_15_two_is_low=True, escape_18_costs_medal=True).encounters
    taken = set()
    for number in (14, 15, 18):
        for state in (STATE, with_player(STATE, BLUE, drives=4)):
            walk(state, number, taken, readings)
    assert taken == {branch for number in (14, 15, 18) for branch in readings[number].branches()}


# --- nothing before its time ---


def shown_before_the_answer(number):
    """The prompts of a card up to its question."""
    dialogue = Encounter(STATE, Deck("key", (number,)), CARD_SET.encounters).play()
    prompts = [next(dialogue)]
    while isinstance(prompts[-1], Notice):
        prompts.append(dialogue.send(Noted()))
    return prompts


def test_c12_only_the_question_is_shown_until_the_answer_is_fixed():
    for number in range(1, 31):
        story, question = shown_before_the_answer(number)
        assert story.words.key.startswith("sternenfahrer.story.")
        assert question.words.key.startswith("sternenfahrer.ask.")
        assert story.news == say("sternenfahrer.encounter")
        told = repr([story, question])
        assert "theme" not in told
        assert "effect" not in told


@pytest.mark.parametrize(
    "alike", [range(1, 9), range(9, 12), (12, 13), (14, 15), range(16, 19), range(19, 22), range(22, 25), range(25, 28)]
)
def test_cards_with_the_same_question_cannot_be_told_apart_before_the_answer(alike):
    first, *others = [shown_before_the_answer(number) for number in alike]
    assert all(other == first for other in others)


def test_the_travellers_cannot_be_told_apart_either():
    assert shown_before_the_answer(28) == shown_before_the_answer(29) == shown_before_the_answer(30)


def test_own_words_are_told_in_the_place_of_ours():
    start = CARD_SET.encounters[29].start
    words = OwnWords(Bilingual("Ein Komet!", "A comet!"), Bilingual("Wie viele?", "How many?"))
    own = replace(
        CARD_SET.encounters[29], theme=Bilingual("Komet", "Comet"), nodes={"start": replace(start, words=words)}
    )
    _, prompts = meet(STATE, 29, Number(1), cards={29: own})
    assert [prompt.words for prompt in prompts[:2]] == [
        say("level.rule", rule=words.story),
        say("sternenfahrer.own_title", name=words.ask),
    ]
    assert prompts[-1].news == say("sternenfahrer.own_title", name=own.theme)


def test_a_node_finds_its_branch_by_any_of_its_outcomes():
    node = CARD_SET.encounters[14].nodes["balls"]
    assert node.kind is NodeKind.SHAKE_BALLS
    assert isinstance(node.branch("4"), Branch)
    assert node.branch("4") == node.branch("3") != node.branch("5")
