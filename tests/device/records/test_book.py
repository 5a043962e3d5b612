"""The challenge book: best results, chapter sums and medals, and the table in the terminal."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import UTC, datetime
from importlib import resources

from device.command.book_text import book_text
from device.records.book import Best, ChapterSum, best_score, chapter_medal, read_book
from device.records.rows import ChapterMedal, StoredResult
from games.books.levels import ChapterInfo, LevelInfo
from games.books.medals import Medal, Targets
from games.spine.dialogue import Bilingual, Text


def level(number: int, chapter: int = 1) -> LevelInfo:
    name = Bilingual(f"Stufe {number}", f"Step {number}")
    return LevelInfo(str(number), chapter, name, Bilingual("Regel", "Rule"), Targets(10, 20, 30))


CHAPTERS = (
    ChapterInfo(1, (level(1), level(2)), Targets(25, 45, 55), Bilingual("Aufbruch", "Setting Out")),
    ChapterInfo(2, (level(3, 2),), Targets(10, 20, 30), Bilingual("Neuland", "New Land")),
)


def result(player: str, level_id: str, score: int, day: int, medal: Medal = Medal.NONE) -> StoredResult:
    return StoredResult(day, "galaktix", level_id, player, score, medal, datetime(2026, 1, day, 20, tzinfo=UTC))


RESULTS = [
    result("Ida", "1", 12, 1),
    result("Jo", "1", 7, 2),
    result("Ida", "1", 31, 3),
    result("Ida", "1", 29, 5),
    result("Ida", "2", 20, 6),
    result("Jo", "3", 20, 7),
]


class Words:
    """The shipped texts, looked up plainly."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts = tomllib.loads(
            (resources.files("device.words") / "texts" / "book.toml").read_text(encoding="utf-8")
        )

    def tell(self, text: Text | Bilingual) -> str:
        if isinstance(text, Bilingual):
            return str(getattr(text, self.language))
        values = {name: self.tell(one) if isinstance(one, Text | Bilingual) else one for name, one in text.values}
        return str(self.texts[text.key][self.language].format(**values))


def test_the_best_result_counts_with_plays_and_the_last_day() -> None:
    book = read_book(RESULTS, CHAPTERS)
    assert book.players == ("Ida", "Jo")
    ida, jo = book.pages[0].rows[0].bests
    assert ida == Best(31, Medal.GOLD, 3, RESULTS[3].at)
    assert jo == Best(7, Medal.NONE, 1, RESULTS[1].at)
    assert book.pages[1].rows[0].bests[0] is None


def test_a_chapter_has_a_medal_only_when_all_its_levels_are_played() -> None:
    book = read_book(RESULTS, CHAPTERS)
    assert book.pages[0].sums == (ChapterSum(51, 2, Medal.SILVER), ChapterSum(7, 1, None))
    assert book.pages[1].sums == (ChapterSum(0, 0, None), ChapterSum(20, 1, Medal.SILVER))


def test_21_2_a_chapters_medal_once_earned_stays_while_its_levels_are_the_same() -> None:
    chapter = CHAPTERS[0]
    earned = chapter_medal(RESULTS[:4], chapter, "Ida", chapter.levels[1], 20)
    assert earned == ChapterMedal(chapter.sign, Medal.SILVER)
    assert chapter_medal(RESULTS[:4], chapter, "Jo", chapter.levels[0], 60) is None, "a level is missing"
    assert chapter_medal(RESULTS, chapter, "Ida", chapter.levels[0], 1) == earned, "the best of a level counts"
    entered = [*RESULTS[:4], replace(RESULTS[4], of_chapter=earned)]
    raised = replace(chapter, targets=Targets(100, 200, 300))
    assert read_book(entered, (raised,)).pages[0].sums[0] == ChapterSum(51, 2, Medal.SILVER)
    lowered = replace(chapter, targets=Targets(1, 2, 3))
    assert read_book(entered, (lowered,)).pages[0].sums[0].medal is Medal.GOLD
    once = replace(raised, levels=(chapter.levels[0], replace(chapter.levels[1], signs=("new", ""))))
    assert read_book(entered, (once,)).pages[0].sums[0] == ChapterSum(51, 2, Medal.NONE), "other levels, another sum"
    assert read_book(entered[-1:], (raised,)).pages[0].sums[0].medal is None


def test_results_below_bronze_have_their_own_row() -> None:
    counts = read_book(RESULTS, CHAPTERS).medals("Jo")
    assert counts == {Medal.GOLD: 0, Medal.SILVER: 1, Medal.BRONZE: 0, Medal.NONE: 1}


def test_lost_games_are_not_in_the_book() -> None:
    assert read_book([result("Ida", "1", 0, 1), result("Ida", "2", -3, 1)], CHAPTERS).players == ()


def test_the_order_in_which_results_come_does_not_matter() -> None:
    assert read_book(reversed(RESULTS), CHAPTERS) == read_book(RESULTS, CHAPTERS)


