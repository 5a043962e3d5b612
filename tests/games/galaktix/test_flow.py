"""Galaktix as a dialogue: what is asked when, and whole random games through a session."""

import tomllib
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.boxes.galaktix.look_ups import look_ups
from games.galaktix import rules
from games.galaktix.data import parse_book
from games.galaktix.dice import throw_rest
from games.galaktix.flow import Galaktix
from games.galaktix.pieces import COLOURS, FACES, Effects, FlagEffect, Road, RocketEffect, Spot, Step
from games.galaktix.players import NO_DICE, play_game
from games.galaktix.rules import Landing, parts_due, take_parts
from games.galaktix.simulate import player_maker
from games.spine.dialogue import (
    FLOW,
    Bilingual,
    Choose,
    Chosen,
    Dice,
    Noted,
    Notice,
    Option,
    ReadDice,
    Setup,
    Sign,
    Text,
    say,
)
from games.spine.errors import UnknownLevel
from games.spine.session import Answered, Redone, Session, Undone

FOLDER = files("games.galaktix")
BOOK = parse_book(*((FOLDER / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml")))
GAME = Galaktix(BOOK)
LEVELS = [level.id for level in BOOK.levels]


def session_of(level="1", game=GAME, flow=FLOW):
    return Session(game, Setup("galaktix", level, ("Ada",), seed=1, data=game.data, flow=flow))


def game_with(**changes):
    """Galaktix with level 1 changed."""
    first, *others = BOOK.levels
    return Galaktix(replace(BOOK, levels=(replace(first, **changes), *others)))


def answered(session, *answers):
    for answer in answers:
        session.make(Answered(answer))
    return session


def thrown(session, faces):
    """The session after its notices and a throw given as in "3 blue 2 tool"."""
    while isinstance(session.prompt, Notice):
        answered(session, Noted())
    assert isinstance(session.prompt, ReadDice)
    return answered(session, dice(faces))


def dice(faces):
    words = faces.split()
    return Dice(tuple(face for count, face in zip(words[::2], words[1::2], strict=True) for _ in range(int(count))))


def keys(session):
    return [option.key for option in session.prompt.options]


# --- what is asked ---


def test_a_level_begins_with_its_rule_and_its_set_up_and_then_all_dice_are_thrown():
    session = session_of("7")
    assert isinstance(session.prompt, Notice)
    assert session.prompt.words == say("level.rule", rule=BOOK.level("7").rule)
    answered(session, Noted())
    assert isinstance(session.prompt, Notice)
    answered(session, Noted())
    assert isinstance(session.prompt, ReadDice)
    assert (session.prompt.count, session.prompt.faces, session.prompt.watch) == (5, FACES, None)


def test_an_unknown_level_is_named_before_anything_is_asked():
    with pytest.raises(UnknownLevel, match="'99'"):
        session_of("99")


def test_a_throw_without_tools_leads_straight_to_the_roads():
    session = thrown(session_of(), "3 blue 2 purple")
    assert keys(session) == ["blue", "purple", "return"]
    blue, purple, _ = session.prompt.options
    assert (blue.mark, blue.refused, blue.value) == ("blue", None, say("galaktix.gain", n=1))
    assert [sign.name for sign in blue.signs] == ["rocket.white"]
    assert purple.refused == say("galaktix.refused.swirl", road=say("face.purple"))
    assert session.prompt.start == "blue"
    assert session.prompt.refusal(Chosen("purple")) is not None
    answered(session, Chosen("blue"))
    assert session.prompt.news == say("galaktix.news.white", road=say("face.blue"), field=3)
    assert session.prompt.scene.camp == (10, 0, 0)


def signs_of(option):
    return [sign.name for sign in option.signs]


def test_a_road_tells_its_points_and_only_what_is_to_be_had_there():
    """On board 1 field 3 of blue has an extra rocket; a supply without one has nothing to give."""
    (blue, *_) = thrown(session_of(), "3 blue 2 purple").prompt.options
    assert (blue.value, signs_of(blue)) == (say("galaktix.gain", n=1), ["rocket.white"])
    (blue, *_) = thrown(session_of(game=game_with(supply=(0, 0, 0))), "3 blue 2 purple").prompt.options
    assert (blue.value, signs_of(blue)) == (say("galaktix.gain", n=1), [])


def test_a_flag_counts_among_the_points_of_a_road():
    flagged = game_with(flags=(Spot(Road.BLUE, 3),), flag_points=4)
    (blue, *_) = thrown(session_of(game=flagged), "3 blue 2 purple").prompt.options
    assert (blue.value, signs_of(blue)) == (say("galaktix.gain", n=5), ["rocket.white", "flag"])


def test_a_road_tells_the_rocket_unless_it_is_white_and_the_swirl_it_would_land_on():
    """Field 2 of purple is a swirl on board 1: only the black rocket lands there, on field 3 the grey one."""
    mixed = thrown(session_of(game=game_with(camp=(5, 1, 1))), "3 blue 2 purple").prompt.options
    told = {option.key: (option.lead and option.lead.name, signs_of(option)) for option in mixed}
    assert told["blue"] == (None, ["rocket.white"])
    assert told["purple:grey"] == ("rocket.grey", [])
    assert told["purple:black"] == ("rocket.black", ["swirl"])


def test_throwing_dice_again_is_the_re_roll_and_a_third_throw_is_refused():
    session = thrown(session_of(), "3 blue 2 purple")
    watch = session.prompt.watch
    assert (watch.refused, watch.lying, watch.read.all_thrown) == (None, dice("3 blue 2 purple"), False)
    answered(session, dice("4 blue 1 pink"))
    assert keys(session) == ["pink", "blue", "return"]
    assert session.prompt.watch.lying == dice("4 blue 1 pink")
    assert session.prompt.refusal(dice("5 blue")) == say("galaktix.third_throw")


def test_parts_come_with_the_road_and_nobody_is_asked_for_them():
    session = thrown(session_of(), "2 tool 3 blue")
    assert keys(session) == ["blue", "fewer", "return"]
    assert session.prompt.news == say("galaktix.parts_or_again", n=1)
    assert session.prompt.watch.refused is None, "dice may still be thrown again"
    answered(session, Chosen("blue"))
    assert (session.prompt.scene.parts, session.prompt.scene.supply_parts) == (1, 14)


def test_parts_can_be_taken_one_by_one_or_left():
    session = answered(thrown(session_of(), "4 tool 1 blue"), Chosen("fewer"))
    assert keys(session) == ["0", "1"]
    assert session.prompt.refusal(dice("5 blue")) == say("galaktix.reroll_closed")
    for count in (0, 1):
        answered(session, Chosen(str(count)))
        assert session.prompt.scene.parts == count
        assert keys(session) == ["blue", "return"], "and it is not asked again"
        session.make(Undone())


def test_a_part_that_comes_with_the_road_may_occupy_what_that_road_skips():
    session = answered(thrown(session_of(), "2 tool 3 blue"), Chosen("blue"))
    other = answered(thrown(session, "3 blue 2 tool"), Chosen("blue"))
    assert other.prompt.scene.parts >= 1


def test_whoever_wants_to_builds_from_parts_although_white_rockets_remain():
    session = thrown(session_of(game=game_with(parts=2)), "2 purple 3 blue")
    assert keys(session) == ["blue", "purple", "build", "return"]
    answered(session, Chosen("build"))
    assert keys(session) == ["blue:built"], "the swirl is no place for two parts either"
    after = answered(session, Chosen("blue:built")).prompt.scene
    assert (after.parts, after.laid_parts, after.flown) == (0, 2, (0, 0, 0))
    assert after.camp == (11, 0, 0), "the extra field's rocket, and none was used"


def test_two_parts_that_the_tools_bring_can_be_built_with_at_once():
    session = thrown(session_of(), "4 tool 1 blue")
    assert keys(session) == ["blue", "build", "fewer", "return"]
    after = answered(session, Chosen("build"), Chosen("blue:built")).prompt.scene
    assert (after.parts, after.supply_parts, after.camp) == (0, 13, (10, 0, 0))


def test_the_first_flow_asks_for_parts_and_does_not_offer_to_build():
    session = thrown(session_of(flow=1), "2 tool 3 blue")
    assert keys(session) == ["take", "leave"]
    assert session.prompt.watch.refused is None
    answered(session, Chosen("take"))
    assert session.prompt.scene.parts == 1
    assert keys(session) == ["blue", "return"]
    assert session.prompt.refusal(dice("5 blue")) == say("galaktix.reroll_closed")
    many = thrown(session_of(game=game_with(parts=2), flow=1), "2 purple 3 blue")
    assert keys(many) == ["blue", "purple", "return"]
    left = answered(thrown(session_of(flow=1), "4 tool 1 blue"), Chosen("leave"))
    assert left.prompt.scene.parts == 0


def test_a_level_without_re_roll_says_so():
    session = thrown(session_of(game=game_with(rerolls=0)), "3 blue 2 pink")
    assert session.prompt.refusal(dice("5 blue")) == say("galaktix.no_reroll")


def test_a_level_with_two_re_rolls_takes_two():
    session = thrown(session_of(game=game_with(rerolls=2)), "3 blue 2 pink")
    answered(session, dice("4 blue 1 pink"), dice("5 blue"))
    assert session.prompt.refusal(dice("5 pink")) == say("galaktix.third_throw")


def test_a_skipped_extra_field_is_offered_to_parts_and_may_be_left():
    session = thrown(session_of(game=game_with(parts=2)), "4 blue 1 pink")
    answered(session, Chosen("blue"))
    assert keys(session) == ["3", "done"]
    assert session.prompt.refusal(dice("5 blue")) == say("galaktix.reroll_closed")
    left = answered(session, Chosen("done")).prompt.scene
    assert (left.parts, left.camp) == (2, (9, 0, 0))
    session.make(Undone())
    taken = answered(session, Chosen("3")).prompt.scene
    assert (taken.parts, taken.camp) == (1, (10, 0, 0))


def test_no_part_is_asked_for_where_it_would_gain_nothing():
    session = thrown(session_of(game=game_with(parts=2)), "2 green 3 pink")
    answered(session, Chosen("green"))
    assert isinstance(session.prompt, ReadDice)


def test_a_rocket_may_be_returned_although_a_landing_is_possible():
    session = answered(thrown(session_of(), "3 blue 2 pink"), Chosen("return"))
    assert isinstance(session.prompt, ReadDice)
    assert (session.prompt.scene.camp, session.prompt.scene.supply) == ((9, 0, 0), (6, 0, 0))
    assert session.prompt.news == say("galaktix.news.returned")


def test_with_several_kinds_in_the_camp_the_player_says_which_one_goes_back():
    session = thrown(session_of(game=game_with(camp=(1, 1, 0), parts=2)), "3 blue 2 pink")
    answered(session, Chosen("return"))
    assert keys(session) == ["white", "grey", "built"]
    after = answered(session, Chosen("built")).prompt.scene
    assert (after.camp, after.parts, after.supply_parts) == ((1, 1, 0), 0, 17)


def test_every_kind_of_rocket_that_makes_a_difference_has_its_own_line():
    session = thrown(session_of(game=game_with(camp=(1, 1, 1), parts=2)), "2 purple 3 green")
    assert keys(session) == ["green", "green:grey", "purple:grey", "purple:black", "build", "return"]
    built = thrown(session_of(game=game_with(camp=(0, 0, 1), parts=2)), "5 green")
    assert keys(built) == ["green:black", "green:built", "return"]


def test_without_a_rocket_the_open_re_roll_is_the_last_chance():
    game = game_with(camp=(0, 0, 0), parts=0)
    session = thrown(session_of(game=game), "1 tool 4 blue")
    assert [option.key for option in session.prompt.options] == ["again", "end"]
    assert session.prompt.refusal(Chosen(session.prompt.start)) == say("galaktix.throw_to_save"), "OK ends nothing"
    assert answered(session, Chosen("end")).outcome.words == say("galaktix.end.no_rocket")
    session = answered(thrown(session_of(game=game), "1 tool 4 blue"), dice("4 tool 1 blue"))
    assert keys(session) == ["blue:built", "fewer", "return"]


def test_who_leaves_the_last_parts_has_nothing_to_fly_with_and_the_game_is_over():
    session = thrown(session_of(game=game_with(camp=(0, 0, 0), parts=0)), "4 tool 1 blue")
    assert answered(session, Chosen("fewer"), Chosen("1")).outcome is not None


def test_a_session_of_an_older_flow_is_asked_as_it_was():
    game = game_with(camp=(0, 0, 0), parts=0)
    session = session_of(game=game)
    older = Session(game, replace(session.setup, flow=1))
    while not isinstance(older.prompt, ReadDice):
        older.make(Answered(Noted()))
    older.make(Answered(dice("1 tool 4 blue")))
    assert [option.key for option in older.prompt.options] == ["end"]


def test_the_game_is_over_at_once_when_the_last_chance_fails():
    game = game_with(camp=(0, 0, 0), parts=0)
    session = answered(thrown(session_of(game=game), "1 tool 4 blue"), dice("1 tool 4 pink"))
    assert session.outcome is not None
    assert session.outcome.results[0].score == 0


# --- whole games ---


def random_answer(prompt, rng):
    """Any legal answer, a re-roll included."""
    match prompt:
        case Notice():
            return Noted()
        case ReadDice():
            return faces_of(throw_rest(NO_DICE, rng))
        case Choose(options=options, watch=watch):
            if watch is not None and watch.refused is None and rng.random() < 0.4:
                return faces_of(throw_rest(NO_DICE, rng))
            return Chosen(rng.choice([option.key for option in options if option.refused is None]))
    raise AssertionError(f"Galaktix does not ask {prompt}")


def faces_of(counts):
    return Dice(tuple(face for face, count in zip(FACES, counts, strict=True) for _ in range(count)))


def check_invariants(state):
    level = state.level
    for colour in COLOURS:
        there = state.camp[colour] + state.supply[colour] + state.flown[colour]
        assert there == level.camp[colour] + level.supply[colour]
        assert min(state.camp[colour], state.supply[colour], state.flown[colour]) >= 0
    assert state.parts + state.supply_parts + state.laid_parts == level.parts + level.supply_parts
    assert min(state.parts, state.supply_parts, state.laid_parts) >= 0
    roads = sum(level.board.points[height] for height in state.heights)
    assert state.points == roads + level.flag_points * len(state.flags)
    assert len(set(state.flags)) == len(state.flags)


@pytest.mark.parametrize("flow", [1, FLOW])
@pytest.mark.parametrize("level", LEVELS)
def test_random_games_keep_every_piece_and_replay_to_the_same_state(level, flow):
    rng = Random(int(level))
    session, lines, scenes = session_of(level, flow=flow), [], []
    while session.prompt is not None:
        prompt = session.prompt
        check_invariants(prompt.scene)
        if isinstance(prompt, Choose):
            assert any(option.refused is None for option in prompt.options)
            assert prompt.start in (None, "again") or prompt.refusal(Chosen(prompt.start)) is None
        entry = Answered(random_answer(prompt, rng))
        session.make(entry)
        lines.append(entry.to_line())
        scenes.append(prompt.scene)
    check_invariants(session.outcome.scene)
    assert session.outcome.scene.step is Step.OVER
    assert session.outcome.results[0].score == session.outcome.scene.points
    heights = [sum(scene.heights) for scene in scenes]
    assert heights == sorted(heights), "no rocket ever comes down"
    again = Session.replay(GAME, session.setup, lines)
    assert (again.outcome, again.prompts) == (session.outcome, session.prompts)


@settings(max_examples=40, deadline=None)
@given(level=st.sampled_from(LEVELS), seed=st.integers(0, 10**6), steps=st.integers(1, 60), back=st.integers(1, 10))
def test_undo_then_redo_leads_to_the_same_state(level, seed, steps, back):
    rng = Random(seed)
    session = session_of(level)
    for _ in range(steps):
        if session.prompt is not None:
            session.make(Answered(random_answer(session.prompt, rng)))
    answers, prompt, outcome = session.answers, session.prompt, session.outcome
    back = min(back, len(answers))
    for _ in range(back):
        session.make(Undone())
    assert session.answers == answers[: len(answers) - back]
    for _ in range(back):
        session.make(Redone())
    assert (session.answers, session.prompt, session.outcome) == (answers, prompt, outcome)


@pytest.mark.parametrize("name", ["greedy", "planner"])
@pytest.mark.parametrize("level", ["1", "9", "14", "20"])
@pytest.mark.parametrize("flow", [1, FLOW])
def test_the_same_decisions_give_the_same_score_through_the_dialogue(level, name, flow):
    chosen = BOOK.level(level)
    rng = Random(7)
    expected = play_game(chosen, player_maker(name, chosen)(rng), rng)
    session, rng = session_of(level, flow=flow), Random(7)
    player = player_maker(name, chosen)(rng)
    while session.prompt is not None:
        session.make(Answered(decided(session.prompt, player, rng)))
    assert session.outcome.scene == expected
    assert session.outcome.results[0].score == expected.points


def decided(prompt, player, rng):
    """The computer player's decision as an answer to a prompt."""
    state = prompt.scene
    if isinstance(prompt, Notice):
        return Noted()
    if isinstance(prompt, ReadDice):
        return faces_of(throw_rest(NO_DICE, rng))
    if prompt.watch.refused is None:
        kept = player.keep(state)
        if kept != state.dice:
            return faces_of(throw_rest(kept, rng))
    options = [option.key for option in prompt.options]
    if "take" in options:
        return Chosen("take" if player.take(state) else "leave")
    if state.step is Step.OCCUPY:
        field = player.occupy(state)
        return Chosen("done" if field is None else str(field))
    if "end" in options:
        return Chosen("end")
    if "fewer" in options:
        due = parts_due(state)
        taken = player.take(state)
        if taken < due:
            return Chosen("fewer")
    if "0" in options:
        return Chosen(str(player.take(state)))
    if "return" not in options:
        return Chosen(player.move(state).key)
    move = player.move(take_parts(state, parts_due(state)) if state.step is Step.DECIDE else state)
    if not isinstance(move, Landing):
        return Chosen("return")
    return Chosen(move.road.key if move.rocket.key == "white" else f"{move.road.key}:{move.rocket.key}")


# --- words ---


def texts_in(value):
    """All texts inside a prompt or a value, nested ones included."""
    if isinstance(value, Text):
        yield value
        for _, inner in value.values:
            yield from texts_in(inner)
    elif isinstance(value, Option):
        for inner in (value.words, value.refused, value.value, value.lead, value.signs):
            yield from texts_in(inner)
    elif isinstance(value, Sign):
        yield from texts_in(value.words)
    elif isinstance(value, tuple):
        for inner in value:
            yield from texts_in(inner)


def looked_up(level):
    """Everything the menu shows beside a level, each row of it opened once."""
    for look_up in look_ups(rules.start(level)):
        leading = look_up.lead()
        prompt = next(leading)
        yield prompt
        if look_up.key == "signs":
            for option in prompt.options:
                page = leading.send(Chosen(option.key))
                while isinstance(page, Notice):
                    yield page
                    page = leading.send(Noted())


def test_every_text_of_the_game_is_in_the_catalogue_and_none_is_there_for_nothing():
    own = tomllib.loads((files("device.boxes.galaktix") / "texts.toml").read_text(encoding="utf-8"))
    shared = [
        tomllib.loads((files("device.words") / "texts" / f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("device", "pieces")
    ]
    used = {"game.galaktix", "galaktix.look_at_board"}  # on the shelf, and at the desk for a choice
    rng = Random(3)
    many, nothing = game_with(camp=(50, 5, 5)), game_with(supply=(0, 0, 0), supply_parts=0)
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in ("boards.toml", "levels.toml")]
    home = Galaktix(parse_book(*texts, house=texts))
    at_home = [(home, level) for level in ("1", "16")]
    special = [RocketEffect(advance=2, swirls=True, points=3), RocketEffect()]
    flags = [FlagEffect(rocket, parts=1, by_part=False) for rocket in (None, *COLOURS)]
    at_home += [
        (game_with(effects=Effects(grey, black, flag, 2), flags=BOOK.level("3").flags, flag_points=points), "1")
        for grey, black in (special, special[::-1])
        for flag in flags
        for points in (0, 2)
    ]
    for game, level in [*((GAME, level) for level in LEVELS * 8), *[(many, "1")] * 10, (nothing, "1"), *at_home]:
        session = session_of(level, game)
        while session.prompt is not None:
            prompt = session.prompt
            watch = prompt.watch
            found = [prompt.words, prompt.news, getattr(prompt, "options", ())]
            found += [watch.refused, watch.read.words] if watch else []
            used |= {text.key for value in found for text in texts_in(value)}
            session.make(Answered(random_answer(prompt, rng)))
        used.add(session.outcome.words.key)
    for level in [*GAME.content.levels, *(game.content.level(level) for game, level in at_home)]:
        for prompt in looked_up(level):
            used |= {text.key for text in texts_in((prompt.words, prompt.news, getattr(prompt, "options", ())))}
    missing = used - own.keys() - shared[0].keys() - shared[1].keys()
    assert not missing
    elsewhere = ("galaktix.sheet.", "galaktix.live.")  # printed, and on the page
    assert not {key for key in own if key not in used and not key.startswith(elsewhere)}
    for key, entry in own.items():
        assert entry["de"] and entry["en"] and entry["place"], key


def test_letters_of_the_faces_are_unique_in_each_language():
    own = tomllib.loads((files("device.words") / "texts" / "pieces.toml").read_text(encoding="utf-8"))
    for language in ("de", "en"):
        assert len({own[f"letter.{face}"][language] for face in FACES}) == len(FACES)


def test_letters_of_a_face_are_how_its_name_begins():
    own = tomllib.loads((files("device.words") / "texts" / "pieces.toml").read_text(encoding="utf-8"))
    for language in ("de", "en"):
        assert [own[f"letter.{face}"][language] for face in FACES] == [
            own[f"face.{face}"][language][:2] for face in FACES
        ]


def test_words_of_levels_travel_in_both_languages():
    title = session_of("1").prompt.news
    assert dict(title.values)["name"] == Bilingual("Abflug", "Lift-off")
