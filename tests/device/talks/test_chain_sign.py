"""After an opened seal the device shows where the journal's chain stands, and only then."""

from dataclasses import dataclass

import pytest

from device.screens.content import Code, List, Ranking
from games.spine.dialogue import Outcome, Result, ShowCode
from tests.device.talks.whispers import Whispers, group_text, plain


@dataclass(frozen=True)
class Sealed(Whispers):
    """A seal before the game and, if it is opened, again at its end."""

    name: str = "sealed"
    is_opened: bool = True

    def play(self, setup):
        yield ShowCode(words=plain("Siegel"), code="0123456789abcdef")
        if self.is_opened:
            yield ShowCode(words=plain("Wie notiert?"), code="0123456789abcdef", closes=True)
        results = tuple(Result(name, 1, 1) for name in setup.players)
        return Outcome(results=results, words=plain("Vorbei"), closes=True)


def test_20_8_the_sign_of_the_chain_follows_an_opened_seal_as_letters_and_as_a_code(tmp_path):
    with group_text(tmp_path, games=(Sealed(),)) as table:
        table.begin("sealed")
        table.ok(2)
        assert isinstance(table.screen, Ranking)
        page = table.ok()
        sign = table.journal.sign(1)
        assert isinstance(page, Code)
        assert page.code == sign and len(sign) == 16
        assert sign in page.body.replace(" ", "").replace("\n", "")
        assert table.journal.unfinished() == [], "the game is in the book already, and the sign covers its result"
        assert isinstance(table.ok(), List)
        assert table.journal.sign(1) == sign


@pytest.mark.parametrize("game", [Sealed(is_opened=False)], ids=["not opened"])
def test_20_8_without_an_opened_seal_nothing_more_is_shown(tmp_path, game):
    with group_text(tmp_path, games=(game,)) as table:
        table.begin("sealed")
        table.ok()
        assert isinstance(table.screen, Ranking)
        assert isinstance(table.ok(), List)
