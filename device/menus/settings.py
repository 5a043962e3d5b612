"""The settings: language, sound, what the pieces look like, the teach-in, the empty table, phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from device.boxes.box import Workshop
from device.config.preferences import Preferences
from device.desks.asking import Asking, choose, keep
from device.eyes.table_memory import TableMemory
from device.menus.checks import CheckMenu
from device.menus.focusing import Focus
from device.menus.phones import PhoneMenu
from device.teaching.teach_in import TeachIn
from games.spine.dialogue import Notice, Option, Text, say
from vision.base.errors import PrivatePicture
from vision.table.light import judge_light

WORKSHOP = "workshop:"  # in front of the number of a game's own row


@dataclass(frozen=True, slots=True)
class SettingsMenu:
    """What can be set on the device, and what each of it needs."""

    preferences: Preferences
    teach_in: TeachIn
    profile_problem: Callable[[], str | None]  # what is wrong with the profile that is set
    table: TableMemory
    workshops: tuple[Workshop, ...]  # of games whose data can be changed here
    check: CheckMenu
    phones: PhoneMenu
    switch_off: Callable[[], None] | None = None  # where that can be done

    def lead(self) -> Asking:
        """Lead through the settings, until the player goes back."""
        at: str | None = None
        while True:
            preferences = self.preferences
            options = [
                Option("language", say("settings.language"), value=say(f"settings.{preferences.language}")),
                Option(
                    "sound",
                    say("settings.sound"),
                    value=say("settings.on" if preferences.has_sound else "settings.off"),
                ),
                Option("profile", say("settings.profile"), value=profile_name(preferences.profile)),
                Option("teach", say("settings.teach")),
                Option(
                    "table",
                    say("settings.table"),
                    value=say("settings.known" if self.table.place else "settings.unknown"),
                ),
                *(replace(one.row(), key=f"{WORKSHOP}{number}") for number, one in enumerate(self.workshops)),
                Option(
                    "phones",
                    say("settings.phones"),
                    value=say("settings.on" if preferences.is_for_phones else "settings.off"),
                ),
                Option("focus", say("focus.title")),
                Option("check", say("settings.check")),
            ]
            if self.switch_off is not None:
                options.append(Option("off", say("power.off")))
            at = yield from choose(say("lobby.settings"), tuple(options), start=at)
            match at:
                case "language":
                    other = "en" if preferences.language == "de" else "de"
                    yield from keep(partial(preferences.set_language, other))
                case "sound":
                    is_on = not preferences.has_sound
                    yield from keep(partial(preferences.set_sound, is_on))
                case "profile":
                    yield from self._choose_profile()
                case "teach":
                    yield from self.teach_in.lead()
                case "table":
                    yield from self._empty_table()
                case "focus":
                    yield Focus(words=say("focus.title"), eyes=self.teach_in.eyes)
                case "phones":
                    yield from self.phones.lead()
                case "check":
                    yield from self.check.lead()
                case "off":
                    yield from self._switch_off()
                case None:
                    return None
                case _:
                    yield from self.workshops[int(at.removeprefix(WORKSHOP))].lead()

    def _switch_off(self) -> Asking:
        """Ask once more, then say goodbye; the rest is up to the device."""
        options = (Option("no", say("power.no")), Option("yes", say("power.yes")))
        if (yield from choose(say("power.really"), options, start="yes")) == "yes" and self.switch_off is not None:
            self.switch_off()
            yield Notice(words=say("power.bye"), news=say("power.off"))
        return None

    def _choose_profile(self) -> Asking:
        """Which pieces lie on the table: the usual ones, or those of a profile."""
        now = self.preferences.profile
        names = ("", *self.teach_in.profiles.names())
        options = tuple(Option(name, profile_name(name)) for name in names)
        choice = yield from choose(say("settings.profile"), options, start=now)
        if choice is not None and choice != now:
            yield from keep(partial(self.preferences.set_profile, choice))
            if self.profile_problem() is not None:
                yield Notice(words=say("lobby.bad_profile", profile=choice), news=say("title.careful"))
        return None

    def _empty_table(self) -> Asking:
        """Remember how the table looks with nothing on it, or forget it again."""
        options = [Option("take", say("table.take"))]
        if self.table.place is not None:
            options.append(Option("forget", say("table.forget")))
        choice = yield from choose(say("table.clear_it"), tuple(options))
        if choice == "forget":
            yield from keep(self.table.forget)
        if choice != "take":
            return None
        frame = self.teach_in.eyes.frame
        if frame is None:
            yield Notice(words=say("teach.no_camera"), news=say("title.careful"))
            return None
        trouble = judge_light(frame)
        if trouble:
            yield Notice(words=say(f"status.{trouble[0].value}"), news=say("title.careful"))
            return None
        try:
            yield from keep(partial(self.table.remember, frame))
        except PrivatePicture:
            yield Notice(words=say("teach.private"), news=say("title.careful"))
            return None
        if self.table.place is not None:
            words = say("table.with_mat") if self.table.place.mat else say("table.kept")
            yield Notice(words=words, news=say("settings.table"))
        return None


def profile_name(name: str) -> Text:
    """A profile as it is called on the OLED."""
    return say("teach.name", name=name) if name else say("settings.shipped")
