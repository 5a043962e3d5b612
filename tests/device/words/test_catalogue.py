"""The catalogue tells texts, and every text of ours is complete, drawable and fits its place."""

from __future__ import annotations

import itertools
import logging
import string
import tomllib
from importlib.resources import files

import pytest

from device.eyes.pieces import BALL_COLOURS, CARD_COLOURS
from device.screens.places import LEAD_WIDTH, PANEL_WIDTH, ROOMS, ROW_WIDTH, SIGN_GAP, VALUE_GAP, Place, fits
from device.screens.signs import SIGNS
from device.screens.typeface import Face, has_letter, width, wrap
from device.teaching.steps import listed
from device.words.catalogue import (
    LANGUAGES,
    BadCatalogue,
    Catalogue,
    Entry,
    MissingText,
    placeholders,
    read_entries,
)
from games.number_up.vocabulary import FINAL_SCORES, LINE_SCORES
from games.spine.dialogue import Bilingual, Text, Value, say
from tests.device.texts import ENTRIES

EXAMPLE = read_entries(
    "example.toml",
    """
    ["land"]
    place = "line"
    de = "{road}: Feld {field}"
    en = "{road}: field {field}"
    ["face.blue"]
    place = "part"
    de = "Blau"
    en = "Blue"
    ["points"]
    place = "part"
    de = "{n} Punkte"
    de_one = "{n} Punkt"
    en = "{n} points"
    en_one = "{n} point"
    """,
)
NAME = "WILHELMINE M"  # twelve letters, wider than any real name we know
POINTS = (99, 111)


def keys(start: str) -> tuple[Text, ...]:
    """All texts whose key starts so."""
    return tuple(say(key) for key in ENTRIES if key.startswith(start) and "." not in key[len(start) :])


# Rockets of every colour and parts, as a camp or a supply is told.
FULL_HOLD = say(
    "galaktix.list",
    first=say("galaktix.count.white", n=10),
    more=say(
        "galaktix.list",
        first=say("galaktix.count.grey", n=3),
        more=say("galaktix.list", first=say("galaktix.count.black", n=3), more=say("galaktix.count.parts", n=15)),
    ),
)


CARDS = tuple(say("number_up.card", colour=say(f"colour.{colour}"), value=6) for colour in CARD_COLOURS)
LINES = (
    say("number_up.row", number=6),
    say("number_up.column", number=6),
    say("number_up.diagonal.falling"),
    say("number_up.diagonal.rising"),
)


def of_the_book(field: str) -> tuple[Value, ...]:
    """A field of every level and chapter of the shipped books."""
    texts = [(files(f"games.{game}") / "levels.toml").read_text(encoding="utf-8") for game in ("galaktix", "number_up")]
    books = [tomllib.loads(text) for text in texts]
    pages = [page for book in books for page in (*book["level"].values(), *book["chapter"].values())]
    return tuple(Bilingual(**page[field]) for page in pages if field in page)


SOLO_GAMES = (say("game.galaktix"), say("game.number_up"))
PLAYED = (  # a game with the level that is played, or a game of several
    *(say("game.at_level", game=game, level=20) for game in SOLO_GAMES),
    say("game.sternenfahrer"),
    say("game.galaktico"),
)


