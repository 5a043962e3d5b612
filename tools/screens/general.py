"""Example screens that belong to no game, by name."""

from __future__ import annotations

from device.screens.content import (
    Code,
    Cover,
    DiceSeen,
    Ending,
    Lesson,
    List,
    Message,
    Meter,
    Picker,
    Ranked,
    Ranking,
    Row,
    Screen,
    SignEntry,
    Spelling,
    Starting,
    Tally,
    TryOut,
    Waiting,
)
from games.books.medals import Medal

_THIRDS = (tuple("ABCDEFGHI"), tuple("JKLMNOPQR"), (*"STUVWXYZ", "…"))
_ACCENTS = (tuple("äöüßéèêáà"), tuple("âçñóòôåøæ"), (*"íúšžł-' ", "⇧"))
_GERMAN_LETTERS = ("Ro", "Ge", "Gr", "Bl", "We")
_GERMAN_NAMES = ("Rosa", "Gelb", "Grün", "Blau", "Werkzeug")
_ROLLED = ("pink", "yellow", "green", "blue", "tool")


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
    "focus": Meter("Scharfstellen", 0.62, 0.8, "Dreh zurück zur Marke", "OK: noch einmal"),
    "buttons": TryOut(
        "Drück alle vier",
        (("Hoch", True), ("Runter", False), ("OK", True), ("Zurück", False)),
        "Zurück halten: Ende",
    ),
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
    "waiting_no_scene": Waiting(words="Zeig mir die Karte"),
    "waiting_no_scene_status": Waiting(words="Show me the dice", status="Too dark to read"),
    "dice_de": DiceSeen("Ich sehe", _ROLLED, _GERMAN_LETTERS, _GERMAN_NAMES, footer="OK: stimmt"),
    "dice_en": DiceSeen(
        title="I see",
        faces=("purple", "purple", "blue", "blue", "blue"),
        letters=("Pu", "Pu", "Bl", "Bl", "Bl"),
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
    "dice_lay_there_de": DiceSeen(
        "Lag schon da", _ROLLED, _GERMAN_LETTERS, _GERMAN_NAMES, footer="OK stimmt, ↓ ändern"
    ),
    "dice_only_with_ok_de": DiceSeen(
        "Zählt nur mit OK", _ROLLED, _GERMAN_LETTERS, _GERMAN_NAMES, footer="OK stimmt, ↓ ändern"
    ),
    "dice_by_hand": DiceSeen(
        title="Was liegt da?",
        faces=("pink", "tool", None, None, None),
        letters=("Ro", "We", "", "", ""),
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
        letters=("Ro", "Ge", "Gr", "Bl", "Li", "We", "Ro", "Bl"),
        names=("Rosa", "Gelb", "Grün", "Blau", "Lila", "Werkzeug", "Rosa", "Blau"),
        thrown=frozenset({0, 5}),
        doubtful=frozenset({3}),
        cursor=4,
        footer="Nimm 3 weg",
    ),
    "dice_none": DiceSeen("Ich sehe nichts", (), (), (), footer="Noch mal würfeln"),
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
    "code_de": Code(body="Siegel\nA1B2 C3D4 E5F6 0718\nNotieren lohnt sich.", code="a1b2c3d4e5f60718"),
    "code_phone": Code(body="Scanne das mit dem Handy.\n↓ PIN", code="HTTP://192.168.178.120:8017/K/ABCDEFGH234567"),
    "cover_de": Cover(player="Johanna", body="Nur Johanna schaut. Alle anderen sehen weg.", footer="OK: ich bin’s"),
    "cover_en": Cover(player="Max", body="Only Max looks now. All others turn away.", footer="OK: it’s me"),
    "cover_long_name": Cover(player="WWWWMMMMWWWW", body="Nimm das Gerät. Die anderen schauen weg."),
    "sign_none_de": SignEntry("Dein Zeichen", "Johanna", 0, 4, "↑ ↓ OK, halten: fertig"),
    "sign_two_en": SignEntry("Your sign", "Max", 2, 4, "↑ ↓ OK, hold: done"),
    "sign_long_name": SignEntry("Und noch einmal", "WWWWMMMMWWWW", 3, 4, "↑ ↓ OK, halten: fertig"),
    "cover_tried_de": Cover("Johanna", "Dieses Zeichen wurde 3× falsch probiert!", "OK halten: aufdecken"),
    "spelling_start": Spelling("Wie heißt du?", "", _THIRDS, "In welcher Zeile?"),
    "spelling_third": Spelling("Wie heißt du?", "J", (tuple("jkl"), tuple("mno"), tuple("pqr")), "OK halten: fertig"),
    "spelling_letter": Spelling("Your name?", "Mary", (("-",), ("'",), (" ",)), "hold OK: done"),
    "spelling_accents": Spelling("Your name?", "WWMMWWMMWWM", _ACCENTS, "hold OK: done"),
    "spelling_full": Spelling("Wie heißt du?", "Johanna-Ruth", (), "OK halten: fertig"),
    "tally_de": Tally("Wie viele?", ("pink", "yellow"), ("Rosa", "Gelb"), (2, 0), "OK: weiter, noch 3"),
    "tally_tools": Tally("Wie viele?", ("purple", "tool"), ("Lila", "Werkzeug"), (0, 5), "OK: weiter, noch 0"),
    "tally_pips": Tally("How many?", ("1", "2"), ("1 pip", "2 pips"), (1, 0), "OK: on, 1 left"),
    "tally_balls": Tally("Wie viele?", ("red", "black"), ("Rot", "Schwarz"), (0, 1), "OK: weiter, noch 1"),
    "ending_gold_de": Ending("Level 3 geschafft", "46 Punkte", Medal.GOLD, "Gold", "Mehr geht nicht!", "OK: weiter"),
    "ending_silver_de": Ending("Level 3", "41 Punkte", Medal.SILVER, "Silber", "Noch 4 bis Gold", "OK: weiter"),
    "ending_bronze_en": Ending("Level 3 done", "33", Medal.BRONZE, "bronze", "3 more to silver"),
    "ending_none_en": Ending("Level 3 done", "7 points", Medal.NONE, "no medal", "5 more to bronze", "OK: go on"),
    "ending_none_de": Ending("3 Sternentor", "17", Medal.NONE, "ohne Medaille", "Noch 5 bis Bronze", "OK: ins Buch"),
    "ending_record_de": Ending(
        "Rekord! Bisher 36", "41 Punkte", Medal.SILVER, "Silber", "Noch 4 bis Gold", "OK: ins Buch", is_record=True
    ),
    "ending_record_blink_en": Ending(
        "A record! It was 7", "9 points", Medal.NONE, "no medal", "3 more to bronze", "OK: book", True, True
    ),
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
