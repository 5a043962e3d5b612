"""A card laid under the camera by clicking the page, in a real browser, with the real device behind it."""

import pytest
from selenium.webdriver.common.by import By

from tests.device.page.test_round import Clicker
from tests.device.running import bordbuch


def hold(device):
    device.post("/press/ok?held=1")


@pytest.mark.slow
def test_a_secret_card_is_clicked_under_the_camera_and_covered_again(browser, tmp_path):
    with bordbuch(tmp_path, "galaktico") as device:
        browser.get(device.address)
        browser.execute_script("document.body.dataset.holdMs = 3600000")
        page = Clicker(browser)
        page.wait(lambda: "Wer sitzt auf Platz 1?" in page.words())
        for _ in range(3):  # two guests, and off they go
            page.press("ok")
        page.wait(lambda: "Geheim rüsten" in page.words())
        for button in ("down", "down", "ok", "ok"):
            page.press(button)
        while "OK: weiter" in page.words():
            page.press("ok")
        assert "OK halten: aufdecken" in page.words()
        assert not page.find("#controls").is_displayed()  # the table is nobody's business now
        hold(device)
        page.wait(lambda: "Zerstörer: Schild" in page.words())
        page.wait(lambda: len(browser.find_elements(By.CSS_SELECTOR, "#shown button")) == 14)
        assert not page.find("[data-do=throw_all]").is_displayed()
        assert not page.find("[data-do=take_shown]").is_enabled()
        page.wait(lambda: "Oder zeig mir die Karte" in page.words())
        next(
            card for card in browser.find_elements(By.CSS_SELECTOR, "#shown button") if card.text == "Deflektor"
        ).click()
        page.wait(lambda: "> Deflektor" in page.words())  # nobody pressed down: it was seen
        page.find("[data-do=take_shown]").click()
        # A table with a pattern can look as if something unclear lay there.
        nothing = ("Oder zeig mir die Karte", "Ich erkenne keine Karte")
        page.wait(lambda: any(words in page.words() for words in nothing))
        page.press("back")
        page.wait(lambda: "OK halten: aufdecken" in page.words() and not page.find("#controls").is_displayed())