# The widest values each placeholder can plausibly have; "key:placeholder" where one text means something else by it.
# A placeholder that is not here fails the test: add it.
WIDEST: dict[str, tuple[Value, ...]] = {
    "all": (36,),
    "back": (99,),
    "date": ("31.12.",),
    "day": (31,),
    "clock": ("20:58",),
    "button": keys("button."),
    "names": ("Runter, Zurück",),
    "check.versions.missing:names": ("opencv, numpy, pillow",),
    "free": (999999,),
    "bordbuch": ("0.10.0-deadbeef",),
    "python": ("3.13.10",),
    "opencv": ("5.0.0.93",),
    "month": (12,),
    "player": (NAME,),
    "level": (20,),
    "levels": (20,),
    "played": (20,),
    "chapter": (4,),
    "n": (1, 15),
    "steps": (9,),
    "package": ("picamera2",),
    "sign.tried:n": (3, 99),
    "pin": ("888 888",),
    "phones.type:name": ("raspberrypi.local:8017",),
    "address": ("192.168.178.200:8017",),
    "phones.paired:name": (say("phones.name.android", number=12),),
    "phones.paired.owner:name": (say("phones.name.android", number=12),),
    "least": (2,),
    "most": (4,),
    "number": (8,),
    "seen": (1, 8),
    "wanted": (5,),
    "refused.form:wanted": keys("form."),
    "choice": ("purple:black",),
    "road": tuple(value for value in keys("face.") if value != say("face.tool")),
    "dice": (5,),
    "field": (15,),
    "camp": (FULL_HOLD,),
    "supply": (FULL_HOLD,),
    "name": of_the_book("name"),
    "legend.line:letter": (
        *keys("letter."),
        say("number_up.letter_in_light", letter=say("number_up.letter.dark_green")),
    ),
    "number_up.letter_in_light:letter": keys("number_up.letter."),
    "legend.line:name": (*keys("face."), *keys("colour.")),
    "sternenfahrer.sign:name": ("dddd dddd dddd dddd",),
    "sternenfahrer.sign.again:name": ("dddd dddd dddd dddd",),
    "chain.sign:name": ("dddd dddd dddd dddd",),
    "rule": of_the_book("rule"),
    "low": (0,),
    "high": (15,),
    "size": (6,),
    "bronze": POINTS,
    "silver": POINTS,
    "gold": POINTS,
    "best": POINTS,
    "game": PLAYED,
    "lobby.go_on:game": PLAYED[:2],
    "game.at_level:game": SOLO_GAMES,
    "year": (2029,),
    "medal": keys("medal."),
    "file": ("boards.toml", "levels.toml"),
    "profile": (NAME,),
    "teach.name:name": (NAME,),
    "teach.saw.card:name": (NAME,),
    "teach.saw.symbols:name": keys("face."),
    "teach.saw.balls:name": keys("colour."),
    "face": keys("face."),
    "colour": tuple(say(f"colour.{colour}") for colour in BALL_COLOURS),
    "teach.order:names": (listed("numbers", CARD_COLOURS),),
    "one": (*keys("face."), *keys("colour."), NAME),
    "other": (*keys("face."), *keys("colour."), NAME),
    "first": keys("colour."),
    "more": keys("colour."),
    "card": CARDS,
    "number_up.refused.swapped:seen": CARDS,
    "place": (say("number_up.place", row=6, column=6),),
    "line": LINES,
    "points": (9,),
    "target": (9,),
    "value": (6,),
    "number_up.named:colour": keys("number_up.colour."),
    "cards": (48,),
    "colours": (8,),
    "values": ("1–6", "1, 3, 4, 6"),
    "sentence": tuple(score.sentence for score in (*LINE_SCORES.values(), *FINAL_SCORES.values())),
    "number_up.final:name": tuple(score.name for score in FINAL_SCORES.values()),
}


def told(entry: Entry, language: str) -> list[str]:
    """The text with every choice of widest values, told in one language."""
    catalogue = Catalogue(language, ENTRIES, is_strict=True)
    names = sorted(frozenset().union(*map(placeholders, entry.forms(language))))
    widest = {name: WIDEST.get(f"{entry.key}:{name}", WIDEST.get(name, ())) for name in names}
    unknown = [name for name, values in widest.items() if not values]
    assert not unknown, f"{entry.key}: say in WIDEST how wide {unknown} can be"
    choices = itertools.product(*widest.values())
    return [catalogue.tell(Text(entry.key, tuple(zip(names, values, strict=True)))) for values in choices]


@pytest.mark.parametrize("key", ENTRIES)
def test_every_text_is_there_in_both_languages_with_the_same_values(key: str) -> None:
    entry = ENTRIES[key]
    assert set(entry.words) == set(LANGUAGES)
    assert all(entry.words.values()), "an empty text"
    wanted = {language: set().union(*map(placeholders, entry.forms(language))) for language in LANGUAGES}
    assert wanted["de"] == wanted["en"]


