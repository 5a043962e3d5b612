"""Galaktico as the first sessions were asked it: they go on with every move, every page and the referee among them."""

from random import Random

import pytest

from games.galaktico.data import parse_card_set
from games.galaktico.flow import Galaktico
from games.galaktico.pieces import ACTIONS, SHIP_CARDS, SHIPS, State
from games.spine.dialogue import Chosen, HandOver, Notice, PickNumber, Result, Setup, say
from games.spine.errors import IllegalAnswer, UnknownLevel
from games.spine.session import Answered, Redone, Session, Undone
from tests.games.galaktico.playing import (
    ADA,
    CARD_SET,
    CARDS,
    CRUISER,
    DESTROYER,
    EXAMPLE,
    GAME,
    NAMES,
    Gambler,
    former_table,
    give,
    note_all,
    play_out,
    session_of,
)
from tests.games.galaktico.test_data import copied_from_the_cards


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


def ship(name):
    return say(f"galaktico.ship.{name}")


# --- before the first turn ---


@pytest.mark.parametrize(
    ("level", "names"), [("1", NAMES), ("game", NAMES[:1]), ("game", (*NAMES, "Dan")), ("game", ("Ada", "Ada"))]
)
def test_other_levels_and_other_numbers_of_players_are_refused(level, names):
    with pytest.raises(UnknownLevel):
        GAME.play(Setup("galaktico", level, names, 1, ""))


def added(prompt):
    """The rows of a sum: what it is, and its figure or its two figures."""

    def figures(value):
        values = dict(value.values)
        return values["n"] if "n" in values else (values["low"], values["high"])

    def name(words):
        return dict(words.values).get("name") or words.key.rpartition(".")[2]

    return [(name(row.words), figures(row.value)) for row in prompt.rows]


def test_a_trial_says_so_first_and_tells_on_demand_what_is_missing():
    session = session_of(flow=1)
    assert session.prompt.words == say("galaktico.trial")
    give(session, "missing")
    pages = note_all(session)
    assert [dict(page.news.values)["name"] for page in pages[:-1]] == [card.name for card in CARD_SET.assumed]
    assert pages[-1].words == say("galaktico.trial.enter")
    assert pages[0].words == say("galaktico.assumed", first=say("galaktico.entry.quanten"))
    assert give(session, "play").prompt.words == say("galaktico.who_begins")


def test_with_the_owners_cards_there_is_no_word_of_a_trial():
    session = session_of(flow=1, game=Galaktico(parse_card_set(copied_from_the_cards(CARDS))))
    assert session.prompt.words == say("galaktico.who_begins")


@pytest.mark.parametrize("players", [2, 3])
def test_two_players_set_up_the_free_sector_too(players):
    shown = note_all(give(session_of(players, flow=1), "play", "0"))
    assert (say("galaktico.set_up.two") in [prompt.words for prompt in shown]) == (players == 2)


def test_who_begins_has_the_first_turn_and_the_others_follow_clockwise():
    session = former_table(3, first=2)
    for name in ("Cleo", "Ada", "Ben", "Cleo"):
        assert session.prompt.words == say("galaktico.turn", player=name)
        give(session, "meteor", "meteor")


# --- a turn ---


def test_a_turn_counts_two_actions_and_questions_cost_none():
    session = former_table()
    assert session.prompt.news == say("galaktico.action", number=1)
    give(session, "referee", "back", "bag")
    note_all(session)
    assert session.prompt.news == say("galaktico.action", number=1)
    give(session, "move", "scout")
    assert session.prompt.news == say("galaktico.action", number=2)
    assert session.prompt.scene.moved.scout == 1


def test_a_ship_that_has_moved_is_refused():
    session = give(former_table(), "move", "destroyer", "move")
    assert refused(session, Chosen("destroyer")) == say("galaktico.refused.all_moved")
    assert give(session, "back").prompt.news == say("galaktico.action", number=2)


def test_a_deployed_ship_may_move_off_with_the_second_action():
    session = give(former_table(), "deploy")
    assert option(session, "scout").value == say("galaktico.figure", n=2)
    give(session, "scout")
    assert session.prompt.words == say("galaktico.deployed")
    note_all(session)
    assert refused(session, Chosen("deploy")) == say("galaktico.refused.station_taken")
    give(session, "move", "scout")
    assert session.prompt.words == say("galaktico.from_station")
    give(session, "yes")
    fleet = session.prompt.scene.fleets[0]
    assert (fleet.on_station, fleet.in_space.scout, fleet.supply.scout) == (None, 4, 1)


