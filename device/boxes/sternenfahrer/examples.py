"""Example screens of Sternenfahrer: players while the device waits, pages of a turn, balls and pips, figures."""

from __future__ import annotations

from dataclasses import replace

from device.boxes.sternenfahrer.drawing import Seats
from device.boxes.sternenfahrer.page import Choice, Line, PageScreen
from device.screens.content import BallsSeen, DiceSeen, Screen, Sheet, SheetLine, Waiting
from games.sternenfahrer.pieces import State
from games.sternenfahrer.settings import Settings
from games.sternenfahrer.start import start

_THREE = start(("Ada", "Ben", "Cleo"), ("red", "blue", "yellow"), (), Settings())
_FOUR = start(("Ada", "Ben", "WWWWMMMMWWWW", "Johanna"), ("red", "blue", "yellow", "white"), (), Settings())
_TURN = "OK stimmt, ↓ ändern"
_CHANGE = "↑↓ ändern, OK nehmen"


def _later(state: State) -> State:
    """Far on in the game: many cards, medals, and the second player is on."""
    rich = replace(state.players[1], hand=12, half_medals=7, whole_medals=2)
    return replace(state.with_player(1, rich), active=1)


EXAMPLES: dict[str, Screen] = {
    "stars_wait_de": Waiting("Ada würfelt", "", Seats(_THREE), hint="OK: von Hand eingeben"),
    "stars_wait_news_de": Waiting("Ben schüttelt", "Auf zum Flug", Seats(_later(_FOUR))),
    "stars_wait_status_en": Waiting("Ben shakes", "", Seats(_later(_FOUR)), status="Hand away, please"),
    "balls_red_yellow_de": BallsSeen("Deine Kugeln", ("red", "yellow"), ("Rot", "Gelb"), footer=_TURN),
    "balls_blue_black_de": BallsSeen("Deine Kugeln", ("blue", "black"), ("Blau", "Schwarz"), footer=_TURN),
    "balls_doubt_de": BallsSeen(
        "Stimmt diese?", ("black", "blue"), ("Schwarz", "Blau"), cursor=1, doubtful=frozenset({1}), footer=_CHANGE
    ),
    "balls_blinking_en": BallsSeen(
        "Is this one right?",
        ("red", "yellow"),
        ("Red", "Yellow"),
        cursor=0,
        doubtful=frozenset({0}),
        footer="↑↓ change, OK take",
        is_blinking=True,
    ),
    "balls_entry_de": BallsSeen("Kugel 2", ("red", None), ("Rot", ""), cursor=1, footer=_CHANGE),
    "pips_two_de": DiceSeen("Dein Wurf", ("3", "6"), ("3", "6"), ("3", "6"), footer=_TURN),
    "stars_turn_de": PageScreen(
        "Wurf 12",
        columns=("E", "T", "C", "N", "H", "+"),
        rows=(
            Line("R", "Ada", ("", "1", "", "", "", "2"), is_active=True),
            Line("B", "Ci", ("", "", "2", "", "", "")),
            Line("G", "Co", ("1", "2", "", "1", "1", "")),
            Line("W", "WWWW", ("", "", "", "", "1", "")),
        ),
        choices=(Choice("Losfliegen"), Choice("Bauen")),
    ),
    "stars_seven_de": PageScreen(
        "7! Nachschub 2",
        ("Über 7 Karten: halbieren", "Ben erst über 12", "Ada zieht 1 Karte", "Andere: 1 Nachschub"),
        choices=(Choice("Losfliegen"), Choice("Bauen")),
    ),
    "stars_gift_de": PageScreen(
        "Wie viel gibst du?",
        ("Ein Händler funkt dich an. Ein Geschenk würde ihn freuen: 0 bis 3 Karten.",),
        choices=tuple(Choice(f"{gift} Karten") for gift in range(4)),
        chosen=2,
    ),
    "stars_duel_en": PageScreen(
        "You win!", ("Balls + cannons:", "Ada: 5+2 = 7", "Ben: 1+4 = 5"), choices=(Choice("Go on"),)
    ),
    "stars_flight_de": PageScreen(
        "Tempo 6",
        ("Grund 4 + Antrieb 2",),
        choices=(Choice("Zug beenden"), Choice("Kolonie gründen", is_refused=True), Choice("System erkundet")),
        chosen=1,
    ),
    "sheet_yield_de": Sheet(
        "Gewürfelt: 6",
        ("E", "T", "C", "N", "H", "?"),
        (
            SheetLine("Ada", ("", "1", "", "", "", ""), is_active=True),
            SheetLine("Ben", ("", "", "2", "", "", "")),
            SheetLine("WWWWMMMMWWWW", ("1", "2", "", "1", "1", "")),
            SheetLine("Johanna", ("", "", "", "", "", "1")),
        ),
    ),
    "sheet_scores_en": Sheet(
        "Victory points",
        ("C", "P", "M", "●", "◐", "="),
        (
            SheetLine("Ada", ("4", "1", "0", "0", "1", "6")),
            SheetLine("Ben", ("9", "3", "8", "2", "12", "34"), is_active=True),
            SheetLine("Cleo", ("3", "1", "2", "0", "0", "6")),
        ),
    ),
}