@pytest.mark.parametrize("key", ENTRIES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_the_texts_on_the_oled_is_in_the_font(key: str, language: str) -> None:
    entry = ENTRIES[key]
    if entry.place is Place.TERMINAL:
        return
    faces = [ROOMS[entry.place].face] if entry.place in ROOMS else [Face.TEXT, Face.BOLD]
    letters = set("".join(entry.forms(language)))
    assert not [(face, letter) for face in faces for letter in letters if not has_letter(face, letter)]


@pytest.mark.parametrize("key", [key for key, entry in ENTRIES.items() if entry.place in ROOMS])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_its_place_with_the_widest_values(key: str, language: str) -> None:
    entry = ENTRIES[key]
    too_wide = [text for text in told(entry, language) if not fits(text, entry.place)]
    assert not too_wide, f"too wide for a {entry.place.value}"


@pytest.mark.parametrize("key", ["galaktix.land", "galaktix.field"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_row_of_galaktix_has_room_for_the_rocket_the_points_and_what_lies_there(key: str, language: str) -> None:
    points = width(Catalogue(language, ENTRIES, is_strict=True).tell(say("galaktix.gain", n=28))) + VALUE_GAP
    brought = sum(SIGNS[name].width + SIGN_GAP for name in ("rocket.black", "flag"))
    room = ROW_WIDTH - LEAD_WIDTH - points - brought
    assert not [text for text in told(ENTRIES[key], language) if width(text) > room]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chapter_has_room_for_how_much_of_it_was_played(language: str) -> None:
    played = width(Catalogue(language, ENTRIES, is_strict=True).tell(say("lobby.played", played=5, levels=5)))
    assert all(width(text) + VALUE_GAP + played <= ROW_WIDTH for text in told(ENTRIES["level.chapter"], language))


@pytest.mark.parametrize("key", [key for key in ENTRIES if key.startswith("status.")])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_camera_says_has_room_beside_the_grid(key: str, language: str) -> None:
    for text in told(ENTRIES[key], language):
        assert len(wrap(text, PANEL_WIDTH, 9)) <= 5, text
        assert all(width(word) <= PANEL_WIDTH for word in text.split()), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_markers_at_once_have_room_beside_the_grid(language: str) -> None:
    names = ("row", "column", "diagonal.falling", "diagonal.rising")
    lines = [say(f"number_up.short.{name}", number=6) for name in names]
    text = say("number_up.short.minus", line=lines[0])
    for line in lines[1:]:
        text = say("number_up.list", first=say("number_up.short.minus", line=line), more=text)
    assert len(wrap(Catalogue(language, ENTRIES, is_strict=True).tell(text), PANEL_WIDTH, 9)) <= 4


def test_a_text_is_told_with_its_values_in_the_players_language() -> None:
    text = say("land", road=say("face.blue"), field=7)
    assert Catalogue("de", EXAMPLE).tell(text) == "Blau: Feld 7"
    assert Catalogue("en", EXAMPLE).tell(text) == "Blue: field 7"


def test_words_from_data_files_can_be_told_and_be_values() -> None:
    gate = Bilingual("Tor", "Gate")
    assert Catalogue("en", EXAMPLE).tell(gate) == "Gate"
    assert Catalogue("de", EXAMPLE).tell(say("land", road=gate, field="x")) == "Tor: Feld x"


def test_one_of_something_has_its_own_form() -> None:
    catalogue = Catalogue("de", EXAMPLE)
    assert [catalogue.tell(say("points", n=n)) for n in (0, 1, 2)] == ["0 Punkte", "1 Punkt", "2 Punkte"]


def test_braces_in_a_name_are_left_as_they_are() -> None:
    assert Catalogue("de", EXAMPLE).tell(say("land", road="{field}", field=7)) == "{field}: Feld 7"


def test_a_missing_text_shows_its_key_and_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    catalogue = Catalogue("de", EXAMPLE)
    with caplog.at_level(logging.ERROR):
        assert [catalogue.tell(say("no.such")) for _ in range(3)] == ["no.such"] * 3
    assert len(caplog.records) == 1
    assert "no.such" in caplog.text


def test_a_missing_value_stays_visible(caplog: pytest.LogCaptureFixture) -> None:
    assert Catalogue("de", EXAMPLE).tell(say("land", field=7)) == "{road}: Feld 7"
    assert "road" in caplog.text


@pytest.mark.parametrize("text", [say("no.such"), say("land", field=7), say("land", road=say("no.such"), field=7)])
def test_a_strict_catalogue_complains_about_missing_texts_and_values(text: Text) -> None:
    with pytest.raises(MissingText):
        Catalogue("de", EXAMPLE, is_strict=True).tell(text)


def test_a_text_that_lacks_a_language_counts_as_missing() -> None:
    entries = read_entries("half.toml", '["half"]\nplace = "line"\nde = "halb"')
    assert Catalogue("de", entries).tell(say("half")) == "halb"
    assert Catalogue("en", entries).tell(say("half")) == "half"


def test_there_is_no_third_language() -> None:
    with pytest.raises(ValueError, match="fr"):
        Catalogue("fr", EXAMPLE)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[", "broken.toml"),
        ('key = "value"', "must be a table"),
        ('["a"]\nplace = 3', "must be a table"),
        ('["a"]\nplace = "line"\nfr = "x"', "unknown fields: fr"),
        ('["a"]\nplace = "roof"', "needs a place"),
        ('["a"]\nde = "x"\nen = "x"', "needs a place"),
        ('["a"]\nplace = "line"\nde = "{x"\nen = "x"', "not closed"),
        ('["a"]\nplace = "line"\nde = "{x.y}"\nen = "x"', "plain names"),
        ('["a"]\nplace = "line"\nde = "{}"\nen = "x"', "plain names"),
    ],
)
def test_a_file_of_texts_that_is_not_in_order_is_named(text: str, complaint: str) -> None:
    with pytest.raises(BadCatalogue, match=complaint) as caught:
        read_entries("broken.toml", text)
    assert "broken.toml" in str(caught.value)


def test_the_check_of_places_can_fail() -> None:
    assert fits("a" * 10, Place.LINE)
    assert not fits("m" * 20, Place.LINE)
    assert not fits("word " * 40, Place.BODY)
    assert not fits("Rindfleischetikettierungsüberwachung", Place.BODY)
    assert fits("m" * 500, Place.TERMINAL)


def test_the_check_of_letters_can_fail() -> None:
    assert all(has_letter(face, letter) for face in Face for letter in string.ascii_letters + "ÄÖÜäöüß–…×↑↓ ")
    assert not has_letter(Face.TEXT, "語")
