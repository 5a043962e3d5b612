"""The teach-in: tells the owner step by step what to lay under the camera, until the device knows the pieces.

A dialogue like the lobby's. All that is learned stays in memory until the end; giving up changes nothing.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from device.config.configuration import LONGEST_NAME
from device.config.preferences import Preferences
from device.desks.asking import Asking, choose
from device.desks.spelling import Spell
from device.errors import ConfigError
from device.eyes.pieces import TAUGHT_KINDS
from device.eyes.profiles import Profiles
from device.teaching.course import Course, Pairs
from device.teaching.courses import course_of
from device.teaching.steps import Step, listed, name_of, steps_of
from device.teaching.teach_desk import SKIP, STOP, Show
from games.spine.dialogue import Answer, Chosen, Notice, Option, Prompt, Text, say
from vision.base.errors import BadProfile, NothingToLearn, PrivatePicture
from vision.base.frame import Frame
from vision.table.light import judge_light

log = logging.getLogger(__name__)

OWN = {"de": "Eigene", "en": "My own"}  # the first profile, if the owner does not care for a name
CARD = {"de": "Karte", "en": "Card"}  # and cards by number

Teaching: TypeAlias = Generator[Prompt, Answer | None, Course | None]  # None: given up
Saying: TypeAlias = Generator[Prompt, Answer | None, None]


class Onlooker(Protocol):
    """What the teach-in needs of the eyes."""

    frame: Frame | None

    def take_in(self) -> None: ...

    def refocus(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class TeachIn:
    """What the teach-in works with."""

    profiles: Profiles
    preferences: Preferences
    eyes: Onlooker
    card_names: Callable[[], tuple[str, ...]] = tuple  # of games that ask for printed cards

    def lead(self) -> Saying:
        """From the first question to the profile that is in use."""
        options = tuple(Option(kind, say(f"teach.kind.{kind}")) for kind in TAUGHT_KINDS)
        kind = yield from choose(say("teach.title"), options)
        if kind is None:
            return
        name = yield from self._which_profile()
        if name is None:
            return
        try:
            course = course_of(kind, self.profiles.folder(name))
        except BadProfile as error:
            log.error("%s", error)
            yield Notice(words=say("teach.damaged", profile=name), news=say("title.careful"))
            return
        taught = yield from (self._cards(course) if kind == "card" else self._through(course, steps_of(kind)))
        if taught is not None and kind != "card":  # of cards it is said as soon as one is taught
            taught = yield from self._told_apart(kind, taught)
        if taught is None or taught is course:
            yield Notice(words=say("teach.unchanged"), news=say("settings.teach"))
        else:
            yield from self._save(name, taught)

    def _which_profile(self) -> Asking:
        """One that exists, or the name of a new one."""
        names = self.profiles.names() or (OWN[self.preferences.language],)
        options = tuple(Option(f"name:{name}", say("teach.name", name=name)) for name in names)
        options = (*options, Option("new", say("lobby.new_player")))
        choice = yield from choose(say("teach.which_profile"), options, f"name:{self.preferences.profile}")
        if choice != "new":
            return choice.removeprefix("name:") if choice else None
        spelled = yield Spell(words=say("teach.spell_profile"), longest=LONGEST_NAME)
        if not isinstance(spelled, Chosen):
            return (yield from self._which_profile())
        return spelled.key.rstrip("- ")

    # --- step by step ---

    def _through(self, course: Course, steps: Sequence[Step]) -> Teaching:
        """One picture after the other; back repeats the one before. None if the owner gives up."""
        before = [course]  # what was known before each step taken so far, and before this one
        news: Text | None = None
        for step in steps:
            if len(step.names) > 1:
                order = say("teach.order", names=listed(step.kind, step.names))
                yield Notice(words=order, news=say("teach.order_title"))
        while len(before) <= len(steps):
            number = len(before)
            step, now = steps[number - 1], before[-1]
            skip = say("footer.photo_or_skip") if set(step.names) <= set(now.known) else None
            answer = yield self._show(step, number, len(steps), news, skip)
            news = None
            if answer == STOP or (answer is None and number == 1):
                if (yield from self._gives_up()):
                    return None
            elif answer is None:
                before.pop()
            elif answer == SKIP:
                before.append(now)
            else:
                looked = self._look(now, step, self.eyes.frame)
                if isinstance(looked, Text):
                    yield Notice(words=looked, news=say("teach.once_more"))
                else:
                    after, news = looked
                    before.append(after)
        return before[-1]

    def _show(self, step: Step, number: int, steps: int | None, news: Text | None, skip: Text | None) -> Show:
        return Show(
            words=step.words,
            news=news,
            title=step.title,
            mark=step.mark,
            step=number,
            steps=steps,
            skip=skip,
            # Dice are small: what covers much of the picture is a hand. Cards cover as much.
            when_large=None if step.kind == "symbols" else self.eyes.take_in,
        )

    def _look(self, course: Course, step: Step, frame: Frame | None) -> tuple[Course, Text] | Text:
        """Learn from a picture: the course and what was seen, or else what to do better."""
        if frame is None:
            return say("teach.no_camera")
        try:
            frame.to_keep()
        except PrivatePicture:
            return say("teach.private")
        troubles = judge_light(frame)
        if troubles:
            return say(f"status.{troubles[0].value}")
        seen = course.seen(frame)
        if seen and step.pieces is not None and seen != step.pieces:
            return say("teach.count", seen=seen, wanted=step.pieces)
        try:
            return course.learn(step.names, [frame]), step.saw(seen)
        except NothingToLearn as error:
            log.info("nothing learned of %s: %s", ", ".join(step.names), error)
            return say(f"teach.nothing.{step.kind}")

    def _gives_up(self) -> Generator[Prompt, Answer | None, bool]:
        options = (Option("no", say("teach.go_on")), Option("yes", say("teach.give_up")))
        return (yield from choose(say("teach.stop"), options)) == "yes"

    # --- cards ---

    def _cards(self, course: Course) -> Teaching:
        """One card after the other, for as long as the owner likes; each gets its name when its picture is taken."""
        first = course
        news: Text | None = None
        while True:
            word = CARD[self.preferences.language]
            number = next(n for n in itertools.count(1) if f"{word} {n}" not in course.known)
            skip = say("footer.photo_or_done") if course is not first else None
            answer = yield self._show(Step("card", ()), number, None, news, skip)
            news = None
            if answer == SKIP:
                return course
            if answer == STOP or answer is None:
                if (yield from self._gives_up()):
                    return None
                continue
            frame = self.eyes.frame  # kept: while the card is given its name, it may be taken away
            unnamed = f"{word} {number}"
            looked = self._look(course, Step("card", (unnamed,)), frame)
            name = (yield from self._name_for_card(unnamed, course.known)) if not isinstance(looked, Text) else None
            if name is not None:
                looked = self._look(course, Step("card", (name,)), frame)
            if isinstance(looked, Text):
                yield Notice(words=looked, news=say("teach.once_more"))
            elif name is not None:
                course, news = looked
                course = yield from self._shown_again(course, name)

    def _shown_again(self, course: Course, name: str) -> Generator[Prompt, Answer | None, Course]:
        """If the new card looks almost like another, say so at once; take both pictures again if the owner likes."""
        pairs = tuple(pair for pair in course.confusable() if name in pair)
        if not pairs or not (yield from self._shows_again("card", pairs)):
            return course
        again = yield from self._through(course, steps_of("card", {card for pair in pairs for card in pair}))
        return course if again is None else again

    def _name_for_card(self, unnamed: str, known: tuple[str, ...]) -> Asking:
        """The name of a game's card that is still to be taught, a number, or what the owner spells."""
        names = [name for name in self.card_names() if name not in known]
        rows = tuple(Option(f"name:{name}", say("teach.name", name=name)) for name in names)
        options = (Option("this", say("teach.name", name=unnamed)), *rows, Option("new", say("lobby.new_player")))
        choice = yield from choose(say("teach.name_card"), options)
        if choice == "this" or choice is None:
            return choice and unnamed
        if choice != "new":
            return choice.removeprefix("name:")
        spelled = yield Spell(words=say("teach.name_card"), longest=LONGEST_NAME)
        return spelled.key.rstrip("- ") if isinstance(spelled, Chosen) else None

    # --- the end ---

    def _told_apart(self, kind: str, course: Course) -> Teaching:
        """Say what could be confused and ask for another picture of just those, until all is clear or left as it is."""
        while True:
            pairs = course.confusable()
            if not pairs or not (yield from self._shows_again(kind, pairs)):
                return course
            again = yield from self._through(course, steps_of(kind, {name for pair in pairs for name in pair}))
            if again is None:
                return None
            course = again

    def _shows_again(self, kind: str, pairs: Pairs) -> Generator[Prompt, Answer | None, bool]:
        for one, other in pairs:
            key = "teach.almost" if kind == "card" else "teach.alike"
            alike = say(key, one=name_of(kind, one), other=name_of(kind, other))
            yield Notice(words=alike, news=say("teach.check"))
        options = (Option("again", say("teach.again")), Option("keep", say("teach.keep")))
        return (yield from choose(say("teach.check"), options)) == "again"

    def _save(self, name: str, course: Course) -> Saying:
        """Write the profile and read with it from now on; if the disk refuses, try again or let it be."""
        while True:
            try:
                self.profiles.write(name, course.save)
                self.preferences.set_profile(name)
            except (OSError, ConfigError, BadProfile) as error:
                log.error("the profile %s was not saved: %s", name, error)
                yield Notice(words=say("settings.not_saved"), news=say("title.not_saved"))
                options = (Option("again", say("teach.save_again")), Option("drop", say("teach.drop")))
                if (yield from choose(say("title.not_saved"), options)) != "again":
                    return
            else:
                log.info("taught: %s, now in use", name)
                yield Notice(words=say("teach.saved", profile=name), news=say("teach.saved_title"))
                return
