"""Everything the game says in many games is told in both languages and fits its place on the OLED, with wide names."""

import pytest

from device.screens.places import REFUSED_WIDTH, ROW_WIDTH, VALUE_GAP, Place, fits
from device.screens.typeface import width
from device.words.catalogue import LANGUAGES, Catalogue
from games.galaktico import rules, wording
from games.galaktico.board import Sector, all_spaces
from games.galaktico.cards import ChooseCard, ShowFitting
from games.galaktico.combat import Side, fight
from games.galaktico.fighting import ShowCombat
from games.galaktico.hidden import Fitting
from games.galaktico.pages import ShowPages
from games.galaktico.pieces import SHIPS
from games.galaktico.rules import End, Ending, Obstacle
from games.spine.dialogue import Choose, ChooseShownCard, HandOver, Notice, PickNumber, ShowSum, say
from tests.device.texts import ENTRIES
from tests.games.galaktico.playing import CARD_SET, hidden, play_out

WIDE_NAMES = ("WILHELMINE M", "WILHELMINE N", "WILHELMINE L")  # as wide as in tests/device
CATALOGUES = {language: Catalogue(language, ENTRIES, is_strict=True) for language in LANGUAGES}
STATE = rules.start(WIDE_NAMES)
LISTS = (Place.TITLE, Place.LINE)
PLACES = {  # of the words and of the news
    Choose: LISTS,
    ChooseShownCard: LISTS,
    PickNumber: LISTS,
    Notice: (Place.BODY, Place.TITLE),
    HandOver: (Place.COVER, Place.LINE),
    ShowSum: (Place.OPTION, Place.TITLE),
    ChooseCard: LISTS,
    ShowFitting: (Place.OPTION, Place.LINE),
    ShowCombat: (Place.TITLE, Place.LINE),
    ShowPages: (Place.OPTION, Place.TITLE),
}
CUT = ("galaktico.side", "galaktico.attack.on")  # headings that end with a name: a long one is cut at its end


def too_wide(prompt, tell):
    """What of a prompt does not fit where it is drawn."""
    places = zip((prompt.words, prompt.news), PLACES[type(prompt)], strict=True)
    found = [tell(text) for text, place in places if text and text.key not in CUT and not fits(tell(text), place)]
    found += [tell(text) for text in getattr(prompt, "told", ()) if not fits(tell(text), Place.LINE)]
    for page in getattr(prompt, "pages", ()):
        found += too_wide(page, tell)
    for card in (*getattr(prompt, "shields", ()), *getattr(prompt, "weapons", ())):
        found += [] if fits(tell(card.told), Place.LINE) else [tell(card.told)]
    return found + too_wide_rows((*getattr(prompt, "options", ()), *getattr(prompt, "rows", ())), tell)


def too_wide_rows(options, tell):
    """What of the rows of a list does not fit."""
    found = []
    for option in options:
        room = ROW_WIDTH - (REFUSED_WIDTH if option.refused else 0)
        needed = width(tell(option.words)) + (VALUE_GAP + width(tell(option.value)) if option.value else 0)
        found += [tell(option.words)] if needed > room else []
        found += [tell(option.refused)] if option.refused and not fits(tell(option.refused), Place.BODY) else []
    return found


@pytest.mark.parametrize("flow", [1, 2])
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_said_in_many_games_fits_its_place(language, flow):
    tell, wrong = CATALOGUES[language].tell, set()
    for seed in range(5):
        told, outcome = play_out(seed, players=2 + seed % 2, names=WIDE_NAMES, flow=flow)
        for prompt, _ in told:
            wrong.update(too_wide(prompt, tell))
        wrong.update([] if fits(tell(outcome.words), Place.TITLE) else [tell(outcome.words)])
        for page in outcome.history:
            wrong.update(too_wide(page, tell))
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_combat_that_can_be_fits(language):
    """The widest names and the widest ships, with the bonus, whoever wins."""
    tell = CATALOGUES[language].tell
    widest = sorted(CARD_SET.weapons, key=lambda weapon: width(weapon.name))[-2:]
    shield = max(CARD_SET.shields, key=lambda shield: width(shield.name))
    cards = Fitting(shield, tuple(widest))
    for attacker in SHIPS:
        for defender in SHIPS:
            combat = fight(Side(0, attacker), Side(1, defender), cards, cards, has_bonus=True)
            for side, force in ((combat.attacker, combat.attack), (combat.defender, combat.defence)):
                assert fits(tell(wording.side_title(combat, side)), Place.TITLE)
                assert len(wording.force_rows(side, cards, force)) == 4  # as many as are seen at once
                assert not too_wide_rows(wording.force_rows(side, cards, force), tell)
                assert fits(tell(wording.captured_told(STATE, combat, side)), Place.BODY)
            assert fits(tell(wording.result_title(STATE, combat)), Place.TITLE)
            assert fits(tell(wording.combat_told(STATE, combat)), Place.BODY)
            both = say("galaktico.against", one=wording.ship_name(attacker), other=wording.ship_name(defender))
            assert fits(tell(both), Place.LINE)
    for one in CARD_SET.shields:
        assert fits(tell(wording.cards_told(Fitting(one, tuple(widest)))), Place.BODY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_space_end_and_missing_card_has_its_words(language):
    tell = CATALOGUES[language].tell
    for obstacle in Obstacle:
        assert fits(tell(wording.refusal(obstacle)), Place.BODY)
    for space in all_spaces():
        assert fits(tell(wording.space_name(space)), Place.TITLE)
    for sector in Sector:
        assert fits(tell(wording.sector_name(STATE, sector)), Place.OPTION)
    for why in Ending:
        assert fits(tell(wording.end_told(STATE, End(why, 0))), Place.BODY)
    for card in CARD_SET.assumed:
        assert fits(tell(wording.assumed_told(card)), Place.BODY)
    assert fits(tell(wording.winners_told(STATE, hidden(3, (7, 7, 1)))), Place.TITLE)


def test_the_check_of_fitting_can_fail():
    long = Notice(words=wording.listed(wording.sector_name(STATE, sector) for sector in (*Sector, *Sector, *Sector)))
    assert too_wide(long, CATALOGUES["de"].tell)


@pytest.mark.parametrize(("language", "field"), [("de", "Feld"), ("en", "field")])
def test_destroyers_and_stations_are_said_to_have_a_gravity_field(language, field):
    """The fighter's words tell of the field at its target."""
    tell = CATALOGUES[language].tell
    kinds = ("destroyer", "fighter", "cruiser", "scout", "station")
    said = {kind for kind in kinds if field in tell(say(f"galaktico.ability.{kind}"))}
    assert said == {"destroyer", "fighter", "station"}
    asked = [tell(say(f"galaktico.jump.{part}")) for part in ("fields", "field", "no_field", "source")]
    assert not [words for words in asked if "destroyer" in words.lower() or "zerstörer" in words.lower()]
