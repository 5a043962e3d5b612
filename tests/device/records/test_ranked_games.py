"""The ranked games of several: every game with its ranking, who won how often, on the OLED and in the terminal."""

from dataclasses import replace
from datetime import UTC, datetime

from device.boxes.loader import load_games
from device.boxes.shipped import SHIPPED
from device.command.book_text import group_text
from device.command.main import main
from device.menus.book_pages import browse_games, open_book
from device.records.journal import Journal, Source, StoredResult
from device.records.ranked_games import Tally, read_ranked_games
from games.books.medals import Medal
from games.spine.dialogue import Choose, Chosen, Noted, Notice, Setup, say
from tests.device.texts import catalogue


def game(number, *results):
    """Results of one game, given as (player, points, place)."""
    at = datetime(2026, 11, number, 12, tzinfo=UTC)
    return [
        StoredResult(number, "sternenfahrer", "beginner", player, points, Medal.NONE, at, place)
        for player, points, place in results
    ]


RESULTS = [
    *game(1, ("Ada", 15, 1), ("Ben", 16, 2), ("Cleo", 9, 3)),
    *game(2, ("Ben", 12, 1), ("Ada", 12, 1), ("Dora", 0, 3)),
    *game(3, ("Cleo", 7, 2), ("Ada", 15, 1), ("Ben", 3, 3)),
]


def test_games_stand_there_with_the_newest_first_and_the_winner_on_top():
    ranked = read_ranked_games(RESULTS)
    assert [game.at.day for game in ranked.games] == [3, 2, 1]
    assert [game.winners for game in ranked.games] == [("Ada",), ("Ben", "Ada"), ("Ada",)]
    assert [result.player for result in ranked.games[0].ranking] == ["Ada", "Cleo", "Ben"]
    assert ranked.games[2].ranking[0].player == "Ada"  # who won comes first, also with fewer points
    assert ranked.games[1].of("Dora").score == 0
    assert ranked.games[1].of("Cleo") is None


def test_wins_are_counted():
    assert read_ranked_games(RESULTS).tallies == (
        Tally("Ada", 3, 3),
        Tally("Ben", 3, 1),
        Tally("Dora", 1, 0),
        Tally("Cleo", 2, 0),
    )


def test_the_table_in_the_terminal():
    table = group_text(read_ranked_games(RESULTS), "Sternenfahrer", catalogue("de", is_strict=True), UTC)
    assert table.splitlines() == [
        "Sternenfahrer  Ada           Ben           Dora     Cleo",
        "   2026-11-03   15 gewonnen    3             ·        7",
        "   2026-11-02   12 gewonnen   12 gewonnen    0        ·",
        "   2026-11-01   15 gewonnen   16             ·        9",
        "",
        "   Siege       3 von 3       1 von 3       0 von 1  0 von 2",
    ]


def test_an_empty_book_says_so():
    words = catalogue("en", is_strict=True)
    assert "No game has been played" in group_text(read_ranked_games([]), "Galaktico", words)
    prompt = next(browse_games(read_ranked_games([]), say("game.galaktico")))
    assert isinstance(prompt, Notice) and words.tell(prompt.words).startswith("Still empty")


def test_the_pages_on_the_oled_lead_to_a_game_and_to_the_wins():
    words = catalogue("de", is_strict=True)
    pages = browse_games(read_ranked_games(RESULTS), say("game.sternenfahrer"))

    def rows(prompt):
        assert isinstance(prompt, Choose)
        return [(words.tell(one.words), words.tell(one.value) if one.value else "") for one in prompt.options]

    games = next(pages)
    assert [text for text, _ in rows(games)] == ["Siege", "3.11. Ada", "2.11. 2 gewannen", "1.11. Ada"]
    assert games.start == "0"
    ranking = pages.send(Chosen("2"))
    assert words.tell(ranking.words) == "1.11.2026"
    assert rows(ranking) == [("1. Ada", "15"), ("2. Ben", "16"), ("3. Cleo", "9")]
    assert rows(pages.send(Noted())) == rows(games)
    assert rows(pages.send(Chosen("wins")))[:2] == [("Ada", "3/3"), ("Ben", "1/3")]


def test_the_book_shows_finished_games_only_and_keeps_those_of_one_player(tmp_path, capsys):
    setup = Setup("galaktico", "game", ("Ada", "Ben"), 2**127 + 12345)
    with Journal.open(tmp_path) as journal:
        done, running = (journal.start(setup, Source.BUTTONS) for _ in range(2))
        journal.finish_group(done, [("Ada", 31, 1), ("Ben", 0, 2)])
        journal.add(running, "choose secret", Source.BUTTONS)
        alone = journal.start(Setup("galaktix", "1", ("Ida",), 1), Source.BUTTONS)
        journal.finish(alone, [("Ida", 9, Medal.NONE)])
        game_list, _ = load_games(tmp_path, SHIPPED)
        options = next(open_book(journal, game_list["galaktico"])).options
        assert len(options) == 2
    assert main(["book", "--data", str(tmp_path), "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert "31 gewonnen" in said and "Ida" in said
    assert "secret" not in said and str(setup.seed) not in said


def test_a_trial_is_marked_in_the_book_on_the_oled_and_in_the_terminal():
    trial = [replace(one, game="galaktico", level="trial") for one in game(4, ("Ada", 31, 1), ("Ben", 9, 2))]
    ranked, words = read_ranked_games([*RESULTS, *trial]), catalogue("de", is_strict=True)
    assert [one.is_trial for one in ranked.games] == [True, False, False, False]
    row = next(browse_games(ranked, say("game.galaktico"))).options[1]
    assert (words.tell(row.words), words.tell(row.value)) == ("4.11. Ada", "Probe 31")
    text = group_text(ranked, "Galaktico", words, UTC)
    assert "2026-11-04 Probe" in text and text.count("Probe") == 1


BROKEN_OFF = [*RESULTS, *game(4, ("Ada", 9, 0), ("Ben", 11, 0), ("Cleo", 2, 0))]
WITH_A_LEAVER = [*RESULTS, *game(5, ("Cleo", 15, 1), ("Ben", 14, 0), ("Ada", 7, 2))]


def test_20_9_a_game_that_was_broken_off_is_in_the_book_and_nobody_has_won_it():
    ranked = read_ranked_games(BROKEN_OFF)
    assert ranked.games[0].is_broken_off
    assert [result.player for result in ranked.games[0].ranking] == ["Ben", "Ada", "Cleo"]
    assert ranked.tallies == read_ranked_games(RESULTS).tallies
    text = group_text(ranked, "Stars", catalogue("de"), UTC)
    assert "2026-11-04 abgebrochen" in text
    assert "gegangen" not in text


def test_20_9_who_left_comes_last_and_has_not_won():
    ranked = read_ranked_games(WITH_A_LEAVER)
    assert [result.player for result in ranked.games[0].ranking] == ["Cleo", "Ada", "Ben"]
    assert Tally("Ben", 4, 1) in ranked.tallies
    assert "14 gegangen" in group_text(ranked, "Stars", catalogue("de"), UTC)


def test_20_9_the_book_on_the_oled_opens_a_game_that_was_broken_off():
    asking = browse_games(read_ranked_games(BROKEN_OFF), say("lobby.book"))
    games = next(asking)
    assert games.options[1].words == say(
        "book.game", date=say("lobby.day", day=4, month=11), player=say("book.broken_off")
    )
    page = asking.send(Chosen("0"))
    assert [option.words for option in page.options] == [
        say("book.unranked", player=name) for name in ("Ben", "Ada", "Cleo")
    ]
