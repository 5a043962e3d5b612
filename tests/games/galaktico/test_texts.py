"""Everything the game says in many games is told in both languages and fits its place on the OLED, with wide names."""

import pytest

from device.screens.places import REFUSED_WIDTH, ROW_WIDTH, VALUE_GAP, Place, fits
from device.screens.typeface import width
from device.words import LANGUAGES, Catalogue, shipped_entries
from games.dialogue import Choose, HandOver, Notice, PickNumber, say
from games.galaktico import rules, wording
from games.galaktico.board import Sector, all_spaces
from games.galaktico.combat import Side, fight
from games.galaktico.equipping import ChooseCard
from games.galaktico.hidden import Fitting
from games.galaktico.pieces import SHIPS
from games.galaktico.rules import End, Ending, Obstacle
from tests.games.galaktico.playing import BOOK, hidden, play_out

WIDE_NAMES = ("WILHELMINE M", "WILHELMINE N", "WILHELMINE L")  # as wide as in tests/device
ENTRIES = shipped_entries()
CATALOGUES = {language: Catalogue(language, ENTRIES, is_strict=True) for language in LANGUAGES}
STATE = rules.start(WIDE_NAMES)
LISTS = (Place.TITLE, Place.LINE)
PLACES = {  # of the words and of the news
    Choose: LISTS,
    ChooseCard: LISTS,
    PickNumber: LISTS,
    Notice: (Place.BODY, Place.TITLE),
    HandOver: (Place.COVER, Place.LINE),
}


def too_wide(prompt, tell):
    """What of a prompt does not fit where it is drawn."""
    words, news = PLACES[type(prompt)]
    found = [] if fits(tell(prompt.words), words) else [tell(prompt.words)]
    if prompt.news is not None and not fits(tell(prompt.news), news):
        found.append(tell(prompt.news))
    for option in getattr(prompt, "options", ()):
        room = ROW_WIDTH - (REFUSED_WIDTH if option.refused else 0)
        needed = width(tell(option.words)) + (VALUE_GAP + width(tell(option.value)) if option.value else 0)
        found += [tell(option.words)] if needed > room else []
        found += [tell(option.refused)] if option.refused and not fits(tell(option.refused), Place.BODY) else []
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_said_in_many_games_fits_its_place(language):
    tell, wrong = CATALOGUES[language].tell, set()
    for seed in range(5):
        told, outcome = play_out(seed, players=2 + seed % 2, names=WIDE_NAMES)
        for prompt, _ in told:
            wrong.update(too_wide(prompt, tell))
        wrong.update([] if fits(tell(outcome.words), Place.TITLE) else [tell(outcome.words)])
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_combat_that_can_be_fits(language):
    """The widest names and the widest ships, with the bonus, whoever wins."""
    tell = CATALOGUES[language].tell
    widest = sorted(BOOK.weapons, key=lambda weapon: width(weapon.name))[-2:]
    shield = max(BOOK.shields, key=lambda shield: width(shield.name))
    cards = Fitting(shield, tuple(widest))
    for attacker in SHIPS:
        for defender in SHIPS:
            combat = fight(Side(0, attacker), Side(1, defender), cards, cards, has_bonus=True)
            for side, force in ((combat.attacker, combat.attack), (combat.defender, combat.defence)):
                assert fits(tell(wording.side_title(combat, side)), Place.TITLE)
                assert fits(tell(wording.force_told(side, cards, force)), Place.BODY)
                assert fits(tell(wording.captured_told(STATE, combat, side)), Place.BODY)
            assert fits(tell(wording.result_title(STATE, combat)), Place.TITLE)
            assert fits(tell(wording.combat_told(STATE, combat)), Place.BODY)
            both = say("galaktico.against", one=wording.ship_name(attacker), other=wording.ship_name(defender))
            assert fits(tell(both), Place.LINE)
    for one in BOOK.shields:
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
    for card in BOOK.assumed:
        assert fits(tell(wording.assumed_told(card)), Place.BODY)
    assert fits(tell(wording.winners_told(STATE, hidden(3, (7, 7, 1)))), Place.TITLE)
    row = wording.ranked_option(STATE, hidden(3, (35, 35, 35)), 3, 0)
    assert width(tell(row.words)) + VALUE_GAP + width(tell(row.value)) <= ROW_WIDTH


def test_the_check_of_fitting_can_fail():
    long = Notice(words=wording.listed(wording.sector_name(STATE, sector) for sector in (*Sector, *Sector, *Sector)))
    assert too_wide(long, CATALOGUES["de"].tell)
