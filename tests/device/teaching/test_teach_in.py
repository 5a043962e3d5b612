"""The teach-in as a dialogue: what is asked for, what a bad picture, going back and giving up do, and what is kept."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from device.config.configuration import Config, load_config
from device.config.preferences import Preferences
from device.desks.spelling import Spell
from device.eyes.profiles import Profiles
from device.teaching import teach_in
from device.teaching.course import Pairs
from device.teaching.teach_desk import SKIP, STOP, Show
from device.teaching.teach_in import TeachIn
from games.spine.dialogue import Answer, Choose, Chosen, Noted, Notice, Prompt
from tests.device.texts import catalogue
from vision.base.errors import BadProfile, NothingToLearn
from vision.base.frame import Frame

GERMAN = catalogue("de", is_strict=True)
OK = Noted()
FACES = ("pink", "yellow", "green", "blue", "purple", "tool")


@dataclass(frozen=True)
class FakeCourse:
    """Learns a name from any picture, and tells names of one pair apart after two pictures of both."""

    pictures: tuple[str, ...] = ()  # the name of every picture learned
    alike: Pairs = ()

    @property
    def known(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.pictures))

    def learn(self, names: Sequence[str], frames: Sequence[Frame]) -> FakeCourse:
        if any("bad" in frame.metadata for frame in frames):
            raise NothingToLearn("nothing to be seen")
        return replace(self, pictures=(*self.pictures, *names))

    def seen(self, frame: Frame) -> int:
        return int(frame.metadata.get("seen", 5))

    def confusable(self) -> Pairs:
        return tuple(pair for pair in self.alike if min(map(self.pictures.count, pair)) == 1)

    def save(self, folder: Path) -> None:
        (folder / "taught.txt").write_text("\n".join(self.pictures))


def picture(level: int = 200, **metadata: str | float) -> Frame:
    pixels = np.full((90, 160, 3), 90, np.uint8)
    pixels[30:60, 50:110] = level
    return Frame(pixels, metadata=metadata)


@dataclass
class Table:
    """What the camera sees."""

    frame: Frame | None = field(default_factory=picture)
    taken_in: int = 0

    def take_in(self) -> None:
        self.taken_in += 1


class Owner:
    """Answers the teach-in. `prompt` is what it asks now, None when it has ended."""

    def __init__(self, folder: Path, card_names: tuple[str, ...] = ()) -> None:
        self.table = Table()
        self.profiles = Profiles(folder)
        self.preferences = Preferences(folder, Config())
        self._dialogue: Generator[Prompt, Answer | None, None] = TeachIn(
            self.profiles, self.preferences, self.table, lambda: card_names
        ).lead()
        self.prompt: Prompt | None = next(self._dialogue)
        self.heard: list[str] = []

    def say(self, answer: Answer | None) -> Prompt | None:
        assert self.prompt is not None
        assert answer is None or self.prompt.refusal(answer) is None
        try:
            self.prompt = self._dialogue.send(answer)
            self.heard.append(GERMAN.tell(self.prompt.words))
        except StopIteration:
            self.prompt = None
        return self.prompt

    def choose(self, *keys: str) -> Prompt | None:
        for key in keys:
            assert isinstance(self.prompt, Choose)
            self.say(Chosen(key))
        return self.prompt

    def start(self, kind: str = "symbols", name: str = "Eigene") -> Prompt | None:
        return self.choose(kind, f"name:{name}")

    @property
    def showing(self) -> Show:
        assert isinstance(self.prompt, Show), self.prompt
        return self.prompt

    @property
    def notice(self) -> str:
        assert isinstance(self.prompt, Notice), self.prompt
        return GERMAN.tell(self.prompt.words)

    def taught(self, name: str = "Eigene") -> list[str] | None:
        file = self.profiles.folder(name) / "taught.txt"
        return file.read_text().splitlines() if file.is_file() else None


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> list[FakeCourse]:
    """The course that is taken: change the one in the list to begin with another."""
    courses = [FakeCourse()]
    monkeypatch.setattr(teach_in, "course_of", lambda kind, folder: courses[0])
    return courses


@pytest.fixture
def owner(tmp_path: Path, course: list[FakeCourse]) -> Owner:
    return Owner(tmp_path)


def test_20_10_nothing_is_learned_from_what_was_seen_in_private(owner: Owner) -> None:
    owner.start()
    owner.table.frame = picture().in_private()
    owner.say(OK)
    assert owner.notice.startswith("Eben lag hier noch etwas Geheimes.")
    owner.say(OK)
    assert owner.showing.step == 1
    owner.table.frame = picture()
    for _ in FACES:
        owner.say(OK)
    owner.say(OK)
    assert owner.taught() == list(FACES)


def test_every_face_is_asked_for_in_turn_then_saved_and_used(owner: Owner, tmp_path: Path) -> None:
    owner.start()
    for number, face in enumerate(FACES, start=1):
        assert (owner.showing.mark, owner.showing.step, owner.showing.steps) == (face, number, 6)
        owner.say(OK)
    assert "Eigene" in owner.notice
    assert owner.say(OK) is None
    assert owner.taught() == list(FACES)
    assert owner.preferences.profile == load_config(tmp_path).profile == "Eigene"


def test_each_step_tells_what_the_one_before_saw(owner: Owner) -> None:
    owner.start()
    assert owner.showing.news is None
    owner.say(OK)
    assert owner.showing.news is not None
    assert GERMAN.tell(owner.showing.news) == "✓ Rosa: 5 Würfel"


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (picture(bad="yes"), "Ich erkenne keine Würfel"),
        (picture(seen=4), "Ich sehe 4, es sollen 5 sein"),
        (Frame(np.zeros((90, 160, 3), np.uint8)), "Zu dunkel"),
        (Frame(np.full((90, 160, 3), 255, np.uint8)), "Zu hell"),
        (None, "Kamera"),
    ],
)
def test_a_bad_picture_changes_nothing_and_says_what_to_do(owner: Owner, bad: Frame | None, words: str) -> None:
    owner.start()
    owner.say(OK)
    good, owner.table.frame = owner.table.frame, bad
    owner.say(OK)
    assert words in owner.notice
    owner.say(OK)
    assert (owner.showing.mark, owner.showing.step) == ("yellow", 2)
    owner.table.frame = good
    for _ in FACES[1:]:
        owner.say(OK)
    owner.say(OK)
    assert owner.taught() == list(FACES)


def test_back_repeats_the_last_step(owner: Owner) -> None:
    owner.start()
    owner.say(OK)
    owner.say(OK)
    assert owner.showing.mark == "green"
    owner.say(None)
    assert owner.showing.mark == "yellow"
    for _ in FACES[1:]:
        owner.say(OK)
    owner.say(OK)
    assert owner.taught() == list(FACES), "what was learned before going back is forgotten"


def test_only_what_was_taught_before_can_be_skipped(owner: Owner, course: list[FakeCourse]) -> None:
    course[0] = FakeCourse(("pink", "green", "blue", "purple", "tool"))
    owner.start()
    assert owner.showing.skip is not None
    owner.say(SKIP)
    assert owner.showing.mark == "yellow"
    assert owner.showing.skip is None
    assert owner.showing.refusal(SKIP) is not None
    owner.say(OK)
    for _ in range(4):
        owner.say(SKIP)
    owner.say(OK)
    assert owner.taught() == ["pink", "green", "blue", "purple", "tool", "yellow"]


def test_skipping_everything_changes_nothing(owner: Owner, course: list[FakeCourse]) -> None:
    course[0] = FakeCourse(FACES)
    owner.start()
    for _ in FACES:
        owner.say(SKIP)
    assert owner.notice == "Nichts wurde geändert."
    assert owner.say(OK) is None
    assert owner.profiles.names() == ()


@pytest.mark.parametrize("steps", [0, 3])
def test_giving_up_leaves_nothing_behind(owner: Owner, tmp_path: Path, steps: int) -> None:
    owner.start()
    for _ in range(steps):
        owner.say(OK)
    owner.say(None if steps == 0 else STOP)
    owner.choose("no")
    assert owner.showing.step == steps + 1, "no harm in asking"
    owner.say(STOP)
    owner.choose("yes")
    assert owner.notice == "Nichts wurde geändert."
    assert owner.say(OK) is None
    assert [*tmp_path.iterdir()] == []
    assert owner.preferences.profile == ""


def test_faces_that_look_alike_are_told_and_just_those_asked_for_again(owner: Owner, course: list[FakeCourse]) -> None:
    course[0] = FakeCourse(alike=(("yellow", "green"),))
    owner.start()
    for _ in FACES:
        owner.say(OK)
    assert owner.notice.startswith("Gelb und Grün ähneln sich")
    owner.say(OK)
    owner.choose("again")
    assert [(owner.showing.mark, owner.showing.step, owner.showing.steps)] == [("yellow", 1, 2)]
    owner.say(OK)
    assert owner.showing.mark == "green"
    owner.say(OK)
    assert "Eigene" in owner.notice, "now they are told apart"
    assert owner.taught() == [*FACES, "yellow", "green"]


def test_faces_that_look_alike_may_be_left_as_they_are(owner: Owner, course: list[FakeCourse]) -> None:
    course[0] = FakeCourse(alike=(("yellow", "green"),))
    owner.start()
    for _ in (*FACES, "the notice"):
        owner.say(OK)
    owner.choose("keep")
    assert owner.taught() == list(FACES)


def test_giving_up_while_showing_again_gives_up_all(owner: Owner, course: list[FakeCourse]) -> None:
    course[0] = FakeCourse(alike=(("yellow", "green"),))
    owner.start()
    for _ in (*FACES, "the notice"):
        owner.say(OK)
    owner.choose("again")
    owner.say(STOP)
    owner.choose("yes")
    assert owner.notice == "Nichts wurde geändert."
    assert owner.taught() is None


def test_if_the_disk_refuses_it_is_said_and_can_be_tried_again(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, fill: object) -> None:
        raise OSError(28, "No space left on device")

    owner.start()
    with monkeypatch.context() as full:
        full.setattr(owner.profiles, "write", refuse)
        for _ in FACES:
            owner.say(OK)
        assert "nicht speichern" in owner.notice
        owner.say(OK)
    owner.choose("again")
    assert owner.taught() == list(FACES)


def test_a_damaged_profile_is_said_and_left_alone(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(kind: str, folder: Path) -> FakeCourse:
        raise BadProfile("symbols.toml: no valid TOML")

    monkeypatch.setattr(teach_in, "course_of", damaged)
    owner.start()
    assert "beschädigt" in owner.notice
    assert owner.say(OK) is None


def test_a_profile_gets_a_name_of_its_own(owner: Owner) -> None:
    owner.choose("balls", "new")
    assert isinstance(owner.prompt, Spell)
    owner.say(Chosen("Holz-"))
    owner.table.frame = picture(seen=1)
    for _ in range(4):
        owner.say(OK)
    assert owner.profiles.names() == ("Holz",)


def test_going_back_from_the_first_questions_ends_it(owner: Owner) -> None:
    owner.choose("symbols", "new")
    owner.say(None)
    assert isinstance(owner.prompt, Choose), "back from spelling is back to the names"
    assert owner.say(None) is None


# --- number cards, balls, cards ---


def test_number_cards_are_asked_for_in_one_picture_and_their_order_is_told(owner: Owner) -> None:
    owner.start("numbers")
    assert owner.notice == "Rot, Orange, Gelb, Hellgrün, Dunkelgrün, Hellblau, Dunkelblau, Lila"
    owner.say(OK)
    assert owner.showing.steps == 1
    owner.say(OK)
    assert "Ich sehe 5, es sollen 8 sein" in owner.notice
    owner.say(OK)
    owner.table.frame = picture(seen=8)
    owner.say(OK)
    assert owner.taught() is not None


def test_number_cards_that_look_alike_are_asked_for_alone(owner: Owner, course: list[FakeCourse]) -> None:
    course[0] = FakeCourse(alike=(("light_blue", "dark_blue"),))
    owner.start("numbers")
    owner.table.frame = picture(seen=8)
    owner.say(OK)
    owner.say(OK)
    assert owner.notice.startswith("Hellblau und Dunkelblau")
    owner.say(OK)
    owner.choose("again")
    assert owner.notice == "Hellblau, Dunkelblau"
    owner.say(OK)
    owner.table.frame = picture(seen=2)
    owner.say(OK)
    assert "Gespeichert" in owner.notice


def test_cards_are_taught_one_by_one_until_the_owner_is_done(owner: Owner) -> None:
    owner.start("card")
    assert owner.showing.skip is None, "nothing to be done with yet"
    owner.say(OK)
    owner.choose("this")
    assert owner.showing.news is not None
    assert GERMAN.tell(owner.showing.news) == "✓ Karte 1"
    owner.say(OK)
    owner.choose("new")
    owner.say(Chosen("Hafen"))
    owner.say(OK)
    owner.say(None)  # this one shall have no name, so it is not kept
    owner.say(SKIP)
    assert owner.taught() == ["Karte 1", "Hafen"]


def test_a_card_that_looks_almost_like_another_is_told_at_once(owner: Owner, course: list[FakeCourse]) -> None:
    course[0] = FakeCourse(alike=(("Karte 1", "Karte 2"),))
    owner.start("card")
    for _ in range(2):
        owner.say(OK)
        owner.choose("this")
    assert owner.notice.startswith("Karte 1 sieht fast aus wie Karte 2")
    owner.say(OK)
    owner.choose("again")
    assert (owner.showing.step, owner.showing.steps) == (1, 2)
    owner.say(OK)
    owner.say(OK)
    assert (owner.showing.step, owner.showing.steps) == (3, None), "on to the next card"
    owner.say(SKIP)
    assert owner.taught() == ["Karte 1", "Karte 2", "Karte 1", "Karte 2"]


def test_a_card_that_looks_almost_like_another_may_be_left_as_it_is(owner: Owner, course: list[FakeCourse]) -> None:
    course[0] = FakeCourse(alike=(("Karte 1", "Karte 2"),))
    owner.start("card")
    for _ in range(2):
        owner.say(OK)
        owner.choose("this")
    owner.say(OK)
    owner.choose("keep")
    owner.say(SKIP)
    assert owner.taught() == ["Karte 1", "Karte 2"]


def test_the_names_of_a_games_cards_are_offered_until_they_are_taught(owner: Owner, tmp_path: Path) -> None:
    owner = Owner(tmp_path, ("Cryo Blitz", "Korrosions Strahl"))
    owner.start("card")
    owner.say(OK)
    assert isinstance(owner.prompt, Choose)
    assert [row.key for row in owner.prompt.options] == ["this", "name:Cryo Blitz", "name:Korrosions Strahl", "new"]
    owner.choose("name:Korrosions Strahl")
    owner.say(OK)
    assert isinstance(owner.prompt, Choose)
    assert [row.key for row in owner.prompt.options] == ["this", "name:Cryo Blitz", "new"]
    owner.choose("name:Cryo Blitz")
    owner.say(SKIP)
    assert owner.taught() == ["Korrosions Strahl", "Cryo Blitz"]


def test_a_card_that_cannot_be_learned_is_not_asked_for_its_name(owner: Owner) -> None:
    owner.start("card")
    owner.table.frame = picture(bad="yes")
    owner.say(OK)
    assert "keine Karte" in owner.notice


def test_the_picture_of_a_card_is_the_one_taken_with_ok(owner: Owner) -> None:
    owner.start("card")
    owner.say(OK)
    owner.table.frame = picture(bad="a hand that takes the card away")
    owner.choose("this")
    assert owner.showing.step == 2


@pytest.mark.parametrize(("kind", "is_large"), [("symbols", False), ("balls", True), ("card", True)])
def test_what_covers_much_of_the_picture_is_a_hand_only_beside_dice(owner: Owner, kind: str, is_large: bool) -> None:
    owner.start(kind)
    assert (owner.showing.when_large is not None) is is_large
    if owner.showing.when_large is not None:
        owner.showing.when_large()
        assert owner.table.taken_in == 1
