"""Every text that the code can ask for is in the catalogue, and nothing is in it that nobody asks for."""

import ast
import random
from pathlib import Path

import pytest

from device.boxes.number_up.grid_screen import LIGHT_COLOURS
from device.eyes.pieces import CARD_COLOURS
from device.screens.small import SMALL
from games.books.medals import Medal
from games.number_up import rules
from games.number_up.flow import NumberUp
from games.number_up.pieces import MarkKind
from games.number_up.reading import Difference
from games.number_up.rules import Obstacle
from games.number_up.sighting import with_cards
from games.spine.dialogue import Noted, ReadLaid, Setup
from games.spine.session import Answered, Session
from tests.device.texts import ENTRIES, catalogue
from tests.games.number_up.boards import BOOK
from vision.base.reading import Reason

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "device" / "page"


def strings():
    """All literal strings in our code; the fixed beginnings of f-strings with a star behind them."""
    for path in [*(ROOT / "device").rglob("*.py"), *(ROOT / "games").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                first = node.values[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, str):
                    yield first.value + "*"
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def asked():
    """Keys in say("...") calls with a plain literal."""
    for path in [*(ROOT / "device").rglob("*.py"), *(ROOT / "games").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    yield f"{path.relative_to(ROOT)}", first.value


def test_every_text_asked_for_is_there():
    assert not [(where, key) for where, key in asked() if key not in ENTRIES]


@pytest.mark.parametrize("reason", [reason for reason in Reason if reason is not Reason.NOTHING])
def test_the_device_has_a_sentence_for_every_trouble(reason):
    assert f"status.{reason.value}" in ENTRIES


@pytest.mark.parametrize("medal", Medal)
def test_every_medal_has_a_name(medal):
    assert f"medal.{medal.value}" in ENTRIES


@pytest.mark.parametrize("reason", [*Difference, *Obstacle])
def test_the_device_has_a_sentence_for_every_card_that_does_not_fit(reason):
    assert f"number_up.refused.{reason.value}" in ENTRIES


@pytest.mark.parametrize("colour", CARD_COLOURS)
def test_every_colour_of_cards_has_a_name_and_a_letter_that_is_drawn(colour):
    assert {f"number_up.colour.{colour}", f"colour.{colour}"} <= ENTRIES.keys()
    letters = ENTRIES[f"number_up.letter.{colour}"].words
    assert set("".join(letters.values())) <= SMALL.keys()


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_two_colours_of_cards_look_alike(language):
    signs = {(ENTRIES[f"number_up.letter.{one}"].words[language], one in LIGHT_COLOURS) for one in CARD_COLOURS}
    assert len(signs) == len(CARD_COLOURS)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("colour", CARD_COLOURS)
def test_the_letters_of_a_colour_are_the_first_two_of_its_name(colour, language):
    """Nobody has to learn them, and a colour of the space dice has the same ones there."""
    plain = colour.removeprefix("light_").removeprefix("dark_")
    letters = ENTRIES[f"number_up.letter.{colour}"].words[language]
    name = ENTRIES[f"face.{plain}" if f"face.{plain}" in ENTRIES else f"colour.{colour}"].words[language]
    assert letters == name[:2].capitalize()
    assert f"letter.{plain}" not in ENTRIES or ENTRIES[f"letter.{plain}"].words[language] == letters


@pytest.mark.parametrize("kind", MarkKind)
def test_every_marker_has_its_words(kind):
    assert {f"number_up.{part}.{kind.value}" for part in ("news", "short", "worth")} <= ENTRIES.keys()


@pytest.mark.parametrize("level", BOOK.levels, ids=lambda level: f"level {level.number}")
def test_every_text_of_a_level_of_number_up_is_in_the_catalogue(level):
    """Played by buttons to the end: whatever is prompted, told or refused on the way can be told."""
    words = [catalogue(language, is_strict=True) for language in ("de", "en")]
    session = Session(NumberUp(BOOK), Setup("number_up", level.id, ("Ida",), seed=1, data=BOOK.fingerprint))
    rng = random.Random(level.number)
    while session.outcome is None:
        prompt = session.prompt
        options = [option.words for option in getattr(prompt, "options", ())]
        for text in (prompt.words, prompt.news, *options):
            assert all(one.tell(text) for one in words if text is not None)
        if not isinstance(prompt, ReadLaid):
            session.make(Answered(Noted()))
            continue
        card, place = rng.choice(rules.layable_cards(prompt.scene)), rng.choice(rules.open_places(prompt.scene))
        session.make(Answered(with_cards(prompt.scene, [(place, card)])))
    assert all(one.tell(session.outcome.words) for one in words)


def test_no_text_is_left_over():
    pages = [path.read_text(encoding="utf-8") for path in (PAGE / "files").iterdir() if path.suffix != ".svg"]
    said = set(strings())
    starts = tuple(entry[:-1] for entry in said if entry.endswith("*") and "." in entry)

    def is_on_a_page(key):
        stem = key.rpartition(".")[0]
        return any(key in page or f"{stem}.${{" in page for page in pages)

    assert not [key for key in ENTRIES if key not in said and not key.startswith(starts) and not is_on_a_page(key)]
