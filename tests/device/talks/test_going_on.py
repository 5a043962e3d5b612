"""Going on with a long game: whoever watches over the service hears that it gets on."""

from itertools import pairwise

from device.boxes.box import Box, LoadedGame
from device.desks.next import GoOn
from device.records.journal import Journal, Source
from device.talks.service import Service
from games.spine.dialogue import Setup
from tests.device.records.test_damage import Lobby
from tests.device.talks.whispers import NoEyes
from tests.games.spine.test_line_of_play import Endless


def test_21_5_a_long_replay_feeds_the_watchdog_at_the_start_and_when_the_game_is_opened(tmp_path, monkeypatch):
    game = Endless()
    box = Box(name=game.name, texts_in="", open=lambda box, texts: None)
    monkeypatch.setattr("device.talks.service.LobbyTalk", lambda dialogue, beeper: list(dialogue))
    monkeypatch.setattr("device.talks.service.GameTalk", lambda session, *rest: session)
    fed = []
    with Journal.open(tmp_path) as journal:
        number = journal.start(Setup(game.name, "1", ("Ada",), 1, game.data), Source.BUTTONS)
        with journal._pages.transaction() as cursor:
            cursor.executemany(
                "INSERT INTO entries VALUES (?, ?, 'number 1', 'buttons', '2026-01-01T20:00:00.000+00:00')",
                [(number, entry) for entry in range(1, 1001)],
            )
        service = Service(
            eyes=NoEyes(),
            display=None,
            buttons=None,
            beeper=None,
            journal=journal,
            game_list={game.name: LoadedGame(box, game, ways=("1",))},
            lobby=Lobby(),
            preferences=type("Preferences", (), {"language": "de", "has_sound": False})(),
            words=lambda language: None,
            clock=lambda: 0.0,
            going_on=lambda: fed.append(game.told),
        )
        at_start = len(fed)
        service._turn(lambda: GoOn(number))
        assert len(service.talk.answers) == 1000
    assert at_start >= 10
    assert len(fed) == 2 * at_start
    assert max(later - before for before, later in pairwise(fed)) < 150, "not all at once"
