"""The games in colour in a real browser: on a phone and on a large screen, by day and by night, for everybody."""

from contextlib import contextmanager
from importlib.metadata import distribution
from random import Random

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.page.server import PageServer
from device.parts.protocols import VirtualPanel
from device.talks.taps import Opened, Taps
from games.spine.dialogue import Choose, Setup
from games.spine.session import Answered, Session
from tests.device.texts import catalogue
from tests.games.spine.random_answers import random_answer

AXE = distribution("axe-playwright-python").locate_file("axe_playwright_python/axe.min.js").read_text(encoding="utf-8")
RULES = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']}"
PHONE = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
SCREEN = {"width": 1920, "height": 1080, "deviceScaleFactor": 1, "mobile": False}
GAMES = {
    "galaktix": ("3", ("Ada",), 17),
    "number_up": ("5", ("Ada",), 12),
    "sternenfahrer": ("beginner", ("Ada", "Ben", "Cleo", "Dora"), 40),
    "galaktico": ("trial", ("Ada", "Ben", "Cleo"), 12),
}
FINGER = 44


@pytest.fixture(scope="module")
def game_list(tmp_path_factory):
    return load_games(tmp_path_factory.mktemp("own"), SHIPPED)[0]


def opened_in(loaded, level, players, count):
    """A game by chance, some way in, where somebody has to choose."""
    rng = Random(3)
    level = level if level in loaded.starts else loaded.starts[0]
    session = Session(loaded.game, Setup(loaded.game.name, level, players, 3, loaded.sign_of(level)))
    made = 0
    while session.outcome is None and (made < count or not isinstance(session.prompt, Choose)):
        answer = random_answer(session.prompt, rng)
        if answer is None:
            break
        session.make(Answered(answer))
        made += 1
    return Opened(session.prompt, session.outcome, players, can_go_back=True, box=loaded.box, scene=session.open_scene)


@contextmanager
def page_of(game_list, name):
    taps = Taps()
    taps.show(opened_in(game_list[name], *GAMES[name]))
    server = PageServer(VirtualPanel(), None, lambda: None, "de", 0, taps=taps, words=catalogue)
    server.start()
    try:
        yield server, taps
    finally:
        server.stop()


def look(browser, address, size, *, is_dark=False):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    scheme = [{"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
    browser.get(address)
    WebDriverWait(browser, 30).until(lambda _: browser.find_element(By.CSS_SELECTOR, "#live h2"))


def faults(browser):
    browser.execute_script(AXE)
    found = browser.execute_async_script(
        f"const done = arguments[0]; axe.run(document, {RULES}).then((all) => done(all.violations));"
    )
    return [(one["id"], [node["target"] for node in one["nodes"]][:3]) for one in found]


@pytest.fixture
def chromium(browser):
    yield browser
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("is_dark", [False, True], ids=["by day", "by night"])
def test_everybody_can_use_the_table_on_a_phone(chromium, game_list, name, is_dark):
    with page_of(game_list, name) as (server, _):
        look(chromium, f"{server.own_address}/tisch", PHONE, is_dark=is_dark)
        assert faults(chromium) == []
        overflow = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert chromium.execute_script(overflow) <= 0, "nothing hangs out at the side"
        taps = chromium.find_elements(By.CSS_SELECTOR, "#asked button")
        assert taps and all(min(one.size["width"], one.size["height"]) >= FINGER for one in taps)


@pytest.mark.parametrize("name", GAMES)
def test_a_large_screen_shows_the_game_without_anything_to_press(chromium, game_list, name):
    with page_of(game_list, name) as (server, taps):
        look(chromium, f"{server.own_address}/tafel", SCREEN)
        assert faults(chromium) == []
        assert not chromium.find_elements(By.CSS_SELECTOR, "button, input, form, a")
        title = chromium.find_element(By.CSS_SELECTOR, "#live h2").text
        assert title
        taps.show(Opened(is_lobby=True))
        WebDriverWait(chromium, 30).until(lambda _: not chromium.find_elements(By.CSS_SELECTOR, "#live h2"))


def test_the_judge_of_pages_finds_a_fault(chromium, game_list):
    with page_of(game_list, "galaktix") as (server, _):
        look(chromium, f"{server.own_address}/tisch", PHONE)
        chromium.execute_script("document.querySelector('#oled').removeAttribute('alt')")
        assert [fault for fault, _ in faults(chromium)] == ["image-alt"]


def test_what_was_unfolded_stays_so_when_news_come(chromium, game_list):
    with page_of(game_list, "sternenfahrer") as (server, taps):
        look(chromium, f"{server.own_address}/tisch", PHONE)
        chromium.execute_script("document.querySelector('#more details').open = true")
        loaded = game_list["sternenfahrer"]
        level, players, count = GAMES["sternenfahrer"]
        before = chromium.find_element(By.ID, "more").get_attribute("innerHTML")
        taps.show(opened_in(loaded, level, players, count + 12))
        WebDriverWait(chromium, 30).until(
            lambda _: chromium.find_element(By.ID, "more").get_attribute("innerHTML") != before
        )
        assert chromium.execute_script("return document.querySelector('#more details').open")


def test_pages_are_light(game_list, chromium):
    """Script under 100 kB, first load under 1 MB: an old phone in a weak network opens it at once."""
    with page_of(game_list, "galaktix") as (server, _):
        look(chromium, f"{server.own_address}/tisch", PHONE)
        sizes = chromium.execute_script(
            "return performance.getEntriesByType('resource').map((one) => [one.name, one.decodedBodySize])"
            ".concat([['page', performance.getEntriesByType('navigation')[0].decodedBodySize]])"
        )
        loaded = {name: size for name, size in sizes if "/events" not in name}
        assert loaded["page"] > 1000
        assert sum(size for name, size in loaded.items() if name.endswith(".js")) < 100_000
        assert sum(loaded.values()) < 1_000_000
        assert all(name.startswith(server.own_address) for name in loaded if name != "page"), "nothing from elsewhere"
