"""A whole round clicked on the page, in a real browser, with the real device behind it."""

import time
from contextlib import suppress

import pytest
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from tests.device.running import SETTING_OUT_SECONDS, bordbuch, shows_dice

PATIENCE_SECONDS = 120  # only to end a test that hangs
BY_ITSELF_SECONDS = 10  # a second of the device, however slow this machine is


class Clicker:
    """Somebody with a mouse, who looks at nothing but the page."""

    def __init__(self, browser):
        self.browser = browser

    def find(self, query):
        return self.browser.find_element(By.CSS_SELECTOR, query)

    def words(self):
        return self.find("#oled").get_attribute("aria-label") or ""

    def wait(self, holds):
        try:
            WebDriverWait(self.browser, PATIENCE_SECONDS, poll_frequency=0.05).until(lambda _: holds())
        except TimeoutException:
            raise AssertionError(f"waited in vain; the OLED says:\n{self.words()}") from None

    def press(self, button):
        before = self.words()
        self.find(f'[data-button="{button}"]').click()
        self.wait(lambda: self.words() != before)

    def choose(self, row):
        self.wait(lambda: row in self.words())
        while f"> {row}" not in self.words():
            self.press("down")
        self.press("ok")

    def take_throw(self):
        """A sure throw counts by itself: who presses OK too late would choose a road. A doubtful one waits for OK."""
        self.wait(lambda: shows_dice(self.words()))
        with suppress(TimeoutException):
            WebDriverWait(self.browser, BY_ITSELF_SECONDS).until(lambda _: not shows_dice(self.words()))
        while shows_dice(self.words()):
            self.press("ok")

    def throw(self, action):
        self.wait(lambda: self.find(f'[data-do="{action}"]').is_enabled())
        self.find(f'[data-do="{action}"]').click()


@pytest.mark.slow
def test_a_round_is_clicked_from_the_first_choice_to_the_second_throw(browser, tmp_path):
    with bordbuch(tmp_path) as device:
        browser.get(device.address)
        # A click must stay a short one however slow this machine is.
        browser.execute_script("document.body.dataset.holdMs = 3600000")
        page = Clicker(browser)
        for row in ("Spielen", "Galaktix", "Gast", "1 ", "1 "):
            page.choose(row)
        while "OK: weiter" in page.words():
            page.press("ok")

        time.sleep(SETTING_OUT_SECONDS)
        page.throw("throw_all")
        page.take_throw()
        assert ">" in page.words()

        # The re-roll: click a die in the camera's picture, throw it again.
        page.wait(lambda: len(browser.find_elements(By.CSS_SELECTOR, ".place")) == 5)
        page.find(".place").click()
        page.throw("throw_held")
        page.take_throw()

        while "Würfle alle 5" not in page.words():
            page.press("ok")
        page.throw("throw_all")
        page.take_throw()
