"""Example screens of Number UP."""

from __future__ import annotations

from dataclasses import replace

from device.boxes.number_up.drawing import CardSign, Grid, LineSign
from device.screens.content import Screen


def _cards(words: str) -> tuple[CardSign | None, ...]:
    """Cards written as "4B", small letters for the light colours, "." for a free place."""
    return tuple(
        None if word == "." else CardSign(word[0], word[1].upper(), is_light=word[1].islower())
        for word in words.split()
    )


def _marks(words: str, new: int | None = None) -> tuple[LineSign, ...]:
    """Markers written as "+" for a check, "-" for -10, "." for none yet, or the number of a chip."""
    signs = {"+": "check", "-": "minus", ".": ""}
    return tuple(LineSign(signs.get(word, word), number == new) for number, word in enumerate(words.split()))


_FIVE = Grid(
    title="Nächste Karte",
    size=5,
    cards=_cards(". . 3R . . . 4ü 5B 1b . 2G 3Ü 4B 5O . . 1L . 2b . . . . . ."),
    rows=_marks(". . + . ."),
    columns=_marks(". . 7 . ."),
    starts=frozenset({12}),
)
_SIX = Grid(
    title="Next card",
    size=6,
    cards=_cards(
        "1R 2O 3Y 4g 5G 6b 1B 2P 3R 4O 5Y 6g . 1G 2b 3B 4P 5R " + ". 6R 1O 2Y 3g . " + ". . 4G . . . . . . . . ."
    ),
    rows=_marks("+ 7 . . . ."),
    columns=_marks(". . - . . .", new=2),
    diagonals=_marks("+ ."),
    starts=frozenset({14, 15, 20, 21}),
    hand=tuple(card for card in _cards("5b 6B 1P 2R 3O") if card),
)

EXAMPLES: dict[str, Screen] = {
    "grid_start_de": replace(
        _FIVE,
        title="Erste in die Mitte",
        cards=(None,) * 25,
        rows=_marks(". . . . ."),
        columns=_marks(". . . . ."),
        line="OK: von Hand",
    ),
    "grid_de": _FIVE,
    "grid_news_de": replace(
        _FIVE, newest=7, line="Zeile 3: Haken", rows=_marks(". . + . .", new=2), columns=_marks(". . 7 . .", new=2)
    ),
    "grid_doubt_de": replace(_FIVE, title="Stimmt diese?", cursor=6, name="Hell- grün 4", line="↑↓ OK"),
    "grid_blinking": replace(
        _FIVE, title="Stimmt diese?", cursor=6, name="Hell- grün 4", line="↑↓ OK", is_blinking=True
    ),
    "grid_last_de": replace(_FIVE, title="Letzte?", cursor=6, name="Hell- grün 4", line="OK: Ende"),
    "grid_last_six_en": replace(_SIX, title="Last?", cursor=6, name="Light green 4", line="OK: end", hand=()),
    "grid_lay_there_en": replace(_SIX, title="Counts?", cursor=6, name="Light green 4", line="↑↓ OK", hand=()),
    "grid_lay_there_de": replace(_SIX, title="Zählt sie?", cursor=6, name="Dunkel- grün 4", line="↑↓ OK", hand=()),
    "grid_where_de": replace(_FIVE, title="Wo liegt sie?", cursor=15, line="↑↓ OK"),
    "grid_status": replace(_FIVE, line="Keine Kamera. OK: Tasten"),
    "grid_six_en": replace(_SIX, newest=26, line="Column 3: −10"),
    "grid_six_short": replace(_SIX, title="Nächste Karte", hand=(), line="Z3 ✔, S2 7, ↘ ✔, ↗ −10"),
    "grid_too_long": replace(
        _SIX,
        title="Rindfleischetikettierungsüberwachung und noch mehr Worte",
        name="Donaudampfschifffahrtsgesellschaft",
        line="Auch diese Zeile ist viel zu lang geraten, um neben dem Raster Platz zu haben",
        cursor=35,
    ),
    "grid_full": replace(
        _SIX,
        title="94 Punkte",
        cards=_cards("1R 2O 3G 4ü 5Ü 6b " * 6),
        rows=_marks("+ + + 7 - 0"),
        columns=_marks("+ 8 + 9 + 1"),
        diagonals=_marks("- 4"),
        hand=(),
        line="OK: weiter",
    ),
}
