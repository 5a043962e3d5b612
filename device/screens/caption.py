"""A screen in words, for those who do not see its picture. It says what the picture shows and nothing more."""

from __future__ import annotations

from typing import assert_never

from device.screens.content import (
    BallsSeen,
    Code,
    Cover,
    DiceSeen,
    Ending,
    Lesson,
    List,
    Message,
    Meter,
    Picker,
    Ranking,
    Row,
    Screen,
    Sheet,
    SignEntry,
    Spelling,
    Starting,
    Tally,
    TryOut,
    Waiting,
)
from device.screens.of_games import GameScreen


def caption_of(screen: Screen) -> str:
    """The screen's words, line by line.

    >>> caption_of(Message("Achtung", "Zu dunkel", "OK: weiter"))
    'Achtung\\nZu dunkel\\nOK: weiter'
    """
    match screen:
        case Starting():
            lines = ["Bordbuch", screen.status]
        case Message():
            lines = [screen.title, screen.body, screen.footer]
        case List():
            rows = [f"{'> ' if n == screen.cursor else ''}{_row(row)}" for n, row in enumerate(screen.rows)]
            lines = [screen.title, screen.news, *rows]
        case Picker():
            lines = [screen.title, str(screen.value)]
        case Waiting():
            lines = [
                screen.news,
                screen.words,
                screen.status or screen.hint,
                *(screen.scene.lines() if screen.scene else ()),
            ]
        case DiceSeen() | BallsSeen():
            pieces = [
                f"{'> ' if n == screen.cursor else ''}{name or '–'}{'?' if n in screen.doubtful else ''}"
                for n, name in enumerate(screen.names)
            ]
            lines = [screen.title, ", ".join(pieces), screen.footer]
        case Lesson():
            progress = f"{screen.step}/{screen.steps}" if screen.steps else str(screen.step)
            lines = [f"{screen.title} {progress}", screen.body, screen.line, screen.footer]
        case Cover():
            lines = [screen.player, screen.body, screen.footer]
        case SignEntry():
            dots = "●" * screen.pressed + "○" * (screen.most - screen.pressed)
            lines = [screen.title, screen.player, dots, screen.footer]
        case Spelling():
            fields = [f"{button} {' '.join(field)}" for button, field in zip("▲●▼", screen.fields, strict=False)]
            lines = [screen.title, f"{screen.done}_", *fields, screen.footer]
        case Tally():
            pairs = zip(screen.names, screen.counts, strict=True)
            rows = [f"{button} {name} {count}" for button, (name, count) in zip("▲▼", pairs, strict=False)]
            lines = [screen.title, *rows, screen.footer]
        case Ending():
            lines = [screen.title, f"{screen.points} {screen.medal_name}", screen.detail, screen.footer]
        case Ranking():
            ranked = [
                f"{row.place}. {row.player} {row.points}" if row.place else f"– {row.player} {row.points}"
                for row in screen.rows
            ]
            lines = [screen.title, *ranked, screen.footer]
        case TryOut():
            lines = [screen.title, *(f"{name} {'✔' if done else '–'}" for name, done in screen.buttons), screen.footer]
        case Meter():
            lines = [
                screen.title,
                f"{round(100 * screen.value)} ({round(100 * screen.best)})",
                screen.body,
                screen.footer,
            ]
        case Code():
            lines = [screen.body]
        case Sheet():
            rows = [" ".join([line.name, *(figure or "–" for figure in line.figures)]) for line in screen.rows]
            lines = [screen.title, " ".join(screen.columns), *rows]
        case GameScreen():
            lines = screen.lines()
        case _:
            assert_never(screen)
    return "\n".join(line for line in lines if line)


def _row(row: Row) -> str:
    """A line of a list with what its signs mean; a sign that says the same as the text is not said twice."""
    lead = [f"({row.lead.words})"] if row.lead is not None and row.lead.words != row.text else []
    return " ".join(part for part in (row.text, *lead, row.value, *(sign.words for sign in row.signs)) if part)
