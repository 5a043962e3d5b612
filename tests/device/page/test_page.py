"""The page in a real browser: the OLED's dots, the buttons, the keyboard and the table."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import pytest
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from device.page.server import PageServer
from device.parts.protocols import Button, Press, Tone, VirtualPanel
from device.simulator.acts.laid_cards import NumberCard
from device.simulator.acts.table import DiePlace
from device.simulator.render.scene import Light, Pieces, Surface
from tests.device.page.fake_table import FakeTable, card_state, table_state

PATIENCE_SECONDS = 30  # only for failures; nothing waits longer than it must


# Two dice in a picture of 640 x 360.
SHOWN = table_state(DiePlace(1, 160.0, 90.0, 60.0), DiePlace(2, 480.0, 270.0, 60.0), held=3)


def jpeg() -> bytes:
    picture = io.BytesIO()
    Image.new("RGB", (640, 360), (90, 60, 40)).save(picture, "JPEG")
    return picture.getvalue()


@dataclass
class Page:
    """The open page with the panel and the table behind it."""

    browser: webdriver.Chrome
    panel: VirtualPanel
    table: FakeTable
    server: PageServer
    presses: list[Press] = field(default_factory=list)

    def find(self, query: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, query)

    def wait(self, is_there: Callable[[], object]) -> None:
        WebDriverWait(self.browser, PATIENCE_SECONDS, poll_frequency=0.02).until(lambda _: is_there())

    def wait_for_presses(self, *wanted: Press) -> None:
        def have_come() -> bool:
            self.presses += self.panel.presses()
            return len(self.presses) >= len(wanted)

        self.wait(have_come)
        assert self.presses == list(wanted)
        self.presses.clear()

    def set_hold_ms(self, milliseconds: int) -> None:
        self.browser.execute_script("document.body.dataset.holdMs = arguments[0]", milliseconds)

    def wait_for_oled(self, version: int) -> None:
        self.wait(lambda: self.find("#oled").get_attribute("data-version") == str(version))


@pytest.fixture
def page(browser: webdriver.Chrome) -> Iterator[Page]:
    panel, table = VirtualPanel(), FakeTable(SHOWN)
    picture = jpeg()
    server = PageServer(panel, table, lambda: picture, "de", 0)
    server.start()
    browser.get(server.address)
    page = Page(browser, panel, table, server)
    page.wait_for_oled(0)
    # A short press must stay one however slow this machine is; the test of holding puts it back.
    page.set_hold_ms(3_600_000)
    page.wait(lambda: len(browser.find_elements(By.CSS_SELECTOR, ".place")) == 2)
    yield page
    server.stop()


def test_the_oled_shows_exactly_the_dots_of_the_device(page: Page) -> None:
    picture = Image.new("1", (128, 64))
    for x in range(128):
        picture.putpixel((x, (x * 7) % 64), 1)
    page.panel.show(picture)
    page.wait_for_oled(1)
    lit = page.browser.execute_script(
        "const c = document.querySelector('#oled'); const d = c.getContext('2d').getImageData(0, 0, 128, 64).data;"
        "return [...Array(128 * 64).keys()].filter(i => d[4 * i + 3] > 0 && d[4 * i] > 127)"
    )
    assert lit == [number for number, dot in enumerate(picture.convert("L").tobytes()) if dot]
    width, height, ratio = page.browser.execute_script(
        "const box = document.querySelector('#oled').getBoundingClientRect();"
        "return [box.width, box.height, devicePixelRatio]"
    )
    assert width == 2 * height and (width * ratio) % 128 == 0 and width >= 256


@pytest.mark.parametrize("button", list(Button))
def test_a_click_presses_the_button_once(page: Page, button: Button) -> None:
    page.find(f'[data-button="{button.value}"]').click()
    page.find('[data-button="ok"]').click()
    page.wait_for_presses(Press(button), Press(Button.OK))


def test_the_keyboard_presses_the_buttons_in_order(page: Page) -> None:
    keys = (Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ENTER, Keys.BACKSPACE, Keys.ESCAPE)
    ActionChains(page.browser).send_keys(*keys).perform()
    pressed = (Button.UP, Button.DOWN, Button.OK, Button.BACK, Button.BACK)
    page.wait_for_presses(*map(Press, pressed))


def test_holding_the_mouse_or_a_key_is_one_held_press(page: Page) -> None:
    assert page.browser.execute_script("return fetch('/').then(r => r.text())").count('data-hold-ms="800"') == 1
    page.set_hold_ms(800)
    ActionChains(page.browser).click_and_hold(page.find('[data-button="back"]')).perform()
    page.wait_for_presses(Press(Button.BACK, held=True))
    ActionChains(page.browser).release().key_down(Keys.ESCAPE).perform()
    page.wait_for_presses(Press(Button.BACK, held=True))
    page.set_hold_ms(3_600_000)
    ActionChains(page.browser).key_up(Keys.ESCAPE).send_keys(Keys.ENTER).perform()
    page.wait_for_presses(Press(Button.OK))


def test_enter_belongs_to_the_device_after_a_mouse_click_and_to_the_control_after_tab(page: Page) -> None:
    throw = page.find('[data-do="throw_all"]')
    throw.click()
    ActionChains(page.browser).send_keys(Keys.ENTER).perform()
    page.wait_for_presses(Press(Button.OK))
    assert page.table.done == [("throw_all",)]
    page.browser.execute_script("arguments[0].focus()", throw)
    ActionChains(page.browser).send_keys(Keys.ENTER).perform()
    page.wait(lambda: len(page.table.done) == 2)
    page.browser.execute_script("document.querySelector('[data-button=down]').focus()")
    ActionChains(page.browser).send_keys(Keys.SPACE).perform()
    page.wait_for_presses(Press(Button.DOWN))


def test_clicking_a_die_picks_it_up_and_the_bare_table_says_so(page: Page) -> None:
    page.browser.find_elements(By.CSS_SELECTOR, ".place")[1].click()
    page.wait(lambda: page.table.done == [("pick_up", 480, 270)])
    page.find("#camera").click()  # its middle, where no die lies
    page.wait(lambda: page.find("#news").text == "Da liegt kein ruhender Würfel.")
    action, x, y = page.table.done[1]
    assert action == "pick_up" and abs(x - 320) <= 2 and abs(y - 180) <= 2


def test_a_click_while_the_next_camera_picture_is_loading_counts(page: Page) -> None:
    is_loading = page.browser.execute_async_script("""
        const [done] = arguments, camera = document.querySelector("#camera");
        fetch("/camera.jpg").then((reply) => reply.blob()).then(async (next) => {
          camera.src = URL.createObjectURL(next);
          await null;
          const isLoading = !camera.complete;
          document.querySelectorAll(".place")[1].click();
          done(isLoading);
        });
    """)
    assert is_loading
    page.wait(lambda: page.table.done == [("pick_up", 480, 270)])


def test_every_control_of_the_table_arrives(page: Page) -> None:
    page.find("summary").click()
    actions = ("throw_all", "throw_held", "lean_die", "add_die", "remove_die", "nudge")
    for action in actions:
        page.find(f'[data-do="{action}"]').click()
    page.wait(lambda: page.table.done == [(action,) for action in actions])
    page.find("#hand").click()
    page.find('[data-value="slanted"]').click()
    page.find('[data-value="felt"]').click()
    page.wait(lambda: page.table.view == replace(SHOWN, has_hand=True, light=Light.SLANTED, surface=Surface.FELT))
    page.wait(lambda: page.find('[data-value="felt"]').get_attribute("aria-pressed") == "true")
    assert page.find("#hand").get_attribute("aria-pressed") == "true"
    page.find("#hand").click()
    page.wait(lambda: not page.table.view.has_hand)


def cells(page: Page) -> list[WebElement]:
    return page.browser.find_elements(By.CSS_SELECTOR, ".cell")


def test_cards_take_the_place_of_the_dice_and_go_again(page: Page) -> None:
    page.table.view = card_state(NumberCard(4, "dark_blue"))
    page.wait(lambda: len(cells(page)) == 25)
    assert page.find("#deck").text == "4 Dunkelblau · 28 im Stapel"
    assert page.find("#drawn").text == "4"
    assert not page.find('[data-do="throw_all"]').is_displayed()
    assert [cell.get_attribute("aria-label") for cell in cells(page)[11:13]] == [
        "Karte auf Zeile 3, Spalte 2 legen",
        "Karte von Zeile 3, Spalte 3 nehmen",
    ]
    assert page.find('[data-value="cards"]').get_attribute("aria-pressed") == "true"
    page.find('[data-value="dice"]').click()
    page.wait(lambda: page.table.done == [("set_pieces", Pieces.DICE)])
    page.table.view = SHOWN
    page.wait(lambda: len(page.browser.find_elements(By.CSS_SELECTOR, ".die")) == 2 and not cells(page))
    assert page.find('[data-do="throw_all"]').is_displayed() and not page.find("#drawn").is_displayed()


def test_a_click_on_a_free_cell_lays_the_card_and_one_on_a_card_takes_it(page: Page) -> None:
    page.table.view = card_state(NumberCard(4, "dark_blue"))
    page.wait(lambda: len(cells(page)) == 25)
    cells(page)[11].click()
    cells(page)[12].click()
    page.wait(lambda: page.table.done == [("lay_drawn", 2, 1, 0), ("take", 2, 2)])
    page.browser.execute_script("arguments[0].focus()", cells(page)[0])
    ActionChains(page.browser).send_keys(Keys.ENTER).perform()
    page.wait(lambda: page.table.done[2:] == [("lay_drawn", 0, 0, 0)])
    camera = page.find("#camera")
    ActionChains(page.browser).move_to_element_with_offset(camera, -camera.size["width"] // 3, 0).click().perform()
    page.wait(lambda: page.find("#news").text == "Da ist kein Feld.")
    assert len(page.table.done) == 3


def test_one_of_several_open_cards_is_chosen_and_the_next_choice_is_the_first_again(page: Page) -> None:
    page.table.view = card_state(NumberCard(4, "red"), NumberCard(1, "yellow"), NumberCard(6, "purple"))
    page.wait(lambda: page.find("#drawn").text.split() == ["4", "1", "6"])
    third = page.find("#drawn .card:nth-child(3)")
    third.click()
    page.wait(lambda: third.get_attribute("aria-pressed") == "true")
    assert third.get_attribute("aria-label") == "6 Lila"
    cells(page)[0].click()
    cells(page)[1].click()
    page.find("#drawn .card:nth-child(2)").click()
    page.find("#discard").click()
    page.find("summary").click()
    page.find("#show-drawn").click()
    page.wait(lambda: len(page.table.done) == 4)
    assert page.table.done == [
        ("lay_drawn", 0, 0, 2),
        ("lay_drawn", 0, 1, 0),
        ("discard_drawn", 1),
        ("show_drawn", True),
    ]


def test_every_mischief_with_cards_arrives(page: Page) -> None:
    page.table.view = card_state(NumberCard(4, "red"))
    page.wait(lambda: len(cells(page)) == 25)
    page.find("summary").click()
    wrong = ("lay_outside", "lay_on_top", "lay_two", "move_card", "swap_cards", "take_card")
    actions = (*wrong, "nudge", "bump_camera", "show_colours", "clear_cards", "lay_apart")
    for action in actions:
        page.find(f'[data-for="cards"] [data-do="{action}"]').click()
    page.wait(lambda: page.table.done == [(action,) for action in actions])
    page.wait(lambda: page.find("#news").text == "Das geht gerade nicht.")
    page.find("#hand").click()
    page.wait(lambda: page.table.view.has_hand)


def test_tones_are_said_and_the_language_follows_the_device(page: Page) -> None:
    page.panel.beep(Tone.FANFARE)
    page.wait(lambda: page.find("#news").get_attribute("textContent") == "Eine Medaille!")
    page.server.language = "en"
    page.wait(lambda: page.find('[data-do="throw_all"]').text == "Throw all")
    assert page.find("html").get_attribute("lang") == "en"
    assert page.find("#oled").get_attribute("aria-label") == "The device’s display, 128 by 64 dots"


def test_every_control_has_a_name_and_nothing_is_wider_than_a_phone(page: Page) -> None:
    page.browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": True}
    )
    nameless = page.browser.execute_script(
        "return [...document.querySelectorAll('button')].filter("
        "b => !(b.getAttribute('aria-label') || b.textContent.trim())).length"
    )
    width = page.browser.execute_script("return document.documentElement.scrollWidth")
    page.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert (nameless, width) == (0, 390)


def test_a_lost_connection_is_told_and_comes_back_by_itself(page: Page) -> None:
    port = int(page.server.address.rpartition(":")[2])
    page.server.stop()
    page.wait(lambda: page.find("#lost").is_displayed())
    assert page.find("#lost").text.startswith("Das Gerät antwortet nicht.")
    page.server = PageServer(page.panel, page.table, jpeg, "de", port)
    page.server.start()
    try:
        page.wait(lambda: not page.find("#lost").is_displayed())
        page.panel.show(Image.new("1", (128, 64), 1))
        page.wait_for_oled(1)
    finally:
        page.server.stop()
