"""Cards laid by clicking the page, in a real browser, with the real device behind it."""

import re

import pytest
from selenium.webdriver.common.by import By

from tests.device.page.test_round import Clicker
from tests.device.running import bordbuch


class CardClicker(Clicker):
    """Somebody with a mouse, who lays cards by clicking cells of the picture."""

    def cell(self, row, col, size=5):
        return self.browser.find_elements(By.CSS_SELECTOR, "#places .cell")[row * size + col]

    def laid(self):
        """How many cards the OLED shows."""
        return len(re.findall(r"(?<!\S)>?[1-6][^\W\d]+(?!\S)", self.words()))

    def lay(self, row, col):
        """Click a free cell and wait until the OLED shows the card that the page showed as the next one."""
        shown, value = self.laid(), self.find("#drawn .card").text
        self.cell(row, col).click()
        self.wait(lambda: self.laid() == shown + 1)
        assert value in self.words()

    def make_mischief(self, action):
        self.find(f'[data-do="{action}"]').click()


@pytest.mark.slow
def test_cards_are_clicked_onto_the_table_and_wrong_ones_are_told(browser, tmp_path):
    with bordbuch(tmp_path, "number_up", "1") as device:
        browser.get(device.address)
        browser.execute_script("document.body.dataset.holdMs = 3600000")
        page = CardClicker(browser)
        page.wait(lambda: "OK: weiter" in page.words())
        while "OK: weiter" in page.words():
            page.press("ok")
        page.wait(lambda: len(browser.find_elements(By.CSS_SELECTOR, "#places .cell")) == 25)
        assert page.find("#deck").text.endswith("29 im Stapel")

        page.lay(2, 2)
        page.lay(2, 3)
        page.lay(1, 3)

        # A card without a neighbour is refused in one sentence until the player takes it away again.
        page.find("summary").click()
        page.make_mischief("lay_apart")
        page.wait(lambda: "liegt allein" in page.words())
        wrong = next(
            cell
            for cell in browser.find_elements(By.CSS_SELECTOR, "#places .cell.is-taken")
            if not re.search(r"Zeile 3, Spalte [34]|Zeile 2, Spalte 4", cell.get_attribute("aria-label"))
        )
        wrong.click()
        page.wait(lambda: page.laid() == 3 and "liegt allein" not in page.words())

        # A bumped camera sees the same cards; the game goes on.
        page.make_mischief("bump_camera")
        page.lay(1, 2)
        assert page.laid() == 4
