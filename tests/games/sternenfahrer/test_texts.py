"""Everything the game says in many games is told in both languages and fits its place on the OLED, with wide names."""

from dataclasses import replace
from random import Random

import pytest

from device.boxes.sternenfahrer.page import FIGURES_LEFT, LINES
from device.screens.places import MARGIN, REFUSED_WIDTH, ROW_WIDTH, TEXT_WIDTH, VALUE_GAP, Place, fits
from device.screens.typeface import width, wrap
from device.words.catalogue import LANGUAGES, Catalogue
from games.spine.dialogue import FLOW, Balls, Choose, HandOver, Notice, PickNumber, ReadBalls, ReadDice, Setup, ShowCode
from games.sternenfahrer import wording
from games.sternenfahrer.building import Build
from games.sternenfahrer.cards import AMOUNTS, Effect, Op
from games.sternenfahrer.deck import Deck
from games.sternenfahrer.flow import Sternenfahrer
from games.sternenfahrer.flying import fly
from games.sternenfahrer.pages import Page
from games.sternenfahrer.pieces import NUMBERS, RESOURCES, TWO_NUMBERS, Colony, Obstacle, Planet, Resource, Way
from games.sternenfahrer.production import Yield
from games.sternenfahrer.sheets import ShowSheet, score_sheet, yield_sheet
from games.sternenfahrer.start import start
from tests.device.texts import ENTRIES
from tests.games.sternenfahrer.playing import CARD_SET, COLOURS, Beginner, beginners, random_answer, with_player

WIDE_NAMES = ("WILHELMINE M", "WILHELMINE N", "WILHELMINE L", "WILHELMINE T")  # as wide as in tests/device
CATALOGUES = {language: Catalogue(language, ENTRIES, is_strict=True) for language in LANGUAGES}
STATE = start(WIDE_NAMES, COLOURS, CARD_SET.friendship, CARD_SET.settings)
TITLE_ROOM = FIGURES_LEFT - 2 * MARGIN  # beside the names of columns
PLACES = {  # of the words and of the news
    Choose: (Place.TITLE, Place.LINE),
    Page: (Place.TITLE, Place.LINE),
    PickNumber: (Place.TITLE, Place.LINE),
    Notice: (Place.BODY, Place.TITLE),
    ShowCode: (Place.BESIDE_CODE, Place.TITLE),
    ShowSheet: (Place.TITLE, Place.TITLE),
    HandOver: (Place.COVER, Place.LINE),
    ReadDice: (Place.LINE, Place.LINE),
    ReadBalls: (Place.LINE, Place.LINE),
}


def too_wide(prompt, tell):
    """What of a prompt does not fit where it is drawn."""
    words, news = PLACES[type(prompt)]
    found = [] if fits(tell(prompt.words), words) else [tell(prompt.words)]
    if prompt.news is not None and not fits(tell(prompt.news), news):
        found.append(tell(prompt.news))
    if isinstance(prompt, Page):
        told = [tell(line) for line in prompt.lines]
        lines = [part for line in told for part in wrap(line, TEXT_WIDTH, 9)]
        found += lines if len(lines) > LINES or any(width(line) > TEXT_WIDTH for line in lines) else []
        found += [tell(prompt.words)] if prompt.rows and width(tell(prompt.words)) > TITLE_ROOM else []
    for option in (*prompt.aside, *(prompt.options if isinstance(prompt, Choose) else ())):
        room = ROW_WIDTH - (REFUSED_WIDTH if option.refused else 0)
        needed = width(tell(option.words)) + (VALUE_GAP + width(tell(option.value)) if option.value else 0)
        found += [tell(option.words)] if needed > room else []
        found += [tell(option.refused)] if option.refused and not fits(tell(option.refused), Place.BODY) else []
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("level", "flow"), [("beginner", 1), ("middle", 1), ("beginner", FLOW), ("middle", FLOW), ("free", FLOW)]
)
def test_all_that_is_said_in_many_games_fits_its_place(language, level, flow):
    tell, wrong = CATALOGUES[language].tell, set()
    for seed in range(4):
        player, rng = Beginner(seed), Random(seed)
        setup = Setup("sternenfahrer", level, WIDE_NAMES[: 3 + seed % 2], 1, "", flow)
        dialogue = Sternenfahrer(CARD_SET).play(setup)
        prompt = next(dialogue)
        try:
            while True:
                wrong.update(too_wide(prompt, tell))
                prompt = dialogue.send(player.answer(prompt) if rng.random() < 0.9 else random_answer(prompt, rng))
        except StopIteration as end:
            wrong.update([] if fits(tell(end.value.words), Place.TITLE) else [tell(end.value.words)])
            wrong.update(text for page in end.value.history for text in too_wide(page, tell))
    assert not wrong


