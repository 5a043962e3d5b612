"""A screen in words, for those who do not see its picture. It says what the picture shows and nothing more."""

from __future__ import annotations

from typing import assert_never

from device.screens.content import (
    BallsSeen,
    Cover,
    DiceSeen,
    Ending,
    Fleets,
    Grid,
    Lesson,
    List,
    Message,
    Picker,
    Ranking,
    Screen,
    Sheet,
    Spelling,
    Starting,
    TryOut,
    Waiting,
)
from games.sternenfahrer.pieces import State as Books
from games.sternenfahrer.points import total

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
            lines = [screen.news, screen.words, screen.status or screen.hint, *_scene_lines(screen.scene)]
        case DiceSeen() | BallsSeen():
            pieces = [
                f"{'> ' if n == screen.cursor else ''}{name or '–'}{'?' if n in screen.doubtful else ''}"
                for n, name in enumerate(screen.names)
            ]
            lines = [screen.title, ", ".join(pieces), screen.footer]
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
        case Ranking():
            ranked = [f"{row.place}. {row.player} {row.points}" for row in screen.rows]
            lines = [screen.title, *ranked, screen.footer]
        case Fleets():
            lines = [f"{screen.title} {screen.actions_left}/{screen.actions}", *_fleet_rows(screen)]
        case TryOut():
            lines = [screen.title, *(f"{name} {'✔' if done else '–'}" for name, done in screen.buttons), screen.footer]
        case Sheet():
            rows = [" ".join([line.name, *(figure or "–" for figure in line.figures)]) for line in screen.rows]
            lines = [screen.title, " ".join(screen.columns), *rows]
        case _:
            assert_never(screen)
    return "\n".join(line for line in lines if line)


def _fleet_rows(screen: Fleets) -> list[str]:
    """The letters of the ships, then everybody's figures; a ring stands behind the ship on the station."""
    rows = []
    for row in screen.rows:
        figures = [f"{figure}{'°' if n == row.on_station else ''}" for n, figure in enumerate(row.figures)]
        rows.append(" ".join([f"{'> ' if row.is_active else ''}{row.name}", *figures]))
    return [" ".join(screen.letters), *rows]


def _scene_lines(scene: object) -> list[str]:
    """Everybody's points, the one whose turn it is marked; nothing for other scenes."""
    if not isinstance(scene, Books):
        return []
    return [
        f"{'> ' if seat == scene.active else ''}{player.name} {total(scene, seat)}"
        for seat, player in enumerate(scene.players)
    ]


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
