"""Sternenfahrer with personal signs: a whole game, and the one who loses an upgrade chooses it behind the own sign."""

import pytest

from device.boxes.sternenfahrer.page import PageScreen
from device.records.journal import Journal, Source
from device.screens.content import Cover, Message, Ranking
from games.spine.dialogue import HandOver, Setup
from games.spine.session import Answered, Session
from tests.device.boxes.sternenfahrer.evening import crew_at
from tests.device.boxes.sternenfahrer.test_at_the_table import Evening
from tests.device.talks.signing import WRONG, Signing, choose_sign, is_in_friction, uncover
from tests.games.sternenfahrer.playing import GAME, NAMES, Beginner

SEED = 381  # in this game the device is handed over three times
PLAYERS = 3


class SignedEvening(Signing, Evening):
    """An evening whose presses are counted."""


def answers_to_the_end(seed):
    """A whole game, and the answers that lead to its first cover."""
    player, session = (
        Beginner(seed),
        Session(GAME, Setup("sternenfahrer", "beginner", NAMES[:PLAYERS], seed, GAME.data)),
    )
    to_cover = None
    while session.outcome is None:
        if isinstance(session.prompt, HandOver) and to_cover is None:
            to_cover = session.answers
        session.make(Answered(player.answer(session.prompt)))
    return session, to_cover


@pytest.mark.slow
def test_20_6_a_whole_game_with_signs_ends_like_one_without_and_costs_what_is_told(tmp_path):
    told, _ = answers_to_the_end(SEED)
    (tmp_path / "without").mkdir()
    (tmp_path / "with").mkdir()
    with Journal.open(tmp_path / "without") as journal:
        table = SignedEvening(tmp_path / "without", journal).begin_with(PLAYERS, SEED)
        for answer in told.answers:
            table.give(answer)
        without = table.presses
    with Journal.open(tmp_path / "with") as journal:
        table = SignedEvening(tmp_path / "with", journal).begin_with(PLAYERS, SEED)
        for name in NAMES[:PLAYERS]:
            choose_sign(table, name)
        chosen = table.presses
        for answer in told.answers:
            table.give(answer)
        assert table.covers == 3
        game = f"Sternenfahrer, {PLAYERS} players, game {SEED}"
        assert is_in_friction(game, without, chosen, table.covers, table.presses)
        assert isinstance(table.screen, Ranking)
        assert table.talk.session.outcome.results == told.outcome.results
        counted = [sorted(line.split()) for line in journal.lines(1)]  # by hand they are entered kind by kind
        assert counted == [sorted(answer.to_line().split()) for answer in told.answers]


@pytest.mark.slow
def test_20_6_at_the_simulated_table_the_loser_is_asked_for_the_sign(tmp_path):
    told, to_cover = answers_to_the_end(SEED)
    with Journal.open(tmp_path) as journal:
        number = journal.start(told.setup, Source.BUTTONS, is_secret=True)
        for answer in to_cover:
            journal.add(number, answer.to_line(), Source.BUTTONS)
    with crew_at(tmp_path) as crew:
        crew.choose("Ja")
        assert isinstance(crew.screen, Cover)
        name = crew.screen.player
        choose_sign(crew, name)
        assert isinstance(uncover(crew, WRONG), Message)
        crew.ok()
        lines = crew.lines
        screen = uncover(crew)
        assert isinstance(screen, PageScreen) and screen.title
        assert crew.lines == [*lines, "ok"]
        crew.ok()
        assert any(name in line for line in crew.screen.lines_read)
        crew.wait(5)
        assert crew.device.service.talk.audience is None
