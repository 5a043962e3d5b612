"""A rule that only the player can check: told before the game and after it, its points entered by hand."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest

from games.galaktix.data import parse_book as galaktix_book
from games.galaktix.flow import Galaktix
from games.number_up import rules as number_up
from games.number_up.data import parse_book as number_up_book
from games.number_up.flow import NumberUp
from games.number_up.reading import shown_with
from games.number_up.sketch import deck_of
from games.spine.dialogue import Bilingual, Notice, Number, PickNumber, ReadLaid, Setup
from games.spine.errors import BadData, IllegalAnswer
from games.spine.session import Answered, Session
from tests.games.spine.random_answers import random_answer

SENTENCE = "5 Punkte, wenn du gepfiffen hast."


def shipped(game, name):
    return (files(f"games.{game}") / name).read_text(encoding="utf-8")


def own_level(game, by_hand, number="21", without=""):
    """The first shipped level of a game under another number, with a rule to be checked by hand."""
    text = shipped(game, "levels.toml")
    section = text[text.index("[level.1]") : text.index("[level.2]")].replace("[level.1]", f"[level.{number}]")
    lines = [line for line in section.splitlines() if not without or not line.startswith(without)]
    return "\n".join([*lines, f"by_hand = {by_hand}", ""])


def opened(game, text):
    levels = shipped(game, "levels.toml")
    if game == "number_up":
        return NumberUp(number_up_book(text, house=levels))
    boards = shipped(game, "boards.toml")
    return Galaktix(galaktix_book(boards, text, house=(boards, levels)))


def played(game, by_hand, without=""):
    """A session played by chance until only the points by hand are missing."""
    opened_game = opened(game, own_level(game, by_hand, without=without))
    session = Session(opened_game, Setup(game, "21", ("Ida",), seed=1, data=opened_game.data))
    rng, deck = Random(4), []
    told = []
    while not isinstance(session.prompt, PickNumber):
        prompt = session.prompt
        assert prompt is not None, "the game must not end before"
        if isinstance(prompt, Notice):
            told.append(dict(prompt.words.values).get("rule"))
        if isinstance(prompt, ReadLaid):
            deck = deck or rng.sample(deck_of(prompt.scene.level), prompt.scene.level.deck_size)
            place = rng.choice(number_up.open_places(prompt.scene))
            session.make(Answered(shown_with(prompt.scene, place, deck.pop())))
        else:
            session.make(Answered(random_answer(prompt, rng)))
    return session, told


@pytest.mark.parametrize("game", ["galaktix", "number_up"])
def test_points_found_by_hand_are_added_to_the_result(game):
    session, told = played(game, f'"{SENTENCE}"')
    counted = session.prompt.scene.points
    assert told.count(Bilingual(SENTENCE, SENTENCE)) == 2, "before the game and after it"
    assert (session.prompt.low, session.prompt.high, session.prompt.start) == (0, 50, 0)
    with pytest.raises(IllegalAnswer):
        session.make(Answered(Number(51)))
    session.make(Answered(Number(5)))
    assert session.outcome.results[0].score == counted + 5


@pytest.mark.parametrize("game", ["galaktix", "number_up"])
def test_they_may_cost_as_much_as_the_level_says(game):
    session, _ = played(game, f'{{ rule = "{SENTENCE}", least = -20, most = 7 }}')
    assert (session.prompt.low, session.prompt.high) == (-20, 7)


def test_a_grid_may_be_left_to_the_player_altogether():
    session, _ = played("number_up", f'"{SENTENCE}"', without="lines")
    assert (session.prompt.scene.lines, session.prompt.scene.points) == ((), 0)
    session.make(Answered(Number(12)))
    assert session.outcome.results[0].score == 12


@pytest.mark.parametrize("game", ["galaktix", "number_up"])
def test_its_bounds_belong_to_the_level_and_its_words_do_not(game):
    def matters(by_hand):
        return opened(game, own_level(game, by_hand)).content.level("21").matters

    assert matters('"Eins."') == matters('{ rule = { de = "Zwei." } }')
    assert matters('"Eins."') != matters('{ rule = "Eins.", most = 9 }')


@pytest.mark.parametrize(
    ("by_hand", "told"),
    [
        (f'"{"x" * 89}"', "[level.21] by_hand: must be a text of 1 to 88 characters, not 89 characters"),
        ("3", "[level.21] by_hand: must be a text of 1 to 88 characters, not 3"),
        ('{ rule = "x", most = 1000 }', "[level.21] by_hand most: must be a whole number from 0 to 999, not 1000"),
        ("{ most = 3 }", "[level.21] by_hand rule: is missing"),
    ],
)
@pytest.mark.parametrize("game", ["galaktix", "number_up"])
def test_a_fault_in_it_is_told_once(game, by_hand, told):
    with pytest.raises(BadData) as caught:
        opened(game, own_level(game, by_hand))
    (sentence,) = str(caught.value).splitlines()
    assert sentence.startswith(f"levels: {told}")
