"""Sternenfahrer on the device: a turn with an encounter on the simulated table, read by the camera; whole games."""

from dataclasses import replace
from random import Random

import pytest

from device.boxes.sternenfahrer.box import BOX
from device.boxes.sternenfahrer.page import PageScreen
from device.parts.protocols import Button
from device.records.journal import Journal
from device.screens.content import BallsSeen, Cover, Message, Ranking, Waiting
from games.spine.dialogue import Choose, HandOver, Notice, PickNumber, ReadBalls, ReadDice, Setup
from games.sternenfahrer.points import TO_WIN
from tests.device.boxes.sternenfahrer.evening import crew_at
from tests.device.talks.whispers import GroupTable
from tests.games.sternenfahrer.playing import NAMES, Beginner
from tests.games.sternenfahrer.test_flow import GAME


def test_a_full_turn_with_an_encounter_read_by_the_camera(tmp_path):
    with crew_at(tmp_path, seed=4) as crew:
        crew.start(3)
        assert crew.table.state().ship is not None, "the table follows the game"
        assert crew.screen.words == "Gast würfelt"
        crew.to_the_shake()
        assert crew.screen.words == "Gast schüttelt"
        assert sorted(crew.shake("red", "black")) == ["black", "red"]
        assert isinstance(crew.screen, PageScreen)
        while not (isinstance(crew.screen, Waiting) and "würfelt" in crew.screen.words):
            if isinstance(crew.screen, Waiting):
                crew.shake("yellow", "blue")
            elif crew.screen.title.startswith("Tempo"):
                assert crew.screen.lines_read[0].startswith(("Grund 3 + ", "1 Schiff"))
                crew.ok()
            else:
                crew.answer_anyhow()
        assert crew.screen.words == "Gast 2 würfelt"
        assert crew.misread == 0
        kinds = [line.split()[0] for line in crew.lines]
        assert "balls" in kinds and "dice" in kinds


def test_a_shake_taken_back_is_offered_again_and_the_old_balls_are_no_new_shake(tmp_path):
    with crew_at(tmp_path, seed=4) as crew:
        crew.start(3)
        crew.to_the_shake()
        crew.shake("red", "blue")
        assert crew.screen.title == "Tempo 5"
        crew.press(Button.BACK)
        assert sorted(crew.wait_for(BallsSeen).colours) == ["blue", "red"]
        crew.ok()
        assert crew.screen.title == "Tempo 5"
        crew.wait(15)
        assert crew.screen.title == "Tempo 5"


class Evening(GroupTable):
    """A device without a camera, played with four buttons by whoever gives the answers."""

    def __init__(self, folder, journal):
        super().__init__(folder, journal, games=(GAME,))
        self.game_list["sternenfahrer"] = replace(self.game_list["sternenfahrer"], box=BOX, seats=(3, 4))

    def begin_with(self, players, seed, level="beginner"):
        self.service.begin(Setup("sternenfahrer", level, NAMES[:players], seed, GAME.data))
        self.service.step()
        return self

    @property
    def prompt(self):
        return self.talk.session.prompt

    def give(self, answer):
        """Press what gives this answer."""
        match self.prompt:
            case HandOver():
                self.hold()
            case Notice():
                self.ok()
            case Choose(options=options):
                at = [option.key for option in options].index(answer.key)
                here = self.screen.chosen if isinstance(self.screen, PageScreen) else self.screen.cursor
                down, up = (at - here) % len(options), (here - at) % len(options)
                self.press(*([Button.DOWN] * down if down <= up else [Button.UP] * up), Button.OK)
            case PickNumber():
                way = answer.value - self.screen.value
                self.press(*[Button.UP if way > 0 else Button.DOWN] * abs(way), Button.OK)
            case ReadDice(faces=faces):
                self._enter(answer.faces, faces)
            case ReadBalls(bag=bag):
                self._enter(answer.colours, tuple(dict.fromkeys(bag)))

    def _enter(self, pieces, kinds):
        """Count the pieces by hand, two kinds a page."""
        self.ok()
        page = 0
        for at in sorted(map(kinds.index, pieces)):
            self.press(*[Button.OK] * (at // 2 - page), Button.DOWN if at % 2 else Button.UP)
            page = at // 2
        self.ok()


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2)])
def test_whole_games_by_buttons_alone_reach_fifteen_points(tmp_path, players, seed):
    player = Beginner(seed)
    with Journal.open(tmp_path) as journal:
        evening = Evening(tmp_path, journal).begin_with(players, seed)
        while evening.talk.session.outcome is None:
            before = evening.prompt
            evening.give(player.answer(before))
            assert evening.prompt is not before, f"{before} was not answered; {evening.screen}"
        assert isinstance(evening.screen, Ranking)
        best = evening.screen.rows[0]
        assert best.points >= TO_WIN and best.place == 1
        evening.press(Button.DOWN)
        assert isinstance(evening.screen, Message) and "Kolonien" in evening.screen.body
        evening.ok(2)
        assert [one.player for one in journal.results()] and not journal.unfinished()


def test_the_points_can_be_looked_up_at_any_time_even_in_an_encounter(tmp_path):
    with Journal.open(tmp_path) as journal:
        evening = Evening(tmp_path, journal).begin_with(3, 1)
        player = Beginner(3)
        while not isinstance(evening.prompt, ReadBalls):
            evening.give(player.answer(evening.prompt))
        evening._enter(("black", "red"), tuple(dict.fromkeys(evening.prompt.bag)))
        evening.ok()
        asked = evening.screen
        evening.menu("Siegpunkte")
        assert sorted(line.name for line in evening.screen.rows) == list(NAMES[:3])
        evening.press(Button.BACK)
        while evening.screen != asked:
            evening.press(Button.BACK)
        assert not isinstance(evening.screen, Cover)


def test_undo_through_an_encounter_and_back_shows_only_what_was_shown_before(tmp_path):
    rng, player = Random(5), Beginner(5)
    with Journal.open(tmp_path) as journal:
        evening = Evening(tmp_path, journal).begin_with(3, 7)
        for _ in range(160):
            evening.give(player.answer(evening.prompt))
        answers = evening.talk.session.answers
        known = {(prompt.words, prompt.news) for prompt in (*evening.talk.session.prompts, evening.prompt)}
        for _ in range(120):
            evening.menu(
                "Schritt zurück" if rng.random() < 0.7 or not evening.talk.session.can_redo else "Schritt wieder"
            )
            assert (evening.prompt.words, evening.prompt.news) in known
        while evening.talk.session.can_redo:
            evening.menu("Schritt wieder")
        assert evening.talk.session.answers == answers