def test_a_ship_that_stays_on_the_station_stays_inactive():
    session = give(former_table(), "deploy", "scout", "move", "scout", "no")
    fleet = session.prompt.scene.fleets[0]
    assert (fleet.on_station.value, fleet.inactive) == ("scout", 8)


def test_the_bag_is_shown_to_its_owner_alone_and_closed_again():
    session = give(former_table(), "attack", "cruiser", "destroyer", "yes")
    note_all(session)
    give(session, "bag")
    cover, bag, closed = note_all(session)
    assert (type(cover), cover.audience) == (HandOver, "Ada")
    assert (bag.words, bag.audience) == (say("galaktico.bag", n=1), "Ada")
    assert (closed.words, closed.audience) == (say("galaktico.bag.closed"), None)


# --- combat ---


def test_a_combat_is_told_step_by_step():
    session = give(former_table(), "attack", "cruiser", "destroyer")
    assert session.prompt.words == say("galaktico.attack.sure")
    give(session, "yes")
    attack, defence = (
        say("galaktico.attacker", one=ship("cruiser")),
        say("galaktico.defender", one=ship("destroyer")),
    )
    shown = note_all(session)
    assert [prompt.news for prompt in shown[:4]] == [attack, defence, attack, defence]
    assert [prompt.words for prompt in shown] == [
        say(
            "galaktico.shown",
            name="Inversionsfeld",
            low=say("galaktico.list", first=say("galaktico.entry.quanten"), more=say("galaktico.entry.impuls")),
            one="Krypto Projektil",
            other="Cryo Blitz",
        ),
        say(
            "galaktico.shown",
            name="Deflektor",
            low=say("galaktico.list", first=say("galaktico.entry.krypto"), more=say("galaktico.entry.impuls")),
            one="Plasma Bombe",
            other="Korrosions Strahl",
        ),
        say("galaktico.sum.total"),
        say("galaktico.sum.total"),
        say("galaktico.captured", one=ship("destroyer"), player="Ben", other=ship("cruiser"), name="Ada"),
        say("galaktico.move_on"),
    ]
    assert added(shown[2]) == [("Krypto Projektil", (6, 1)), ("Cryo Blitz", (5, 6)), ("cruiser", 3), ("total", 21)]
    assert added(shown[3]) == [("Plasma Bombe", (5, 1)), ("Korrosions Strahl", (4, 3)), ("destroyer", 5), ("total", 18)]
    assert shown[4].news == say("galaktico.won", player="Ada")
    assert session.prompt.news == say("galaktico.action", number=2)


def test_before_the_cards_are_shown_there_is_a_way_back_that_costs_nothing():
    session = former_table(3)
    before = session.prompt
    for way in (("back",), ("cruiser", "back"), ("cruiser", "1", "back"), ("cruiser", "1", "destroyer", "no")):
        assert give(session, "attack", *way).prompt == before


def test_a_cruiser_that_loses_or_defends_is_not_told_to_move_on():
    session = give(former_table(), "meteor", "meteor", "attack", "destroyer", "cruiser", "yes")
    words = [prompt.words for prompt in note_all(session)]
    assert say("galaktico.captured", one=ship("destroyer"), player="Ben", other=ship("cruiser"), name="Ada") in words
    assert say("galaktico.move_on") not in words


@pytest.mark.parametrize("attacker", [ship.value for ship in SHIPS])
def test_k7_the_scout_bonus_is_asked_only_of_an_attacking_scout(attacker):
    session = give(former_table(), "attack", attacker, "scout")
    assert (session.prompt.words == say("galaktico.meteor_bonus")) == (attacker == "scout")
    if attacker == "scout":
        assert session.prompt.news == say("galaktico.meteor_bonus.when")


@pytest.mark.parametrize(("answer", "bonus"), [("yes", 3), ("no", 0)])
def test_k7_the_bonus_is_part_of_the_sum(answer, bonus):
    session = give(former_table(), "attack", "scout", "scout", answer, "yes")
    one, other, base, total = added(note_all(session)[2])
    assert base == (("bonus", (1, 3)) if bonus else ("scout", 1))
    assert total[1] == sum(one[1]) + sum(other[1]) + 1 + bonus


