"""A screen in words, for those who do not see its picture. It says what the picture shows and nothing more."""

from __future__ import annotations

from typing import assert_never

from device.screens.content import (
    Cover,
    DiceSeen,
    Ending,
    Grid,
    Lesson,
    List,
    Message,
    Picker,
    Screen,
    Spelling,
    Starting,
    Waiting,
)

_MARKS = {"check": "✔", "minus": "−10"}


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
            rows = [
                f"{'> ' if n == screen.cursor else ''}{row.text} {row.value}".rstrip()
                for n, row in enumerate(screen.rows)
            ]
            lines = [screen.title, screen.news, *rows]
        case Picker():
            lines = [screen.title, str(screen.value)]
        case Waiting():
            lines = [screen.news, screen.words, screen.status or screen.hint]
        case DiceSeen():
            dice = [
                f"{'> ' if n == screen.cursor else ''}{name or '–'}{'?' if n in screen.doubtful else ''}"
                for n, name in enumerate(screen.names)
            ]
            lines = [screen.title, ", ".join(dice), screen.footer]
        case Grid():
            lines = [screen.title, screen.name, screen.line, *_grid_rows(screen)]
        case Lesson():
            progress = f"{screen.step}/{screen.steps}" if screen.steps else str(screen.step)
            lines = [f"{screen.title} {progress}", screen.body, screen.line, screen.footer]
        case Cover():
            lines = [screen.player, screen.body, screen.footer]
        case Spelling():
            lines = [screen.title, f"{screen.done}{screen.letter}", screen.footer]
        case Ending():
            lines = [screen.title, f"{screen.points} {screen.medal_name}", screen.detail, screen.footer]
        case _:
            assert_never(screen)
    return "\n".join(line for line in lines if line)


def _grid_rows(screen: Grid) -> list[str]:
    """The cards row by row with the row's marker behind them, the columns' markers below."""
    cards = [
        f"{card.digit}{card.letter.lower() if card.is_light else card.letter}" if card else "·" for card in screen.cards
    ]
    if screen.cursor is not None:
        cards[screen.cursor] = f">{cards[screen.cursor]}"
    rows = [
        " ".join([*cards[number * screen.size : (number + 1) * screen.size], _MARKS.get(mark.sign, mark.sign)])
        for number, mark in enumerate(screen.rows)
    ]
    ends = [_MARKS.get(mark.sign, mark.sign) or "·" for mark in (*screen.columns, *screen.diagonals)]
    return [row.rstrip() for row in (*rows, " ".join(ends))]
