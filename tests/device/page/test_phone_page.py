"""A phone in a real browser: pairing, a game by tapping, two players with secrets, and a device that is restarted."""

import threading
from contextlib import contextmanager

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from device.page import admission
from device.page.server import PageServer
from device.parts.door import Door
from device.records.invitations import Invitations
from device.records.phones import Phones
from device.screens.content import Cover
from tests.device.talks.whispers import ALL_SECRETS, group_text
from tests.device.texts import catalogue

PATIENCE_SECONDS = 30
PHONE = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}


@pytest.fixture(autouse=True)
def from_elsewhere(monkeypatch):
    """The browser is on this machine; here it stands for a phone in the home network."""
    monkeypatch.setattr(admission, "is_near", lambda request: False)


@pytest.fixture
def phone(browser):
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    yield browser
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


class Evening:
    """A device with its loop in a thread of its own, and its page."""

    def __init__(self, table, folder, port=0):
        self.table = table
        self.door = Door(Phones(folder), Invitations(folder))
        table.service._has_phone = self.door.phones.belongs_to
        self.server = PageServer(
            table.copy, None, lambda: None, "de", port, door=self.door, taps=table.service.taps, words=catalogue
        )
        self.server.start()
        self._stop = threading.Event()
        self._loop = threading.Thread(target=self._run)
        self._loop.start()

    def _run(self):
        while not self._stop.wait(0.01):
            self.table.service.step()

    def close(self):
        self._stop.set()
        self._loop.join()
        self.server.stop()

    @property
    def address(self):
        return self.server.own_address

    @property
    def port(self):
        return int(self.address.rpartition(":")[2])


@contextmanager
def evening(folder, *, begins=True, port=0):
    with group_text(folder) as table:
        if begins:
            table.begin()
        one = Evening(table, folder, port)
        try:
            yield one
        finally:
            one.close()


def wait(browser, holds):
    def asked(_):
        try:
            return holds()
        except Exception:  # noqa: BLE001 - the page changes under our fingers
            return False

    WebDriverWait(browser, PATIENCE_SECONDS, poll_frequency=0.05).until(asked)


def text(browser):
    return browser.find_element(By.TAG_NAME, "main").text


def tap(browser, words):
    """Tap what is labelled like this."""
    wait(browser, lambda: _tapped(browser, words))


def unfold(browser):
    """What is entered by hand is folded until somebody wants it."""
    if browser.find_elements(By.CSS_SELECTOR, "#asked .by-hand:not([open])"):
        browser.find_element(By.CSS_SELECTOR, "#asked .by-hand summary").click()


def _tapped(browser, words):
    unfold(browser)
    for one in browser.find_elements(By.CSS_SELECTOR, "#asked button, #asked label"):
        if one.text.startswith(words):
            one.click()
            return True
    return False


def pair(browser, one):
    browser.get(f"{one.address}/K/{one.door.invitations.invite().code}")
    wait(browser, lambda: browser.find_element(By.ID, "asked"))


def test_a_scanned_code_pairs_by_itself_and_a_used_one_says_so(phone, tmp_path):
    with evening(tmp_path) as one:
        phone.get(one.address)
        wait(phone, lambda: phone.current_url.endswith("/koppeln"))
        code = one.door.invitations.invite().code
        phone.get(f"{one.address}/K/{code}")
        wait(phone, lambda: "Das Handy des Besitzers." in text(phone))
        assert phone.execute_script("return document.cookie") == "", "no script sees the token"
        phone.execute_cdp_cmd("Network.clearBrowserCookies", {})
        phone.get(f"{one.address}/K/{code}")
        wait(phone, lambda: "Dieser Code gilt nicht mehr." in text(phone))