@pytest.mark.parametrize("number", CARD_SET.encounters)
def test_every_encounter_fits_its_pages_to_the_last_line(number):
    """By chance, often enough for every branch; with upgrades to lose and cannons that bring the sums to two digits."""
    cards, wrong = CARD_SET.encounters, set()
    start = with_player(beginners(4, way=Way.COMPANION), 0, drives=6, cannons=6, pods=5)
    names = dict(zip(start.players, WIDE_NAMES, strict=True))
    state = replace(start, players=tuple(replace(player, name=names[player]) for player in start.players))
    for seed in range(12):
        rng = Random(seed)
        flight = fly(state, Deck("key", (number, 29), ()), cards)
        next(flight)
        prompt = flight.send(Balls(("black", "red")))
        while prompt.words.key != "sternenfahrer.speed":
            wrong.update(text for language in LANGUAGES for text in too_wide(prompt, CATALOGUES[language].tell))
            prompt = flight.send(random_answer(prompt, rng))
        wrong.update(text for language in LANGUAGES for text in too_wide(prompt, CATALOGUES[language].tell))
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_widest_planets_prices_and_yields_fit(language):
    tell = CATALOGUES[language].tell
    planets = [Planet(one, numbers) for one in RESOURCES for numbers in ((10,), *TWO_NUMBERS, (NUMBERS[-1],))]
    for first in planets:
        for second in planets:
            if len(first.numbers) + len(second.numbers) < 4:  # no system has two chips with two numbers
                assert fits(tell(wording.colony_name(Colony(first, second))), Place.OPTION)
    for build in Build:
        text = tell(wording.build_name(build)), tell(wording.price_short(build))
        assert width(text[0]) + VALUE_GAP + width(text[1]) + REFUSED_WIDTH <= ROW_WIDTH
    all_kinds = tuple(Yield(seat, tuple((resource, 2) for resource in RESOURCES)) for seat in range(3))
    for sheet in (yield_sheet(STATE, STATE, (*all_kinds, Yield(3, (), relief=True)), 12), score_sheet(STATE)):
        assert len(sheet.columns) == 6
        assert all(fits(tell(column), Place.COLUMN) for column in sheet.columns)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_card_and_effect_has_its_words(language):
    tell = CATALOGUES[language].tell
    for obstacle in Obstacle:
        assert fits(tell(wording.refusal(obstacle)), Place.BODY)
    for card in CARD_SET.friendship:
        assert fits(tell(wording.friendship_name(card)), Place.OPTION)
    for card in CARD_SET.encounters.values():
        assert fits(tell(wording.theme(card)), Place.TITLE)
    asked = (Op.UPGRADE_GAIN, Op.UPGRADE_LOSE, Op.ALL_UPGRADE_LOSE_OVER, Op.ALL_MEDAL_FOR_MOST)
    for op in (op for op in Op if op not in asked):
        for amount in AMOUNTS.get(op, (0,)):
            effect = Effect(op, amount, Resource.GOODS if op is Op.GAIN else None)
            assert fits(tell(wording.effect_told(effect, STATE, STATE, 3)), Place.BODY)


def test_the_check_of_fitting_can_fail():
    long = Notice(words=wording.names_told(STATE, (0, 1, 2, 3) * 4))
    assert too_wide(long, CATALOGUES["de"].tell)