def test_k5_a_tie_tells_where_both_figures_go():
    session = give(former_table(cards=(ADA, ADA)), "attack", "cruiser", "cruiser", "yes")
    shown = note_all(session)[4:]
    assert [prompt.news for prompt in shown] == [say("galaktico.tie", n=14)] * 2
    assert [dict(prompt.words.values)["player"] for prompt in shown] == ["Ada", "Ben"]
    assert [fleet.trophies.cruiser for fleet in session.prompt.scene.fleets] == [1, 1]


def test_a_type_without_figures_cannot_fight():
    session = give(former_table(), "attack", "cruiser", "destroyer", "yes", "attack", "fighter")
    assert refused(session, Chosen("destroyer")) == say("galaktico.refused.none_in_space")
    give(session, "back", "meteor")  # Ben has no destroyer in space any more
    give(session, "attack")
    assert refused(session, Chosen("destroyer")) == say("galaktico.refused.none_in_space")


def test_with_two_players_nobody_asks_against_whom_with_three_it_is_asked():
    assert give(former_table(2), "attack", "scout").prompt.words == say("galaktico.attack.whom")
    session = give(former_table(3), "attack", "scout")
    assert keys(session) == ["1", "2", "back"]


def test_only_a_destroyer_may_choose_a_station():
    session = give(former_table(), "attack", "cruiser")
    assert refused(session, Chosen("station")) == say("galaktico.refused.only_destroyers")
    assert give(session, "back", "attack", "destroyer", "station").prompt.words == say("galaktico.storm")
    assert give(session, "no").prompt.news == say("galaktico.action", number=1)


# --- the referee ---


def test_k11_the_referee_tells_both_mirrors_of_a_space():
    session = give(former_table(), "referee", "mirror", "A", 3, 1)
    assert session.prompt.news == say("galaktico.space", name="A", first="B", low=3, more="C", high=1)
    assert session.prompt.words == say(
        "galaktico.mirrors",
        first=say("galaktico.space", name="B", first="A", low=3, more="C", high=1),
        more=say("galaktico.space", name="C", first="A", low=1, more="B", high=3),
    )


def test_with_two_players_the_third_sector_is_free():
    session = give(former_table(2), "referee", "mirror")
    assert option(session, "B").words == say("galaktico.sector", first="B", player="Ben")
    assert option(session, "C").words == say("galaktico.sector.free", first="C")


@pytest.mark.parametrize(
    ("field", "is_blocked"), [(("A", 4, 2), True), (("A", 5, 2), False), (("B", 3, 4), True), (("C", 3, 3), False)]
)
def test_k12_the_referee_refuses_a_jump_from_or_to_an_enemys_field(field, is_blocked):
    session = give(former_table(), "referee", "jump", "cruiser", "A", 3, 3, "B", "field", *field)
    if not is_blocked:
        give(session, "no_field")
    target = say("galaktico.space", name="B", first="A", low=3, more="C", high=3)
    free = say("galaktico.jump.free", first=target)
    assert session.prompt.words == (say("galaktico.jump.blocked") if is_blocked else free)


def test_k12_without_enemy_fields_a_jump_is_allowed_and_a_fighter_may_attack():
    session = give(former_table(), "referee", "jump", "fighter", "A", 1, 6, "C", "no_field")
    target = say("galaktico.space", name="C", first="A", low=6, more="B", high=1)
    assert session.prompt.words == say("galaktico.jump.fighter", first=target)


def test_ships_without_jumps_are_refused_and_rows_end_at_six():
    session = give(former_table(), "referee", "jump")
    assert refused(session, Chosen("scout")) == say("galaktico.refused.no_jumps")
    give(session, "cruiser", "A")
    assert isinstance(session.prompt, PickNumber)
    assert (session.prompt.low, session.prompt.high) == (1, 6)


@pytest.mark.parametrize("kind", SHIPS)
def test_the_referee_tells_what_a_ship_may_do(kind):
    session = give(former_table(), "referee", "ship", kind.value)
    card = SHIP_CARDS[kind]
    assert [prompt.words for prompt in note_all(session)] == [
        say("galaktico.ship_card", n=card.force, number=card.range, low=card.jumps),
        say(f"galaktico.ability.{kind.value}"),
    ]


