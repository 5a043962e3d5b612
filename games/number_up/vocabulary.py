"""The vocabulary of level files: every line score and every final score with its title and one sentence for the player.

A level names for its lines one or more line scores, for its result one main score and any number of bonuses (or costs).
What is settable an owner can set otherwise under a name of his own: see `games.number_up.own_scores`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from games.number_up import final_scores, line_scores
from games.spine.dialogue import Bilingual


@dataclass(frozen=True, slots=True)
class LineScore:
    """A way to count a line: its name in level files, its title and one sentence for the player."""

    key: str
    name: Bilingual
    sentence: Bilingual
    points: Callable[..., int]  # of the places, and what may be set
    is_ordered: bool = False  # whether it matters which card lies beside which
    settable: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)  # lowest and highest, by name
    made_of: tuple[object, ...] = ()  # an owner's: the way it counts, and what is set

    @property
    def matters(self) -> object:
        """What points hang on, as plain values."""
        return self.made_of or self.key


@dataclass(frozen=True, slots=True)
class FinalScore:
    """A way to come from the lines to the result: its name in level files, its title and one sentence."""

    key: str
    name: Bilingual
    sentence: Bilingual
    points: Callable[..., int]  # of the tally, and what may be set
    is_bonus: bool = False  # added to a main score, or taken from it
    settable: Mapping[str, tuple[int, int]] = field(default_factory=dict, compare=False)
    made_of: tuple[object, ...] = ()

    @property
    def matters(self) -> object:
        """What points hang on, as plain values."""
        return self.made_of or self.key


SIZE = {"size": (2, 6)}  # how many cards belong together at least
POINTS = {"points": (1, 9)}  # what each card or group brings
COUNT = {"count": (1, 14)}  # how many lines
BONUS = {"points": (1, 99)}


# --- lines ----------------------------------------------------------------------------------------------------------


def _sum_of_entry(value: int) -> LineScore:
    return LineScore(
        f"sum_of_{value}",
        Bilingual(f"Nur die {value}", f"Only {value}s"),
        Bilingual(
            f"Nur die {value} zählt: Zähl alle Karten mit dieser Zahl zusammen.",
            f"Only {value}s count: add up all cards with this number.",
        ),
        line_scores.sum_of(value),
    )


LINE_SCORES: dict[str, LineScore] = {
    score.key: score
    for score in (
        LineScore(
            "best_colour",
            Bilingual("Beste Farbe", "Best colour"),
            Bilingual(
                "Zähl die Zahlen einer Farbe zusammen. Deine beste Farbe gilt.",
                "Add up the numbers of one colour. Your best colour counts.",
            ),
            line_scores.best_colour,
        ),
        LineScore(
            "second_colour",
            Bilingual("Zweite Farbe", "Second colour"),
            Bilingual(
                "Zähl jede Farbe zusammen. Nur die zweitbeste gilt.",
                "Add up each colour. Only the second-best one counts.",
            ),
            line_scores.second_colour,
        ),
        LineScore(
            "best_value",
            Bilingual("Beste Zahl", "Best number"),
            Bilingual(
                "Zähl Karten mit gleicher Zahl zusammen. Deine beste Zahl gilt.",
                "Add up cards with the same number. Your best number counts.",
            ),
            line_scores.best_value,
        ),
        LineScore(
            "second_value",
            Bilingual("Zweite Zahl", "Second number"),
            Bilingual(
                "Zähl gleiche Zahlen zusammen. Nur die zweitbeste Summe gilt.",
                "Add up equal numbers. Only the second-best sum counts.",
            ),
            line_scores.second_value,
        ),
        *(_sum_of_entry(value) for value in range(1, line_scores.HIGHEST_VALUE + 1)),
        LineScore(
            "different_sum",
            Bilingual("Jede Zahl einmal", "Each number once"),
            Bilingual(
                "Zähl alles zusammen, aber jede Zahl nur ein einziges Mal.",
                "Add up everything, but every number only once.",
            ),
            line_scores.different_sum,
        ),
        LineScore(
            "exact_sum",
            Bilingual("Genaue Summe", "Exact sum"),
            Bilingual(
                "Eine volle Linie mit genau 15 zusammen bringt 9 Punkte, sonst 0.",
                "A full line of exactly 15 together brings 9 points, else 0.",
            ),
            line_scores.exact_sum,
            settable={"total": (1, 36)} | POINTS,
        ),
        LineScore(
            "pairs",
            Bilingual("Zahlenpaare", "Number pairs"),
            Bilingual(
                "Je zwei Karten mit gleicher Zahl bringen 3 Punkte.",
                "Every two cards with the same number bring 3 points.",
            ),
            line_scores.pairs,
            settable=SIZE | POINTS,
        ),
        LineScore(
            "of_a_kind",
            Bilingual("Drillinge", "Of a kind"),
            Bilingual(
                "Zwei gleiche Zahlen bringen 3 Punkte, drei 6, vier 9.",
                "Two equal numbers bring 3 points, three 6, four 9.",
            ),
            line_scores.of_a_kind,
            settable=POINTS,
        ),
        LineScore(
            "colour_pairs",
            Bilingual("Farbpaare", "Colour pairs"),
            Bilingual(
                "Je zwei Karten einer Farbe bringen 3 Punkte.",
                "Every two cards of one colour bring 3 points.",
            ),
            line_scores.colour_pairs,
            settable=SIZE | POINTS,
        ),
        LineScore(
            "most_of_a_colour",
            Bilingual("Farbhäufung", "Most of a colour"),
            Bilingual(
                "Jede Karte deiner häufigsten Farbe bringt 2 Punkte.",
                "Each card of your commonest colour brings 2 points.",
            ),
            line_scores.most_of_a_colour,
            settable=POINTS,
        ),
        LineScore(
            "different_values",
            Bilingual("Zahlenvielfalt", "Mixed numbers"),
            Bilingual("Jede andere Zahl bringt 1 Punkt.", "Each different number brings 1 point."),
            line_scores.different_values,
            settable=POINTS,
        ),
        LineScore(
            "different_colours",
            Bilingual("Farbenvielfalt", "Mixed colours"),
            Bilingual("Jede andere Farbe bringt 1 Punkt.", "Each different colour brings 1 point."),
            line_scores.different_colours,
            settable=POINTS,
        ),
        LineScore(
            "all_different",
            Bilingual("Alle anders", "All different"),
            Bilingual(
                "Voll und keine Zahl doppelt: 9 Punkte. Sonst 1 je andere Zahl.",
                "Full with no number twice: 9 points. Else 1 per different number.",
            ),
            line_scores.all_different,
            settable=POINTS,
        ),
        LineScore(
            "odd_cards",
            Bilingual("Ungerade", "Odd numbers"),
            Bilingual("Jede 1, 3 und 5 bringt 2 Punkte.", "Each 1, 3 and 5 brings 2 points."),
            line_scores.odd_cards,
            settable=POINTS,
        ),
        LineScore(
            "even_cards",
            Bilingual("Gerade", "Even numbers"),
            Bilingual("Jede 2, 4 und 6 bringt 2 Punkte.", "Each 2, 4 and 6 brings 2 points."),
            line_scores.even_cards,
            settable=POINTS,
        ),
        LineScore(
            "span",
            Bilingual("Spannweite", "Span"),
            Bilingual(
                "Zieh die kleinste Zahl von der größten ab.",
                "Take the lowest number from the highest.",
            ),
            line_scores.span,
            settable=POINTS,
        ),
        LineScore(
            "straight_length",
            Bilingual("Lange Straße", "Long straight"),
            Bilingual(
                "Jede Karte deiner längsten Zahlenstraße bringt 1 Punkt, egal wo sie liegt.",
                "Each card of your longest straight brings 1 point, wherever it lies.",
            ),
            line_scores.straight_length,
            settable=SIZE | POINTS,
        ),
        LineScore(
            "straight_sum",
            Bilingual("Straße", "Straight"),
            Bilingual(
                "Zähl eine Straße ab drei Zahlen zusammen, egal wo sie liegen.",
                "Add up a straight of three numbers or more, wherever they lie.",
            ),
            line_scores.straight_sum,
            settable=SIZE,
        ),
        LineScore(
            "colour_straight",
            Bilingual("Farbstraße", "Colour straight"),
            Bilingual(
                "Zähl Zahlen einer Farbe zusammen, die aufeinander folgen (ab zwei).",
                "Add up numbers of one colour that follow one another (two or more).",
            ),
            line_scores.colour_straight,
            settable=SIZE,
        ),
        LineScore(
            "touching_colour",
            Bilingual("Farbnachbarn", "Colour neighbours"),
            Bilingual(
                "Zähl Karten einer Farbe zusammen, die direkt nebeneinander liegen.",
                "Add up cards of one colour that lie side by side.",
            ),
            line_scores.touching_colour,
            is_ordered=True,
            settable=SIZE,
        ),
        LineScore(
            "touching_rising",
            Bilingual("Treppe", "Stairs"),
            Bilingual(
                "Steigen Nachbarn nach rechts oder unten an, bringt jede Karte 2 Punkte.",
                "Where neighbours rise to the right or down, each card brings 2 points.",
            ),
            line_scores.touching_rising,
            is_ordered=True,
            settable=SIZE | POINTS,
        ),
        LineScore(
            "touching_falling",
            Bilingual("Treppab", "Stairs down"),
            Bilingual(
                "Fallen Nachbarn nach rechts oder unten ab, bringt jede Karte 2 Punkte.",
                "Where neighbours fall to the right or down, each card brings 2 points.",
            ),
            line_scores.touching_falling,
            is_ordered=True,
            settable=SIZE | POINTS,
        ),
    )
}


# --- results --------------------------------------------------------------------------------------------------------


FINAL_SCORES: dict[str, FinalScore] = {
    score.key: score
    for score in (
        FinalScore(
            "total",
            Bilingual("Alles zählt", "All counts"),
            Bilingual("Am Ende zählst du alle Linien zusammen.", "At the end you add up all lines."),
            final_scores.total,
        ),
        FinalScore(
            "lowest_line",
            Bilingual("Letzter zählt", "Lowest counts"),
            Bilingual("Am Ende zählt nur deine schwächste Linie.", "At the end only your weakest line counts."),
            final_scores.lowest_line,
        ),
        FinalScore(
            "lowest_of_each",
            Bilingual("Letzte jeder Art", "Lowest of each"),
            Bilingual(
                "Deine schwächste Zeile, Spalte und Diagonale zählen zusammen.",
                "Your weakest row, column and diagonal count together.",
            ),
            final_scores.lowest_of_each,
        ),
        FinalScore(
            "lowest_lines",
            Bilingual("Letzte drei", "Lowest three"),
            Bilingual(
                "Am Ende zählen nur deine drei schwächsten Linien.", "At the end only your three weakest lines count."
            ),
            final_scores.lowest_lines,
            settable=COUNT,
        ),
        FinalScore(
            "weaker_side",
            Bilingual("Schwache Seite", "Weaker side"),
            Bilingual(
                "Zeilen oder Spalten: Nur die kleinere Summe zählt, Diagonalen immer.",
                "Rows or columns: only the lower sum counts, diagonals always do.",
            ),
            final_scores.weaker_side,
        ),
        FinalScore(
            "crossings",
            Bilingual("Kreuzungen", "Crossings"),
            Bilingual(
                "Von Zeile 1 und Spalte 1 zählt die schwächere, und so weiter. Diagonalen immer.",
                "Of row 1 and column 1 the weaker one counts, and so on. Diagonals always do.",
            ),
            final_scores.crossings,
        ),
        FinalScore(
            "without_best",
            Bilingual("Ohne die Besten", "Without the best"),
            Bilingual(
                "Deine drei besten Linien werden gestrichen, alle anderen zählen.",
                "Your three best lines are struck out, all others count.",
            ),
            final_scores.without_best,
            settable=COUNT,
        ),
        FinalScore(
            "checks_only",
            Bilingual("Nur Haken", "Checks only"),
            Bilingual(
                "Nur Haken zählen, Zahlenchips bringen nichts.", "Only checks count, number chips bring nothing."
            ),
            final_scores.checks_only,
        ),
        FinalScore(
            "sweep",
            Bilingual("Alle Haken", "Clean sweep"),
            Bilingual("Hat jede Linie einen Haken, gibt es 20 Punkte dazu.", "A check at every line brings 20 more."),
            final_scores.sweep,
            is_bonus=True,
            settable=BONUS,
        ),
        FinalScore(
            "edges",
            Bilingual("Randlinien", "Edges"),
            Bilingual(
                "Jeder Haken an einer der vier Randlinien bringt 5 Punkte dazu.",
                "Each check at one of the four edge lines brings 5 more.",
            ),
            final_scores.edges,
            is_bonus=True,
            settable=BONUS,
        ),
        FinalScore(
            "heart",
            Bilingual("Herzstück", "Heart"),
            Bilingual(
                "Haken an allen Zeilen und Spalten der Startkarte: 10 Punkte dazu.",
                "Checks at all rows and columns of the start card: 10 more.",
            ),
            final_scores.heart,
            is_bonus=True,
            settable=BONUS,
        ),
        FinalScore(
            "open_cost",
            Bilingual("Teure Lücken", "Costly gaps"),
            Bilingual("Jede Linie ohne Haken kostet 5 Punkte.", "Each line without a check costs 5 points."),
            final_scores.open_cost,
            is_bonus=True,
            settable=BONUS,
        ),
    )
}
