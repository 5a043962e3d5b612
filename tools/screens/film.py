"""Films the beginning of an evening as README shows it: the page of `bordbuch play` with OLED, table and game.

python -m tools.screens.film GAME LEVEL docs/evening.webp --page docs/page.jpg

Needs Debian's chromium and chromium-driver. Plays on the simulated table in a folder of its own, by a seed, so that
the same evening is filmed twice.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By

SIZE = (1280, 1480)
WIDTH = 900  # of the film, in pixels
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking"
    f" --disable-component-update --disable-sync --hide-scrollbars --window-size={SIZE[0]},{SIZE[1]}"
)
SHORT_MS, LONG_MS = 900, 2200
ROUNDS = 3
PATIENCE_SECONDS = 60.0


class Film:
    """Pictures of a page, each with how long it stays."""

    def __init__(self, browser: webdriver.Chrome) -> None:
        self._browser = browser
        self._pictures: list[Image.Image] = []
        self._durations: list[int] = []
        self.last: Image.Image | None = None

    def take(self, milliseconds: int) -> None:
        """One more picture, of the page from its top."""
        self._browser.execute_script("window.scrollTo(0, 0)")
        self.last = Image.open(io.BytesIO(self._browser.get_screenshot_as_png())).convert("RGB")
        height = round(self.last.height * WIDTH / self.last.width)
        self._pictures.append(self.last.resize((WIDTH, height), Image.Resampling.LANCZOS))
        self._durations.append(milliseconds)

    def save(self, path: Path) -> None:
        first, *others = self._pictures
        first.save(path, save_all=True, append_images=others, duration=self._durations, loop=0, quality=62, method=6)


class Evening:
    """Somebody who plays on the page: by tapping what is asked, and by throwing."""

    def __init__(self, browser: webdriver.Chrome, film: Film) -> None:
        self._browser = browser
        self._film = film

    @property
    def _asked(self) -> str:
        return self._browser.find_element(By.ID, "asked").text

    def _until_it_changes(self, before: str) -> None:
        end = time.monotonic() + PATIENCE_SECONDS
        while self._asked == before and time.monotonic() < end:
            time.sleep(0.05)
        if self._asked == before:
            raise TimeoutError(f"nothing happens after: {before}")
        time.sleep(0.6)  # the OLED's picture comes a moment after the words

    def tap(self) -> None:
        """Take the first answer, or say that it was read."""
        before = self._asked
        self._browser.find_element(By.CSS_SELECTOR, "#asked .option:not(.refused), #asked .strong").click()
        self._until_it_changes(before)
        self._film.take(LONG_MS)

    def throw(self) -> None:
        """Throw all dice; filmed while they roll and when they were read."""
        before = self._asked
        self._browser.find_element(By.CSS_SELECTOR, "[data-do=throw_all]").click()
        for _ in range(2):
            time.sleep(0.35)
            self._film.take(SHORT_MS // 2)
        self._until_it_changes(before)
        self._film.take(LONG_MS)

    def is_throwing(self) -> bool:
        return bool(self._browser.find_elements(By.NAME, "piece-0")) and not self._browser.find_elements(
            By.CSS_SELECTOR, "#asked .option"
        )


@contextlib.contextmanager
def playing(game: str, level: str, seed: int) -> Iterator[str]:
    """The device on the simulated table; gives its address."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "settings.toml").write_text("welcomed = true\n", encoding="utf-8")
        command = [sys.executable, "-m", "device.command.main", "play", game, level, "--port", "0"]
        command += ["--data", folder, "--seed", str(seed), "--lang", "de"]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as device:
            try:
                assert device.stdout is not None
                yield device.stdout.readline().strip()
            finally:
                device.terminate()


def filmed(address: str, out: Path, page: Path | None) -> None:
    """Play some rounds and write what was to be seen."""
    options = webdriver.ChromeOptions()
    for flag in FLAGS.split():
        options.add_argument(flag)
    options.binary_location = shutil.which("chromium") or ""
    service = webdriver.ChromeService(shutil.which("chromedriver"))  # else it would look for one in the network
    with webdriver.Chrome(options, service) as browser:
        browser.get(address)
        time.sleep(2.0)
        film = Film(browser)
        evening = Evening(browser, film)
        film.take(LONG_MS)
        thrown = 0
        while thrown < ROUNDS:
            if evening.is_throwing():
                evening.throw()
                thrown += 1
                if page is not None and film.last is not None and thrown == ROUNDS:
                    film.last.save(page, quality=82)
            else:
                evening.tap()
        evening.tap()
        film.save(out)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.screens.film", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("game", help="a game with dice")
    parser.add_argument("level")
    parser.add_argument("out", type=Path, metavar="FILE.webp")
    parser.add_argument("--page", type=Path, metavar="FILE.jpg", help="the last throw as a picture, too")
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args(arguments)
    with playing(given.game, given.level, given.seed) as address:
        filmed(address, given.out, given.page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
