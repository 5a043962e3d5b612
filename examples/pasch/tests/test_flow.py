"""Pasch as a dialogue: what is asked when, whole games through a session, and what stands in the texts."""

from importlib.resources import files
from random import Random

import pytest
from pasch import rules
from pasch.box import BOX
from pasch.data import parse_book
from pasch.drawing import drawing
from pasch.flow import Pasch
from pasch.pieces import FACES, Line

from device.screens.content import Waiting
from device.screens.places import ROOMS, ROW_WIDTH, VALUE_GAP, fits
from device.screens.render import render
from device.screens.typeface import has_letter, width
from device.words.catalogue import LANGUAGES, Catalogue, all_entries, placeholders, read_entries
from games.spine.dialogue import Choose, Chosen, Dice, Noted, Notice, ReadDice, Result, Setup, say
from games.spine.errors import UnknownLevel
from games.spine.session import Answered, Session, Undone

GAME = Pasch(parse_book((files("pasch") / "levels.toml").read_text(encoding="utf-8")))
TEXTS = files("pasch") / "texts.toml"
OWN = read_entries("texts.toml", TEXTS.read_text(encoding="utf-8"))
WORDS = {language: Catalogue(language, all_entries([BOX.texts_in]), is_strict=True) for language in LANGUAGES}
NAMES = ("Ada", "Ben", "Cleo", "Dora")


def session_of(level="1", players=1):
    return Session(GAME, Setup("pasch", level, NAMES[:players], seed=1, data=GAME.data))


def begun(level="1", players=1):
    session = session_of(level, players)
    while isinstance(session.prompt, Notice):
        session.make(Answered(Noted()))
    return session


def thrown(session, *throws):
    for faces in throws:
        session.make(Answered(dice(faces)))
    return session


def dice(faces):
    return Dice(tuple(faces))


def any_answer(prompt, rng):
    match prompt:
        case Notice():
            return Noted()
        case ReadDice():
            return dice(rng.choices(FACES, k=5))
        case Choose(options=options, watch=watch):
            if watch.refused is None and rng.random() < 0.5:
                return dice(rng.choices(FACES, k=5))
            return Chosen(rng.choice(options).key)
    raise AssertionError(f"Pasch does not ask {prompt}")


# --- what is asked ---


def test_a_level_begins_with_its_rule_and_how_it_goes_and_then_all_dice_are_thrown():
    session = session_of("2")
    assert session.prompt.words == say("level.rule", rule=GAME.content.level("2").rule)
    session.make(Answered(Noted()))
    assert session.prompt.words == say("pasch.how", n=2)
    session.make(Answered(Noted()))
    asked = session.prompt
    assert isinstance(asked, ReadDice)
    assert (asked.kind, asked.count, asked.faces, asked.all_thrown, asked.watch) == ("pips", 5, FACES, True, None)


@pytest.mark.parametrize(("level", "players"), [("4", 1), ("1", 0), ("1", 5)])
def test_a_level_that_is_not_there_or_a_table_that_is_too_full_is_named_at_once(level, players):
    with pytest.raises(UnknownLevel):
        GAME.play(Setup("pasch", level, ("x",) * players, seed=1, data=GAME.data))


def test_the_lines_that_bring_most_come_first_and_all_dice_before_those_that_bring_nothing():
    prompt = thrown(begun(), "44466").prompt
    keys = [option.key for option in prompt.options]
    assert keys[:6] == ["three_alike", "two_and_three", "fours", "sixes", "all", "ones"]
    assert [dict(option.value.values)["n"] for option in prompt.options[:6]] == [24, 20, 12, 12, 24, 0]
    assert len(keys) == len(Line)


def test_throwing_again_is_the_next_throw_until_there_is_none_left():
    session = thrown(begun(), "11236")
    watch = session.prompt.watch
    assert (watch.lying, watch.refused, watch.read.all_thrown, watch.read.kind) == (dice("11236"), None, False, "pips")
    assert session.prompt.news == say("pasch.or_again", n=2)
    thrown(session, "11136", "11116")
    assert session.prompt.news is None
    assert session.prompt.watch.lying == dice("11116")
    assert session.prompt.refusal(dice("11111")) == say("pasch.no_throw_left")
    session.make(Answered(Chosen("four_alike")))
    assert session.prompt.news == say("pasch.news.filled", line=say("pasch.line.four_alike"), n=20)
    session.make(Undone())
    assert session.prompt.watch.lying == dice("11116")


def test_a_filled_line_is_not_offered_again_and_one_can_be_given_away():
    session = thrown(begun(), "11236")
    session.make(Answered(Chosen("long_row")))
    assert session.prompt.news == say("pasch.news.none", line=say("pasch.line.long_row"), n=0)
    thrown(session, "23456")
    assert "long_row" not in [option.key for option in session.prompt.options]
    assert session.prompt.refusal(Chosen("long_row")) is not None


def test_with_several_it_is_said_whose_turn_it_is():
    session = begun(players=2)
    assert session.prompt.words == say("pasch.throws", player="Ada")
    thrown(session, "11236").make(Answered(Chosen("ones")))
    assert session.prompt.words == say("pasch.throws", player="Ben")
    assert begun().prompt.words == say("pasch.throw")