def test_a_pin_is_typed_and_a_wrong_one_can_be_put_right(phone, tmp_path):
    with evening(tmp_path) as one:
        pin = one.door.invitations.invite().pin
        phone.get(one.address)
        wait(phone, lambda: phone.find_element(By.ID, "pin"))
        phone.find_element(By.ID, "pin").send_keys(f"{(int(pin) + 1) % 1_000_000:06}\n")
        wait(phone, lambda: "Diese PIN stimmt nicht" in text(phone))
        phone.find_element(By.ID, "pin").send_keys(f"{pin[:3]} {pin[3:]}\n")
        wait(phone, lambda: "Das Handy des Besitzers." in text(phone))


def test_a_prompt_is_answered_by_tapping_and_a_secret_is_on_its_own_phone_alone(phone, tmp_path):
    with evening(tmp_path) as one:
        pair(phone, one)
        mine = one.door.phones.all[0]
        one.door.phones.give(mine.id, "Ada")
        wait(phone, lambda: "Du spielst als Ada." in text(phone))
        unfold(phone)
        for die in ("0", "1"):
            phone.find_element(By.CSS_SELECTOR, f"label:has([name=piece-{die}][value='2'])").click()
        tap(phone, "So liegen sie")
        tap(phone, "Zeig es mir")
        wait(phone, lambda: any(word in text(phone) for word in ALL_SECRETS))
        assert {player for word, player in ALL_SECRETS.items() if word in phone.page_source} == {"Ada"}
        assert isinstance(one.table.screen, Cover)
        one.door.phones.give(mine.id, "Ben")
        wait(phone, lambda: "Ada ist dran" in text(phone))
        assert not [word for word in ALL_SECRETS if word in phone.page_source]
        one.door.phones.forget(mine.id)
        wait(phone, lambda: phone.current_url.endswith("/koppeln"))


def test_an_old_prompt_on_the_screen_is_refused_kindly(phone, tmp_path):
    with evening(tmp_path) as one:
        pair(phone, one)
        wait(phone, lambda: phone.find_element(By.NAME, "number"))
        phone.execute_script("document.querySelector('[name=number]').value = 'old-1'")
        unfold(phone)
        for die in ("0", "1"):
            phone.find_element(By.CSS_SELECTOR, f"label:has([name=piece-{die}][value='1'])").click()
        tap(phone, "So liegen sie")
        wait(phone, lambda: phone.find_element(By.ID, "said").text == "Inzwischen ist es am Tisch weitergegangen.")
        assert one.table.journal.lines(1) == []


def test_a_device_that_is_restarted_under_an_open_page_is_back_with_the_same_prompt(phone, tmp_path):
    with evening(tmp_path) as one:
        pair(phone, one)
        port = one.port
        wait(phone, lambda: "Würfelt" in text(phone))
    wait(phone, lambda: phone.find_element(By.ID, "lost").is_displayed())
    assert "Das Gerät antwortet nicht." in text(phone)
    with evening(tmp_path, begins=False, port=port) as one:
        wait(phone, lambda: not phone.find_element(By.ID, "lost").is_displayed())
        tap(phone, "Ja, weiter")  # the lobby asks the owner whether to go on
        wait(phone, lambda: "Würfelt" in text(phone))
        assert one.door.phones.all[0].is_owner


def test_everything_fits_a_small_phone_and_is_large_enough_to_tap(phone, tmp_path):
    with evening(tmp_path) as one:
        pair(phone, one)
        wait(phone, lambda: "Würfelt" in text(phone))
        unfold(phone)
        width = phone.execute_script("return document.documentElement.scrollWidth")
        small = phone.execute_script(
            "return [...document.querySelectorAll('button, a, label.pill, summary')].filter(one => {"
            "const box = one.getBoundingClientRect(); return box.height < 44 || box.width < 44 }).length"
        )
        nameless = phone.execute_script(
            "return [...document.querySelectorAll('button, input:not([type=hidden])')].filter(one =>"
            "!(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.length)).length"
        )
        sizes = phone.execute_script(
            "return Math.min(...[...document.querySelectorAll('main *')].filter(one => one.textContent.trim())"
            ".map(one => parseFloat(getComputedStyle(one).fontSize)))"
        )
        assert (width, small, nameless) == (360, 0, 0) and sizes >= 16
