"""Example screens of Galaktico by name: the fleets in figures, a card to choose, a sum, and results of combats."""

from __future__ import annotations

from device.boxes.galaktico.combat_drawing import CombatResult, ResultRow
from device.boxes.galaktico.drawing import FleetRow, Fleets
from device.screens.content import List, Row, Screen

_SHIPS = ("destroyer", "fighter", "cruiser", "scout")

EXAMPLES: dict[str, Screen] = {
    "fleets_three_de": Fleets(
        title="Im All",
        ships=_SHIPS,
        letters=("Z", "J", "K", "A"),
        rows=(
            FleetRow("Ada", ("1", "1", "2", "3")),
            FleetRow("Johanna", ("0", "2", "2", "3"), is_active=True, on_station=3),
            FleetRow("WWWWMMMMWWWW", ("1", "0", "4", "5"), on_station=0),
        ),
        actions=2,
        actions_left=1,
    ),
    "fleets_two_en": Fleets(
        title="Captured",
        ships=_SHIPS,
        letters=("D", "F", "C", "S"),
        rows=(FleetRow("Max", ("1", "0", "2", "3"), is_active=True), FleetRow("Mary", ("0", "1", "1", "0"))),
        actions=2,
        actions_left=2,
    ),
    "card_seen": List(
        "Kreuzer: Waffe 1",
        tuple(Row(name) for name in ("Krypto Projektil", "Cryo Blitz", "Plasma Bombe", "Korrosions Strahl")),
        cursor=1,
        news="Gesehen. OK nimmt sie",
    ),
    "combat_won_de": CombatResult(
        title="Johanna siegt",
        gain="+3 Punkte",
        rows=(ResultRow("cruiser", "K", "Johanna", 21, 3), ResultRow("destroyer", "Z", "Ada", 18, 0)),
        way="Auf Karte Kreuzer",
        choice="Zug zu Ende",
    ),
    "combat_tie_en": CombatResult(
        title="A tie",
        gain="",
        rows=(ResultRow("scout", "S", "WWWWMMMMWWWW", 17, 1), ResultRow("fighter", "F", "Max", 17, 10)),
        way="Both figures captured",
        choice="Another action",
    ),
    "card_forces": List(
        "Kreuzer: Waffe 1",
        tuple(Row(name) for name in ("Welche Karte?", "Krypto Projektil", "Cryo Blitz", "Plasma Bombe")),
        cursor=1,
        news="L6 Q1 K6 I1",
    ),
    "sum_de": List(
        "Angriff: Kreuzer",
        (Row("Krypto Projektil", "6+1"), Row("Cryo Blitz", "5+6"), Row("Kreuzer", "3"), Row("Summe", "21")),
        cursor=3,
    ),
}
