"""Dice thrown and a mothership shaken by clicking the page, in a real browser, with the real device behind it."""

import pytest

from tests.device.page.test_round import Clicker
from tests.device.running import bordbuch

BALLS = ("Deine Kugeln", "Stimmt diese?")


@pytest.mark.slow
def test_throw_and_shake_are_there_when_the_game_wants_them(browser, tmp_path):
    with bordbuch(tmp_path, "sternenfahrer") as device:
        browser.get(device.address)
        # A click must stay a short one however slow this machine is.
        browser.execute_script("document.body.dataset.holdMs = 3600000")
        page = Clicker(browser)
        page.wait(lambda: page.words())
        for _ in range(40):
            if "würfelt" in page.words():
                break
            page.press("ok")
        page.wait(lambda: page.find("[data-for=ship][data-do=throw_all]").is_displayed())
        assert page.find("[data-for=ship][data-do=throw_all]").text == "Würfeln"
        assert not page.find("[data-do=throw_held]").is_displayed()
        page.find("[data-for=ship][data-do=throw_all]").click()
        page.wait(lambda: page.words().startswith(("Dein Wurf", "Stimmt dieser?")))
        for _ in range(40):
            if "schüttelt" in page.words():
                break
            page.press("ok")
        assert page.find("[data-do=shake]").text == "Schütteln"
        page.find("[data-do=shake]").click()
        page.wait(lambda: page.words().startswith(BALLS))