def test_a_level_that_left_the_book_keeps_its_result_and_medal() -> None:
    book = read_book([result("Ida", "99", 41, 1, Medal.SILVER)], CHAPTERS)
    (row,) = book.former
    assert (row.level, row.bests[0]) == ("99", Best(41, Medal.SILVER, 1, datetime(2026, 1, 1, 20, tzinfo=UTC)))
    assert "No longer in the book" in book_text(book, "Galaktix", Words("en"), UTC)


def test_21_2_a_result_counts_only_in_the_level_it_was_played_by() -> None:
    signed = replace(CHAPTERS[0], levels=(replace(level(1), signs=("now", "whole book")), level(2)))
    old, name = replace(result("Ida", "1", 40, 1, Medal.GOLD), sign="once"), Bilingual("Alt", "Old")
    book = read_book([old, replace(old, score=12, sign="now"), replace(old, score=13, sign="whole book")], (signed,))
    assert book.pages[0].rows[0].bests[0] is not None and book.pages[0].rows[0].bests[0].score == 13
    assert [(row.level, row.name, row.bests[0] and row.bests[0].score) for row in book.former] == [("1", None, 40)]
    former = replace(level(1), name=name, signs=("its own", "once"))
    again = read_book([old, replace(old, score=41, sign="its own")], (signed,), (former,))
    assert [(row.name, row.bests[0] and row.bests[0].plays) for row in again.former] == [(name, 2)]
    assert again.pages[0].sums[0].played == 0


def test_21_2_a_medal_once_earned_stays_and_targets_that_fell_are_reached() -> None:
    earned = [result("Ida", "1", 12, 1, Medal.GOLD), result("Ida", "1", 19, 2, Medal.NONE)]
    assert read_book(earned, CHAPTERS).pages[0].rows[0].bests == (Best(19, Medal.GOLD, 2, earned[1].at),)
    below = [result("Ida", "1", 25, 1, Medal.NONE)]
    assert read_book(below, CHAPTERS).pages[0].rows[0].bests == (Best(25, Medal.SILVER, 1, below[0].at),)


def test_the_table_is_aligned_and_names_the_medals() -> None:
    assert book_text(read_book(RESULTS, CHAPTERS), "Galaktix", Words("de"), UTC).splitlines() == [
        "Galaktix         Ida                          Jo",
        "",
        "Kapitel 1: Aufbruch",
        " 1 Stufe 1        31 Gold (3×, 2026-01-05)      7 unter Bronze (1×, 2026-01-02)",
        " 2 Stufe 2        20 Silber (1×, 2026-01-06)    ·",
        "   Summe          51 Silber                     7 (1 von 2 Leveln)",
        "",
        "Kapitel 2: Neuland",
        " 3 Stufe 3         ·                           20 Silber (1×, 2026-01-07)",
        "   Summe           0 (0 von 1 Leveln)          20 Silber",
        "",
        "Medaillen",
        "   Gold            1                            0",
        "   Silber          1                            1",
        "   Bronze          0                            0",
        "   unter Bronze    0                            1",
    ]


def test_an_empty_book_says_so_in_both_languages() -> None:
    german = book_text(read_book([], CHAPTERS), "Galaktix", Words("de"), UTC)
    english = book_text(read_book([], CHAPTERS), "Galaktix", Words("en"), UTC)
    assert german.endswith("Das erste Ergebnis über 0 kommt hierher.")
    assert english.endswith("The first result above 0 goes here.")
    assert "Step 2" in english


def test_every_word_of_the_book_is_there_in_both_languages() -> None:
    for key, entry in Words("de").texts.items():
        assert entry.keys() == {"place", "de", "en"}, key


def test_the_best_score_is_the_players_own_in_this_very_level() -> None:
    results = [*RESULTS, replace(RESULTS[0], score=99, sign="other rules"), replace(RESULTS[0], score=98, place=1)]
    first = CHAPTERS[0].levels[0]
    assert best_score(results, first, "Ida") == 31
    assert best_score(results, first, "Jo") == 7
    assert best_score(results, first, "Nobody") is None
    assert best_score([replace(RESULTS[0], score=0)], first, RESULTS[0].player) is None


def test_a_best_result_tells_with_how_few_take_backs_it_was_reached() -> None:
    reached = [
        replace(result("Ida", "1", 12, 1), take_backs=3),
        replace(result("Ida", "1", 12, 2), take_backs=2),
        replace(result("Ida", "1", 11, 3), take_backs=0),
    ]
    book = read_book(reached, CHAPTERS)
    best = book.pages[0].rows[0].bests[0]
    assert best is not None
    assert (best.score, best.take_backs) == (12, 2)
    assert " 12 Bronze, 2× zurück (3×, 2026-01-03)" in book_text(book, "Galaktix", Words("de"), UTC)
    assert "taken back" not in book_text(read_book(RESULTS, CHAPTERS), "Galaktix", Words("en"), UTC)