def test_the_referee_knows_the_station_too():
    session = give(former_table(), "referee", "ship", "station")
    assert [prompt.words for prompt in note_all(session)] == [say("galaktico.ability.station")]
    assert session.prompt.words == say("galaktico.referee")


# --- the end ---


def test_k8_a_destroyed_station_ends_the_game_and_opens_the_bags():
    session = give(former_table(), "attack", "destroyer", "station", "yes")
    assert session.prompt.words == say("galaktico.end.station", player="Ada", n=8)
    note_all(session)
    no_combats, *equipment = session.outcome.history
    assert no_combats.words == say("galaktico.no_combats")
    assert len(equipment) == 2 * len(SHIPS)
    assert session.outcome.words == say("galaktico.won", player="Ada")
    assert session.outcome.results == (Result("Ada", 13, place=1), Result("Ben", 0, place=2))


def test_k10_the_third_destroyer_ends_the_game_in_the_middle_of_a_turn_and_all_combats_are_told():
    session = former_table()
    for _ in range(3):
        give(session, "attack", "cruiser", "destroyer", "yes")
        if note_all(session)[-1].words == say("galaktico.end.destroyers", player="Ada"):
            break
        give(session, "meteor", "deploy", "destroyer", "move", "destroyer")
    pages = session.outcome.history[:3]
    assert [page.news for page in pages] == [
        say("galaktico.combat", number=number, first=say("galaktico.worth", n=1)) for number in (1, 2, 3)
    ]
    assert "n=21" in str(pages[0].words)
    assert session.outcome.results == (Result("Ada", 3 + 5, place=1), Result("Ben", 0, place=2))
    assert session.outcome.words == say("galaktico.won", player="Ada")


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


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(8))
def test_games_by_chance_end_as_they_should(players, seed):
    told, outcome = play_out(seed, players, flow=1)
    for prompt, _ in told:
        if isinstance(prompt.scene, State):
            check_table(prompt.scene)
        if prompt.words.key == "galaktico.turn":
            assert all(fleet.captured(DESTROYER) < 3 for fleet in prompt.scene.fleets)
    (end,) = [prompt.words for prompt, _ in told if prompt.words.key.startswith("galaktico.end.")]
    has_lost_all = any(fleet.captured(DESTROYER) == 3 for fleet in outcome.scene.fleets)
    if end.key == "galaktico.end.destroyers":
        assert has_lost_all
    ended_by = next(result for result in outcome.results if result.player == dict(end.values)["player"])
    assert ended_by.score >= (35 if end.key == "galaktico.end.points" else 5)
    combats = sum(prompt.words.key == "galaktico.captured" for prompt, _ in told)
    assert combats == sum(fleet.trophies.total for fleet in outcome.scene.fleets)


def test_games_by_chance_end_in_different_ways():
    ends = {
        prompt.words.key
        for seed in range(8)
        for prompt, _ in play_out(seed, flow=1)[0]
        if prompt.words.key.startswith("galaktico.end.")
    }
    assert len(ends) >= 2


def test_undo_and_redo_lead_to_the_same_prompts():
    session, player, rng, most = session_of(3, seed=8, flow=1), Gambler(3), Random(3), 0
    for _ in range(8):
        for _ in range(rng.randrange(5, 40)):
            if session.prompt is not None:
                session.make(Answered(player.answer(session.prompt)))
        before, prompts, steps = session.prompt, session.prompts, rng.randrange(1, 9)
        taken_back = 0
        while taken_back < steps and session.can_undo:
            session.make(Undone())
            taken_back += 1
            assert session.prompt == prompts[-taken_back] or session.prompt.audience is not None
        for _ in range(taken_back):
            session.make(Redone())
        assert (session.prompt, session.prompts) == (before, prompts)
        most = max(most, taken_back)
    assert most >= 5


def test_a_game_is_told_whole_by_its_set_up_and_its_lines():
    session = give(former_table(3, cards=EXAMPLE), "attack", "cruiser", "1", "destroyer", "yes")
    lines = [answer.to_line() for answer in session.answers]
    again = Session.replay(GAME, session.setup, lines)
    assert (again.prompt, again.prompts) == (session.prompt, session.prompts)
    assert isinstance(again.prompt, Notice)
    assert again.prompt.scene.fleets[0].in_space.of(CRUISER) == 2
