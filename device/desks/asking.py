"""Questions of the device's own menus, written as dialogues that may also be left by going back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from typing import TypeAlias

from device.errors import ConfigError
from games.spine.dialogue import Answer, Choose, Chosen, Notice, Option, Prompt, Text, say

log = logging.getLogger(__name__)

Asking: TypeAlias = Generator[Prompt, Answer | None, str | None]


def choose(words: Text, options: tuple[Option, ...], start: str | None = None) -> Asking:
    """Ask for one of the options; its key, or None if the player goes back."""
    answer = yield Choose(words=words, options=options, start=start)
    return answer.key if isinstance(answer, Chosen) else None


def keep(change: Callable[[], None]) -> Asking:
    """Make a change that goes to the disk, and say so if the disk refuses."""
    try:
        change()
    except (OSError, ConfigError) as error:
        log.error("a setting was not saved: %s", error)
        yield Notice(words=say("settings.not_saved"), news=say("title.careful"))
    return None
