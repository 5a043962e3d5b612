"""Example screens by name: for the gallery, for the stored pictures of the tests, and to look at."""

from __future__ import annotations

from dataclasses import replace

from device.boxes.galaktico.examples import GALAKTICO_EXAMPLES
from device.boxes.sternenfahrer.examples import STERNENFAHRER_EXAMPLES
from device.screens.content import (
    CardSign,
    Cover,
    DiceSeen,
    Ending,
    Grid,
    Lesson,
    LineSign,
    List,
    Message,
    Picker,
    Ranked,
    Ranking,
    Row,
    Screen,
    Spelling,
    Starting,
    TryOut,
    Waiting,
)
from games.books.medals import Medal, Targets
from games.galaktix.pieces import Board, FieldKind, Level, Road, Spot, State, Step
from games.spine.dialogue import Bilingual

_LANES = (
    "...w..@..w..",
    "..@...w..@..",
    "....w...@.w.",
    "..w...@..w..",
    ".@..w....@w.",
)
_BOARD = Board(
    number=1,
    points=(0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 8, 10, 12),
    roads=tuple(tuple(FieldKind(sign) for sign in lane) for lane in _LANES),
)
_LEVEL = Level(
    number=3,
    chapter=1,
    name=Bilingual("Sternentor", "Star gate"),
    rule=Bilingual("Fahnen bringen 2 Punkte.", "Flags are worth 2 points."),
    board=_BOARD,
    camp=(10, 0, 0),
    parts=0,
    supply=(5, 0, 0),
    supply_parts=15,
    targets=Targets(12, 15, 18),
    made_by="an example",
)
_LONG_BOARD = Board(
    number=4,
    points=(*_BOARD.points, 16, 19, 23),
    roads=tuple((*road, FieldKind.SWIRL, FieldKind.EXTRA_BLACK, FieldKind.PLAIN) for road in _BOARD.roads),
)
_COLOURFUL = Level(
    number=17,
    chapter=4,
    name=_LEVEL.name,
    rule=_LEVEL.rule,
    board=_LONG_BOARD,
    camp=(12, 3, 2),
    parts=0,
    supply=(3, 1, 1),
    supply_parts=15,
    targets=_LEVEL.targets,
    made_by="an example",
    flags=(Spot(Road.PINK, 15), Spot(Road.PURPLE, 9)),
    flag_points=2,
)


def _state(level: Level, heights: tuple[int, ...], camp: tuple[int, int, int], parts: int) -> State:
    return State(
        level=level,
        step=Step.THROW,
        round=4,
        heights=heights,
        camp=camp,
        supply=level.supply,
        flown=(0, 0, 0),
        parts=parts,
        supply_parts=15 - parts,
        laid_parts=0,
    )


_FRESH = _state(_LEVEL, (0, 0, 0, 0, 0), (10, 0, 0), 0)
_MIDWAY = _state(_LEVEL, (3, 5, 8, 7, 0), (6, 0, 0), 3)
_LATE = _state(_COLOURFUL, (9, 7, 11, 10, 6), (12, 3, 2), 15)

_GERMAN_LETTERS = ("R", "G", "Ü", "B", "W")
_GERMAN_NAMES = ("Rosa", "Gelb", "Grün", "Blau", "Werkzeug")
_ROLLED = ("pink", "yellow", "green", "blue", "tool")


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

_MENU = List(
    title="Menü",
    rows=(
        Row("Weiterspielen"),
        Row("Zug zurücknehmen"),
        Row("Würfel berichtigen"),
        Row("Level ansehen"),
        Row("Pause"),
        Row("Aufhören"),
    ),
    cursor=0,
)