# --- whole games ---


@pytest.mark.parametrize("level", ["1", "2", "3"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_whole_game_fills_every_sheet_and_replays_to_the_same_end(level, players):
    rng, lines = Random(f"{level} {players}"), []
    session = session_of(level, players)
    while session.prompt is not None:
        for words in WORDS.values():
            told = [
                session.prompt.words,
                session.prompt.news,
                *(one.words for one in getattr(session.prompt, "options", ())),
            ]
            assert all(words.tell(text) for text in told if text is not None)
        entry = Answered(any_answer(session.prompt, rng))
        session.make(entry)
        lines.append(entry.to_line())
    state = session.outcome.scene
    assert rules.is_over(state) and len(state.sheets) == players
    scores = [result.score for result in session.outcome.results]
    assert scores == rules.totals(state)
    assert [result.place for result in session.outcome.results] == [1 + sum(b > a for b in scores) for a in scores]
    assert Session.replay(GAME, session.setup, lines).outcome == session.outcome


def end_of(players, throws):
    """The end of a game in which everybody fills line after line, each with the same faces in every turn."""
    session = begun(players=players)
    for line in Line:
        for faces in throws:
            thrown(session, faces).make(Answered(Chosen(line.name.lower())))
    return session.outcome


def test_alone_the_sheet_is_full_and_among_several_somebody_wins_or_shares():
    alone = end_of(1, ["66666"])
    assert (alone.words, alone.results) == (say("pasch.end.full"), (Result("Ada", 30 + 30 + 40 + 45 + 30),))
    won = end_of(3, ["11111", "66666", "66666"])
    assert won.words == say("pasch.end.shared")
    assert [result.place for result in won.results] == [3, 1, 1]
    assert end_of(2, ["66666", "11111"]).words == say("pasch.end.won", player="Ada")


def test_the_bonus_is_told_in_the_turn_that_brings_it():
    session = begun()
    for line, faces in ((Line.SIXES, "66666"), (Line.FIVES, "55555")):
        thrown(session, faces).make(Answered(Chosen(line.name.lower())))
    assert session.prompt.news == say("pasch.news.filled", line=say("pasch.line.fives"), n=25)
    thrown(session, "44123").make(Answered(Chosen("fours")))
    assert session.prompt.news == say("pasch.news.bonus", n=30)


# --- words and drawings ---

LINES = tuple(say(f"pasch.line.{line.name.lower()}") for line in Line)
TWICE = tuple(say("pasch.double", line=line) for line in LINES)
WIDEST = {"player": ("WILHELMINE M",), "n": (1, 98), "line": (*LINES, *TWICE)}
WIDEST_OF = {"pasch.how": {"n": (1, 5)}, "pasch.or_again": {"n": (4,)}, "pasch.double": {"line": LINES}}


def told(key, language):
    """A text with each of the widest values it can have."""
    names = sorted(set().union(*map(placeholders, OWN[key].forms(language))))
    found = [say(key)]
    for name in names:
        values = (WIDEST | WIDEST_OF.get(key, {}))[name]
        found = [say(key, **dict(text.values), **{name: value}) for text in found for value in values]
    return [WORDS[language].tell(text) for text in found]


@pytest.mark.parametrize("key", OWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_in_both_languages_and_fits_its_place(key, language):
    entry = OWN[key]
    assert entry.words.keys() == set(LANGUAGES)
    assert {frozenset(placeholders(form)) for form in entry.words.values()} == {placeholders(entry.words["de"])}
    assert not [text for text in told(key, language) if not fits(text, entry.place)]
    if entry.place in ROOMS:
        assert all(has_letter(ROOMS[entry.place].face, letter) for text in told(key, language) for letter in text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_room_for_its_points(language):
    rows = [WORDS[language].tell(text) for text in (*LINES, *TWICE)]
    assert not [row for row in rows if width(row) + VALUE_GAP + width("98") > ROW_WIDTH]


@pytest.mark.parametrize("level", GAME.content.levels, ids=lambda level: level.id)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_and_rules_of_the_levels_fit_the_display(level, language):
    entries = all_entries()
    for key, values in (("level.title", {"level": level.id, "name": level.name}), ("level.rule", {"rule": level.rule})):
        assert fits(WORDS[language].tell(say(key, **values)), entries[key].place)


def test_no_text_is_there_for_nothing():
    code = "".join(file.read_text(encoding="utf-8") for file in files("pasch").iterdir() if file.name.endswith(".py"))
    lines = {text.key for text in LINES}
    assert not [key for key in OWN if key not in lines | {"game.pasch"} and f'"{key}"' not in code]
    assert lines <= OWN.keys()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_sheet_is_drawn_and_told_from_the_first_throw_to_the_last(players):
    rng, pictures, session = Random(players), set(), begun(players=players)
    while session.prompt is not None:
        if isinstance(session.prompt, ReadDice):
            sheet = drawing(session.prompt.scene)
            assert [line.split()[0] for line in sheet.lines()] == list(NAMES[:players])
            pictures.add(render(Waiting("", "news", sheet)).tobytes())
        session.make(Answered(any_answer(session.prompt, rng)))
    assert len(pictures) == len(Line) * players
    assert drawing(None) is None
