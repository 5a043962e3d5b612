"""Every game on a page: drawn at every step of whole games, in both languages, and only what everybody may see."""

import xml.dom.minidom
from random import Random

import pytest

from device.boxes.box import Box
from device.boxes.live import Facts, Figures, LiveView, Picture
from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.page.admission import ONLOOKER
from device.page.live_html import live_html, more_html, parts_html
from device.page.pages import Telling
from device.page.prompt_html import Drawn
from device.page.tapped import answer_of
from device.paper.svg import svg_inside
from device.talks.taps import Asked, Opened
from games.galaktico.cards import ShowFitting
from games.spine.dialogue import Setup
from games.spine.errors import IllegalAnswer
from games.spine.session import Answered, Session
from tests.device.texts import catalogue
from tests.games.galaktico.playing import CARD_SET
from tests.games.spine.random_answers import random_answer

GAMES = {
    "galaktix": (("1", "14", "20"), ("Ada",), 60),
    "number_up": (("1", "5", "19"), ("Ada",), 40),
    "sternenfahrer": (("beginner", "middle"), ("Ada", "Ben", "Cleo", "Dora"), 120),
    "galaktico": (("trial",), ("Ada", "Ben", "Cleo"), 90),
}
STRICT = {language: catalogue(language, is_strict=True).tell for language in ("de", "en")}


@pytest.fixture(scope="module")
def game_list(tmp_path_factory):
    return load_games(tmp_path_factory.mktemp("own"), SHIPPED)[0]


def steps(loaded, level, players, count, seed):
    """A session by chance, at every step."""
    rng = Random(seed)
    session = Session(loaded.game, Setup(loaded.game.name, level, players, seed, loaded.sign_of(level)))
    for _ in range(count):
        yield session
        if session.outcome is not None:
            return
        prompt = session.prompt
        if isinstance(prompt, ShowFitting):
            answer = prompt.answer([rng.choice(rows).key for rows in prompt.slots])
        else:
            answer = random_answer(prompt, rng)
        try:
            if answer is not None:
                session.make(Answered(answer))
        except IllegalAnswer:
            continue


CASES = [(name, level) for name, (levels, _, _) in GAMES.items() for level in levels]


@pytest.mark.parametrize(("name", "level"), CASES)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_game_is_drawn_at_every_step(game_list, name, level, language):
    loaded, (_, players, count) = game_list[name], GAMES[name]
    tell, drawn = STRICT[language], 0
    level = level if level in loaded.starts else loaded.starts[0]
    for session in steps(loaded, level, players, count, seed=7):
        view = loaded.box.live(session.open_scene, tell)
        if view is None:
            continue
        drawn += 1
        html = f"<div>{live_html(view)}{more_html(view)}</div>"
        assert view.title in html and "style=" not in html, "a strict page allows no style at an element"
        for part in view.parts:
            if isinstance(part, Picture):
                xml.dom.minidom.parseString(svg_inside(part.sheet))
                assert part.words, "whoever cannot see it hears it"
            if isinstance(part, Figures):
                assert all(len(seat.figures) == len(part.columns) for seat in part.seats)
    assert drawn > 5


def test_a_page_shows_no_game_before_there_is_one(game_list):
    for loaded in game_list.values():
        assert loaded.box.live(None, STRICT["de"]) is None
    assert live_html(None) == more_html(None) == ""


@pytest.mark.parametrize("seed", range(3))
def test_no_card_and_no_bag_of_galaktico_is_on_the_page_of_a_game_that_is_on(game_list, seed):
    loaded = game_list["galaktico"]
    names = {card.name for card in (*CARD_SET.weapons, *CARD_SET.shields)}
    for session in steps(loaded, loaded.starts[0], ("Ada", "Ben", "Cleo"), 150, seed):
        if session.outcome is not None:
            break
        view = loaded.box.live(session.open_scene, STRICT["de"])
        html = live_html(view) + more_html(view)
        assert not [name for name in names if name in html]


def test_a_private_prompt_changes_nothing_of_the_page_that_everybody_sees(game_list):
    """What one player answers alone is in no scene: the page stays at what was for everybody."""
    loaded, before = game_list["galaktico"], None
    seen_private = 0
    for session in steps(loaded, loaded.starts[0], ("Ada", "Ben"), 200, seed=4):
        if session.prompt is None:
            break
        html = live_html(loaded.box.live(session.open_scene, STRICT["de"]))
        if session.prompt.audience is not None:
            seen_private += 1
            assert before is None or html == before
        before = html
    assert seen_private > 3


def test_a_large_screen_tells_who_looks_alone_and_nothing_of_it(game_list):
    loaded = game_list["galaktico"]
    watching = Drawn(ONLOOKER, Telling("de", STRICT["de"]), lambda player: False)
    private = 0
    for session in steps(loaded, loaded.starts[0], ("Ada", "Ben"), 200, seed=4):
        prompt = session.prompt
        opened = Opened(prompt, session.outcome, ("Ada", "Ben"), box=loaded.box, scene=session.open_scene)
        html = watching.watched(Asked("1", opened))
        assert "<button" not in html and "<input" not in html and "<form" not in html
        if prompt is not None and prompt.audience is not None:
            private += 1
            assert prompt.audience in html and STRICT["de"](prompt.words) not in html
    assert private > 3


def test_three_cards_are_named_at_once_on_a_phone(game_list):
    loaded, found = game_list["galaktico"], 0
    for seed in range(6):
        for session in steps(loaded, loaded.starts[0], ("Ada", "Ben"), 60, seed):
            prompt = session.prompt
            if not isinstance(prompt, ShowFitting):
                continue
            found += 1
            keys = [rows[0].key for rows in prompt.slots]
            fields = {f"blank-{number}": (key,) for number, key in enumerate(keys)}
            opened = Opened(prompt, box=loaded.box)
            assert answer_of(opened, fields) == prompt.answer(keys)
            html = Drawn(ONLOOKER, Telling("de", STRICT["de"]), lambda player: False)._prompt(prompt, loaded.box)
            assert html.count("<fieldset") == len(prompt.slots) and "Waffe 2" in html
    assert found


def test_points_of_galaktix_and_where_a_rocket_may_land(game_list):
    loaded = game_list["galaktix"]
    gains = []
    for session in steps(loaded, "1", ("Ada",), 40, seed=2):
        scene = session.open_scene
        view = loaded.box.live(scene, STRICT["de"])
        if view is None:
            continue
        standing = view.parts[0]
        assert isinstance(standing, Facts) and standing.facts[0].value == str(scene.points)
        told = {
            option.key: STRICT["de"](option.value) for option in getattr(session.prompt, "options", ()) if option.value
        }
        if told:
            html = live_html(view)
            gains.append(all(f">{worth}<" in html for worth in told.values()))
    assert gains and all(gains), "every gain that is offered stands on its field"


def test_a_box_shows_nothing_unless_it_says_so():
    box = Box(name="x", texts_in="x", open=lambda box, texts: None)
    assert box.live(object(), str) is None
    assert box.parts(None, str) == () and box.blanks(None) is None
    assert parts_html(()) == "" and isinstance(LiveView("a", ()).more, tuple)