EXAMPLES: dict[str, Screen] = {
    "buttons": TryOut(
        "Drück alle vier",
        (("Hoch", True), ("Runter", False), ("OK", True), ("Zurück", False)),
        "Zurück halten: Ende",
    ),
    **GALAKTICO_EXAMPLES,
    **STERNENFAHRER_EXAMPLES,
    "starting_de": Starting(status="Ich wache auf …"),
    "starting_en": Starting(status="Waking up …"),
    "message_de": Message(
        title="Level 3: Sternentor",
        body="10 weiße Raketen ins Lager. Jede Fahne bringt 2 Punkte.",
        footer="OK: los",
    ),
    "message_en": Message(
        title="Level 3: Star gate",
        body="10 white rockets into the camp. Every flag is worth 2 points.",
        footer="OK: go",
    ),
    "message_short": Message(title="Gespeichert", body="Bis zum nächsten Mal!"),
    "message_four_lines": Message(
        title="Übrige Teile",
        body="Zwei Teile ersetzen eine Rakete. Übrig bleibt am Ende nichts. Öffne dein Lager, Ärger gibt es nie.",
        footer="OK",
    ),
    "message_warning": Message(
        title="Speicher voll",
        body="Der letzte Schritt zählt nicht. Mach Platz, dann noch mal.",
        footer="OK: noch mal",
        is_warning=True,
    ),
    "message_too_long": Message(
        title="Donaudampfschifffahrtsgesellschaft",
        body="Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz und noch viele Worte mehr, "
        "die in vier Zeilen niemals Platz haben werden, so sehr man es wünscht.",
        is_warning=True,
    ),
    "message_empty": Message(title="", body=""),
    "list_menu_top": _MENU,
    "list_menu_middle": List(_MENU.title, _MENU.rows, cursor=3),
    "list_menu_end": List(_MENU.title, _MENU.rows, cursor=5),
    "list_umlauts": List("Übersicht", (Row("Übung"), Row("Ärger gibt jetzt"), Row("Öffnen")), cursor=1),
    "list_roads_de": List(
        title="Welche Straße?",
        rows=(
            Row("Blau 3: Feld 7", value="+R", face="blue"),
            Row("Rosa 1: Feld 4", face="pink"),
            Row("Lila 1: Wirbel", face="purple", is_refused=True),
            Row("Rakete zurückgeben"),
        ),
        cursor=0,
    ),
    "list_roads_en": List(
        title="Which road?",
        rows=(
            Row("Blue 3: field 7", value="+R", face="blue"),
            Row("Pink 1: field 4", face="pink"),
            Row("Purple 1: swirl", face="purple", is_refused=True),
            Row("Return a rocket"),
        ),
        cursor=2,
    ),
    "list_news": List(
        title="Welche Straße?",
        rows=(
            Row("Gelb 2: Feld 9", face="yellow"),
            Row("Grün 2: Feld 5", face="green", is_refused=True),
            Row("Werkzeug: 1 Teil", face="tool"),
            Row("Rakete zurückgeben"),
        ),
        cursor=1,
        news="Dort ist ein Wirbel.",
    ),
    "list_book": List(
        title="Kapitel 1",
        rows=(
            Row("Level 1", value="19", medal=Medal.GOLD),
            Row("Level 2", value="16", medal=Medal.SILVER),
            Row("Level 3", value="12", medal=Medal.BRONZE),
            Row("Level 4", value="7", medal=Medal.NONE),
            Row("Level 5", value="–"),
        ),
        cursor=1,
    ),
    "list_too_long": List(
        title="Ein Titel, der breiter als die Anzeige ist",
        rows=(
            Row("Eine Zeile, die kein Ende findet", face="pink", value="1234567890123", is_refused=True),
            Row("Eine Zeile, die kein Ende findet", medal=Medal.GOLD, value="41"),
        ),
        cursor=0,
        news="Auch die Neuigkeit ist viel zu lang geraten.",
    ),
    "list_empty": List(title="Angefangene Partien", rows=(), cursor=0),
    "picker_middle": Picker(title="Wie viele Raketen?", value=7, low=1, high=15),
    "picker_low": Picker(title="How many rockets?", value=1, low=1, high=15),
    "picker_high": Picker(title="Punkte", value=120, low=0, high=120),
    "waiting_first_de": Waiting(words="Würfle alle 5", scene=_FRESH),
    "waiting_hint": Waiting(words="Würfle alle 5", scene=_FRESH, hint="OK: von Hand eingeben"),
    "waiting_de": Waiting(words="Würfle alle 5", news="Blau: Feld 7, Extrarakete!", scene=_MIDWAY),
    "waiting_en": Waiting(words="Roll all 5", news="Blue: field 7, extra rocket!", scene=_MIDWAY),
    "waiting_status": Waiting(words="Würfle alle 5", news="Blau: Feld 7", scene=_MIDWAY, status="Eine Hand im Bild"),
    "waiting_colourful": Waiting(words="Würfle alle 5", scene=_LATE),
    "waiting_colourful_news": Waiting(words="Roll all 5", news="Yellow: field 7, a flag!", scene=_LATE),
    "waiting_status_long": Waiting("Würfle alle 5", scene=_MIDWAY, status="Keine Kamera. OK: von Hand"),
    "waiting_no_scene": Waiting(words="Zeig mir die Karte"),
    "waiting_no_scene_status": Waiting(words="Show me the dice", status="Too dark to read"),
    "dice_de": DiceSeen("Ich sehe", _ROLLED, _GERMAN_LETTERS, _GERMAN_NAMES, footer="OK: stimmt"),
    "dice_en": DiceSeen(
        title="I see",
        faces=("purple", "purple", "blue", "blue", "blue"),
        letters=("U", "U", "B", "B", "B"),
        names=("purple", "purple", "blue", "blue", "blue"),
        footer="OK: right",
    ),
    "dice_doubtful": DiceSeen(
        "Stimmt das?",
        _ROLLED,
        _GERMAN_LETTERS,
        _GERMAN_NAMES,
        cursor=2,
        doubtful=frozenset({2}),
        footer="↑↓ ändern, OK nehmen",
    ),
    "dice_blinking": DiceSeen(
        "Stimmt das?",
        _ROLLED,
        _GERMAN_LETTERS,
        _GERMAN_NAMES,
        cursor=2,
        doubtful=frozenset({2}),
        footer="↑↓ ändern, OK nehmen",
        is_blinking=True,
    ),
    "dice_thrown": DiceSeen(
        "Neu gewürfelt", _ROLLED, _GERMAN_LETTERS, _GERMAN_NAMES, thrown=frozenset({1, 3, 4}), footer="OK: stimmt"
    ),
    "dice_by_hand": DiceSeen(
        title="Was liegt da?",
        faces=("pink", "tool", None, None, None),
        letters=("R", "W", "", "", ""),
        names=("Rosa", "Werkzeug", "", "", ""),
        cursor=1,
        footer="↑↓ ändern, OK nehmen",
    ),
    "dice_pips": DiceSeen(
        title="I see",
        faces=("1", "2", "3", "4", "5", "6"),
        letters=("1", "2", "3", "4", "5", "6"),
        names=("one", "two", "three", "four", "five", "six"),
        cursor=5,
    ),
    "dice_eight": DiceSeen(
        title="Acht Würfel?",
        faces=("pink", "yellow", "green", "blue", "purple", "tool", "pink", "blue"),
        letters=("R", "G", "Ü", "B", "L", "W", "R", "B"),
        names=("Rosa", "Gelb", "Grün", "Blau", "Lila", "Werkzeug", "Rosa", "Blau"),
        thrown=frozenset({0, 5}),
        doubtful=frozenset({3}),
        cursor=4,
        footer="Nimm 3 weg",
    ),
    "dice_none": DiceSeen("Ich sehe nichts", (), (), (), footer="Noch mal würfeln"),
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
    "lesson_dice_de": Lesson(
        title="Blau",
        body="Alle 5 Würfel mit Blau oben",
        mark="blue",
        step=4,
        steps=6,
        line="✓ Grün: 5 Würfel",
        footer="OK: Foto",
    ),
    "lesson_dice_en": Lesson(
        title="Purple",
        body="All 5 dice with Purple on top",
        mark="purple",
        step=5,
        steps=6,
        line="✓ Blue: 5 dice",
        footer="OK: picture, ↓ keep it",
    ),
    "lesson_trouble": Lesson(
        title="Werkzeug",
        body="Alle 5 Würfel mit Werkzeug oben",
        mark="tool",
        step=6,
        steps=6,
        line="Bitte die Hand weg",
        is_trouble=True,
        footer="OK: Foto",
    ),
    "lesson_numbers": Lesson(
        title="Zahlenkarten", body="8 Karten, je Farbe eine", mark="numbers", step=1, steps=1, footer="OK: Foto"
    ),
    "lesson_balls": Lesson(
        title="Schwarz",
        body="Nur Kugeln in Schwarz hinlegen",
        mark="balls",
        step=4,
        steps=4,
        line="✓ Blau: 1 Kugel",
        footer="OK: Foto, ↓ bleibt so",
    ),
    "lesson_cards": Lesson(
        title="Karten",
        body="Eine Karte allein hinlegen",
        mark="card",
        step=12,
        line="✓ Karte 11",
        footer="OK: Foto, ↓ fertig",
    ),
    "lesson_too_long": Lesson(
        title="Ein Titel, der breiter als die Anzeige ist",
        body="Auch hier stehen mehr Worte, als in zwei Zeilen Platz haben",
        mark="pink",
        step=118,
        steps=120,
        line="Und diese Zeile ist ebenfalls zu lang",
        is_trouble=True,
        footer="Und die letzte Zeile ist es auch noch",
    ),
    "cover_de": Cover(player="Johanna", body="Nur Johanna schaut. Alle anderen sehen weg.", footer="OK: ich bin’s"),
    "cover_en": Cover(player="Max", body="Only Max looks now. All others turn away.", footer="OK: it’s me"),
    "cover_long_name": Cover(player="WWWWMMMMWWWW", body="Nimm das Gerät. Die anderen schauen weg."),
    "spelling_start": Spelling(title="Wie heißt du?", done="", letter="A", footer="OK: nächster"),
    "spelling_name": Spelling(title="Wie heißt du?", done="Jörg", letter="g", footer="OK: nächster"),
    "spelling_space": Spelling(title="Your name?", done="Mary", letter=" ", footer="OK: next"),
    "spelling_long": Spelling(title="Your name?", done="WWMMWWMMWWM", letter="Ä", footer="hold OK: done"),
    "spelling_done": Spelling(title="Wie heißt du?", done="Johanna", letter="✓", footer="OK: nehmen, ✓: fertig"),
    "ending_gold_de": Ending("Level 3 geschafft", "46 Punkte", Medal.GOLD, "Gold", "Mehr geht nicht!", "OK: weiter"),
    "ending_silver_de": Ending("Level 3", "41 Punkte", Medal.SILVER, "Silber", "Noch 4 bis Gold", "OK: weiter"),
    "ending_bronze_en": Ending("Level 3 done", "33", Medal.BRONZE, "bronze", "3 more to silver"),
    "ending_none_en": Ending("Level 3 done", "7 points", Medal.NONE, "no medal", "5 more to bronze", "OK: go on"),
    "ending_none_de": Ending("3 Sternentor", "17", Medal.NONE, "ohne Medaille", "Noch 5 bis Bronze", "OK: ins Buch"),
    "ending_large": Ending("Kapitel 4", "1234 Punkte", Medal.GOLD, "Gold", "Alle Level sind gespielt", "OK: weiter"),
    "ranking_three": Ranking(
        "Johanna hat gewonnen", (Ranked(1, "Johanna", 15), Ranked(2, "Ada", 12), Ranked(3, "Ben", 9)), "OK: ins Buch"
    ),
    "ranking_four": Ranking(
        "Gleichstand!",
        (Ranked(1, "WWWWMMMMWWWW", 31), Ranked(1, "Max", 31), Ranked(3, "Ölaf", 8), Ranked(4, "Jo Ann", 0)),
        "OK: ins Buch",
    ),
}
