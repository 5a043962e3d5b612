"""Number UP as a dialogue: what is asked and said when, and whole random games through a session."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.number_up import rules, wording
from games.number_up.data import Book
from games.number_up.flow import NumberUp
from games.number_up.pieces import CHECK, COLOURS, Place
from games.number_up.players import Discard, Lay, play_game
from games.number_up.reading import shown, shown_with
from games.number_up.simulate import player_maker
from games.number_up.sketch import deck_of
from games.spine.dialogue import Chosen, Laid, LaidCard, Noted, Notice, Option, ReadLaid, Setup, say
from games.spine.errors import IllegalAnswer, UnknownLevel
from games.spine.session import Answered, Redone, Session, Undone
from tests.games.number_up.boards import BOOK, board, card, level_with, line, rule

GAME = NumberUp(BOOK)
LEVELS = [level.id for level in BOOK.levels]


def session_of(level="1", game=GAME):
    return Session(game, Setup("number_up", level, ("Ada",), seed=1, data=game.data))


def game_with(*finals, **changes):
    """Number UP with level 1 changed."""
    return NumberUp(replace(BOOK, levels=(level_with(*finals, **changes), *BOOK.levels[1:])))


def at_the_table(level="1", game=GAME):
    """The session after its notices."""
    session = session_of(level, game)
    while isinstance(session.prompt, Notice):
        session.make(Answered(Noted()))
    return session


def lay(session, *moves):
    """Lay cards as in "22 b5", one answer each, the way a camera or the buttons would."""
    for move in moves:
        place = Place(int(move[0]), int(move[1]))
        session.make(Answered(shown_with(session.prompt.scene, place, card(move[3:]))))
    return session


def refused(session, answer):
    """The reason against an answer; nothing may have changed."""
    before = session.prompt
    with pytest.raises(IllegalAnswer) as caught:
        session.make(Answered(answer))
    assert session.prompt is before
    return caught.value.reason


# --- what is asked and said ---


def test_a_level_begins_with_its_rule_how_lines_count_and_the_cards_to_take():
    session = session_of()
    level = BOOK.level("1")
    assert session.prompt.words == say("level.rule", rule=level.rule)
    assert session.prompt.news == say("level.title", level=1, name=level.name)
    session.make(Answered(Noted()))
    assert session.prompt.words == say("number_up.score", sentence=level.rows.scores[0].sentence)
    assert session.prompt.news == say("number_up.target.lines", target=9)
    session.make(Answered(Noted()))
    assert session.prompt.words == say("number_up.set_up.5", values="1–5", colours=6, cards=30)
    session.make(Answered(Noted()))
    assert isinstance(session.prompt, ReadLaid)
    assert (session.prompt.size, session.prompt.hand) == (5, 0)
    assert [option.key for option in session.prompt.options] == ["score"]
    assert session.prompt.words.key == "number_up.lay_first"


def test_a_level_with_an_open_hand_says_where_it_belongs():
    session = session_of(game=game_with(hand=5))
    told = []
    while isinstance(session.prompt, Notice):
        told.append(session.prompt.words)
        session.make(Answered(Noted()))
    assert told[-1] == say("number_up.hand", n=5)


def test_rows_columns_diagonals_and_finals_of_their_own_are_told_one_by_one():
    level = level_with(
        "crossings",
        "sweep",
        rows=rule("pairs", "span", target=6, adds=True),
        columns=rule("best_value"),
        diagonals=rule("best_colour", "span", target=8),
    )
    told = [heading for heading, _ in (*wording.line_rules(level), *wording.final_rules(level))]
    assert told == [
        say("number_up.target.rows", target=6),
        say("number_up.plus"),
        say("number_up.target.columns", target=9),
        say("number_up.target.diagonals", target=8),
        say("number_up.or"),
        say("number_up.final", name=level.finals[0].name),
        say("number_up.final", name=level.finals[1].name),
    ]
    alike = level_with(lines=rule("pairs"), diagonals=rule("pairs"))
    assert [heading for heading, _ in wording.line_rules(alike)] == [say("number_up.target.all", target=9)]


def test_minus_markers_and_throwing_away_are_told_before_the_first_card():
    session = session_of(game=game_with(minus_below=6, discards=2))
    told = []
    while isinstance(session.prompt, Notice):
        told.append((session.prompt.news, session.prompt.words))
        session.make(Answered(Noted()))
    assert told[-3:-1] == [
        (say("number_up.minus.title"), say("number_up.minus", points=6)),
        (say("number_up.discards.title"), say("number_up.discards", n=2)),
    ]
    assert wording.twists(level_with()) == []


def test_numbers_that_leave_one_out_are_listed():
    assert dict(wording.set_up(level_with(values=(1, 2, 4, 5, 6))).values)["values"] == "1, 2, 4, 5, 6"


def test_an_unknown_level_is_named_before_anything_is_asked():
    with pytest.raises(UnknownLevel, match="'99'"):
        session_of("99")


def test_checks_and_chips_are_told_at_once_and_everything_else_is_passed_over():
    session = lay(at_the_table(), "22 b5")
    assert session.prompt.news is None
    assert session.prompt.words == say("number_up.lay")
    lay(session, "23 b4")
    assert session.prompt.news == say("number_up.news.check", line=say("number_up.row", number=3))
    lay(session, "13 g3", "03 g4", "33 r1")
    assert session.prompt.news is None
    lay(session, "43 y2")
    assert session.prompt.news == say("number_up.news.chip", line=say("number_up.column", number=4), points=7)


def test_two_lines_at_once_are_told_together():
    game = game_with(lines=rule("best_colour", target=5))
    first = lay(at_the_table(game=game), "22 b5").prompt.news
    assert first == say(
        "number_up.list",
        first=say("number_up.short.check", line=say("number_up.short.row", number=3)),
        more=say("number_up.short.check", line=say("number_up.short.column", number=3)),
    )


def test_minus_markers_and_diagonals_have_their_words():
    game = game_with(minus_below=9, diagonals=rule("best_colour", target=5))
    session = lay(at_the_table(game=game), "22 b5")
    falling, rising = say("number_up.short.diagonal.falling"), say("number_up.short.diagonal.rising")
    assert session.prompt.news == say(
        "number_up.list",
        first=say("number_up.short.check", line=falling),
        more=say("number_up.short.check", line=rising),
    )
    lay(session, "21 r1", "20 y1", "23 g1", "24 o1")
    assert session.prompt.news == say("number_up.news.minus", line=say("number_up.row", number=3))


B4 = say("number_up.card", colour=say("colour.dark_blue"), value=4)
R1 = say("number_up.card", colour=say("colour.red"), value=1)
G3 = say("number_up.card", colour=say("colour.dark_green"), value=3)


def place(row, column):
    return say("number_up.place", row=row, column=column)


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("22 b5,23 b4,12 r1", say("number_up.refused.nothing_new")),
        ("22 b5,23 b4,12 r1,24 g3,32 g2,21 g1,33 o1,34 o2", say("number_up.refused.several")),
        ("22 b5,12 r1", say("number_up.refused.missing", card=B4, place=place(3, 4))),
        ("22 b5,24 b4,12 r1", say("number_up.refused.moved", card=B4, place=place(3, 4))),
        ("22 b5,23 g3,12 r1", say("number_up.refused.swapped", card=B4, place=place(3, 4), seen=G3)),
        ("22 b5,23 b4,12 r1,24 r1", say("number_up.refused.twice", card=R1, place=place(3, 5))),
        ("22 b5,23 b4,12 r1,44 g3", say("number_up.refused.apart", card=G3, place=place(5, 5))),
        ("22 b5,23 b4,12 r1,25 g3", say("refused.outside", size=5)),
        ("22 b5,23 b4,12 r1,22 g3", say("refused.same_place")),
    ],
)
def test_a_table_that_is_not_right_is_said_in_one_sentence_and_waits(cards, reason):
    session = lay(at_the_table(), "22 b5", "23 b4", "12 r1")
    answer = Laid(tuple(LaidCard(int(c[0]), int(c[1]), *card(c[3:])) for c in cards.split(",")))
    assert refused(session, answer) == reason
    lay(session, "24 g3")
    assert session.prompt.scene.laid == 4


def test_nothing_but_a_grid_or_an_option_is_an_answer():
    session = lay(at_the_table(), "22 b5")
    assert refused(session, Noted()).key == "refused.form"
    assert refused(session, Chosen("discard")) == say("refused.not_offered", choice="discard")


def test_undo_takes_the_last_card_back():
    session = lay(at_the_table(), "22 b5", "23 b4")
    session.make(Undone())
    assert session.prompt.scene == lay(at_the_table(), "22 b5").prompt.scene


# --- throwing away, correcting, the hand, the start of 6x6 ---


def test_a_card_may_be_thrown_away_with_a_word_and_need_not_be_named():
    session = lay(at_the_table(game=game_with(discards=2)), "22 b5")
    assert session.prompt.options[0] == Option("discard", say("number_up.discard", n=2))
    session.make(Answered(Chosen("discard")))
    assert session.prompt.news == say("number_up.news.discarded", n=1)
    session.make(Answered(Chosen("discard")))
    assert [option.key for option in session.prompt.options] == ["correct"]
    assert session.prompt.scene.laid == 1


def test_a_card_that_was_read_wrongly_is_put_right_and_nothing_else_is_lost():
    session = lay(at_the_table(), "22 b5", "23 b4", "12 r1")
    session.make(Answered(Chosen("correct")))
    assert session.prompt.words == say("number_up.which_card")
    assert refused(session, shown(session.prompt.scene)) == say("number_up.refused.nothing_new")
    lay(session, "23 g4")
    state = session.prompt.scene
    assert (state.laid, state.grid[13], state.marks[2]) == (3, card("g4"), None)
    lay(session, "24 g5")
    assert session.prompt.scene.marks[2] == CHECK


def test_a_correction_may_be_left_again():
    session = lay(at_the_table(), "22 b5")
    before = session.prompt.scene
    session.make(Answered(Chosen("correct")))
    session.make(Answered(Chosen("back")))
    assert session.prompt.scene == before


def test_a_hand_may_be_shown_beside_the_grid():
    session = at_the_table(game=game_with(hand=5, discards=1))
    assert session.prompt.hand == 5
    hand = [LaidCard(5, col, *card(word)) for col, word in enumerate(["b5", "b4", "r1", "g2", "y3"])]
    session.make(Answered(Laid(tuple(hand))))
    assert len(session.prompt.scene.hand) == 5
    keys = [option.key for option in session.prompt.options]
    assert keys == [f"discard:{one.colour}:{one.value}" for one in hand]
    lay(session, "22 r1")
    assert session.prompt.words == say("number_up.lay_hand")
    session.make(Answered(Chosen("discard:yellow:3")))
    assert session.prompt.scene.thrown == (card("y3"),)
    assert ReadLaid(words=say("w"), size=5).refusal(Laid((hand[0],))) == say("refused.outside", size=5)


def test_the_four_start_cards_may_come_one_by_one_or_all_at_once():
    one_by_one = at_the_table("5")
    assert one_by_one.prompt.words == say("number_up.lay_start", n=4)
    lay(one_by_one, "33 b5", "22 b4", "32 r1", "23 r2")
    at_once = at_the_table("5")
    at_once.make(Answered(shown(one_by_one.prompt.scene)))
    assert at_once.prompt.scene == one_by_one.prompt.scene
    assert at_once.prompt.words == say("number_up.lay")


# --- whole games ---


# --- only scored ---

FULL = "r1 r2 r3 r4 r5\no1 o2 o3 o4 o5\ny1 y2 y3 y4 y5\ng1 g2 g3 g4 g5\nb1 b2 b3 b4 b5"


def at_a_whole_grid(level="1"):
    session = at_the_table(level)
    session.make(Answered(Chosen("score")))
    return session


def test_a_grid_laid_without_the_device_is_scored_as_if_it_had_been_laid_card_by_card():
    session = at_a_whole_grid()
    whole = board(FULL)
    session.make(Answered(shown(whole)))
    assert session.prompt.news == say("number_up.counted", n=whole.points)
    session.make(Answered(Chosen("enter")))
    assert session.outcome.scene == whole
    (result,) = session.outcome.results
    assert (result.score, result.counts) == (whole.points, True)


def test_a_grid_that_is_only_scored_goes_into_the_book_only_if_the_player_says_so():
    session = at_a_whole_grid()
    session.make(Answered(shown(board(FULL))))
    assert session.prompt.options[0].key == "leave", "OK alone does not enter it"
    session.make(Answered(Chosen("leave")))
    (result,) = session.outcome.results
    assert result.score > 0 and not result.counts


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (FULL.replace("b5", "."), "unfilled"),
        (FULL.replace("b5", "b4"), "twice"),
        (FULL.replace("b5", "b6"), "value"),
        (FULL.replace("b5", "p5").replace("b4", "c4"), "colour"),
    ],
)
def test_a_grid_that_cannot_be_is_not_scored_and_says_why(text, key):
    session = at_a_whole_grid()
    grid = tuple(place for row in text.splitlines() for place in line(row))
    cards = [LaidCard(*divmod(cell, 5), *card) for cell, card in enumerate(grid) if card is not None]
    assert refused(session, Laid(tuple(cards))).key == f"number_up.refused.{key}"


def test_once_a_card_lies_or_in_a_session_of_an_older_flow_nothing_is_only_scored():
    laid_one = lay(at_the_table(), "22 b5")
    assert [option.key for option in laid_one.prompt.options] == ["correct"]
    older = Session(GAME, Setup("number_up", "1", ("Ida",), seed=1, data=BOOK.fingerprint, flow=1))
    while not isinstance(older.prompt, ReadLaid):
        older.make(Answered(Noted()))
    assert older.prompt.options == ()


class Table:
    """Somebody at a table who turns up cards and does anything the prompt allows."""

    def __init__(self, level, rng):
        self.rng = rng
        self.deck = [one._replace(colour=other) for one, other in _recoloured(deck_of(level), rng)]
        rng.shuffle(self.deck)
        self.hand = []

    def answer(self, prompt):
        if isinstance(prompt, Notice):
            return Noted()
        state = prompt.scene
        if prompt.words.key == "number_up.which_card":
            return Chosen("back")
        while self.deck and len(self.hand) < state.level.hand:
            self.hand.append(self.deck.pop())
        keys = [option.key for option in prompt.options if option.key != "score"]
        if keys and self.rng.random() < 0.1:
            key = self.rng.choice(keys)
            if key == "discard":
                self.hand.pop(self.rng.randrange(len(self.hand)))
            return Chosen(key)
        one = self.hand.pop(self.rng.randrange(len(self.hand)))
        return shown_with(state, self.rng.choice(rules.open_places(state)), one)


def _recoloured(deck, rng):
    """The deck in other colours, since which ones are played is free."""
    names = dict(zip(COLOURS, rng.sample(COLOURS, len(COLOURS)), strict=True))
    return [(one, names[one.colour]) for one in deck]


@pytest.mark.parametrize("level", LEVELS)
def test_random_games_end_with_a_full_grid_and_replay_to_the_same_state(level):
    session, lines = session_of(level), []
    table = Table(BOOK.level(level), Random(int(level)))
    laid_before = 0
    while session.prompt is not None:
        state = session.prompt.scene
        assert laid_before <= state.laid <= laid_before + 1, "no card is ever lost"
        laid_before = state.laid
        entry = Answered(table.answer(session.prompt))
        session.make(entry)
        lines.append(entry.to_line())
    end = session.outcome.scene
    assert end.is_over
    assert end.laid == len(set(end.grid)) == end.level.size**2
    assert end.marks == rules.count_marks(end.level, end.grid)
    assert session.outcome.results[0].score == end.points
    assert session.outcome.words == say("number_up.end.full" if end.points > 0 else "number_up.end.lost")
    again = Session.replay(GAME, session.setup, lines)
    assert (again.outcome, again.prompts) == (session.outcome, session.prompts)


@settings(max_examples=25, deadline=None)
@given(level=st.sampled_from(LEVELS), seed=st.integers(0, 10**6), steps=st.integers(1, 40), back=st.integers(1, 8))
def test_undo_then_redo_leads_to_the_same_state(level, seed, steps, back):
    session, table = session_of(level), Table(BOOK.level(level), Random(seed))
    for _ in range(steps):
        if session.prompt is not None:
            session.make(Answered(table.answer(session.prompt)))
    answers, prompt, outcome = session.answers, session.prompt, session.outcome
    back = min(back, len(answers))
    for _ in range(back):
        session.make(Undone())
    assert session.answers == answers[: len(answers) - back]
    for _ in range(back):
        session.make(Redone())
    assert (session.answers, session.prompt, session.outcome) == (answers, prompt, outcome)


@pytest.mark.parametrize("level", ["1", "12", "18"])
def test_the_same_decisions_give_the_same_score_through_the_dialogue(level):
    chosen = BOOK.level(level)
    recorder = Recorder(player_maker("greedy", chosen)(Random(7)))
    expected = play_game(chosen, recorder, Random(8))
    session = at_the_table(level)
    for move in recorder.moves:
        if isinstance(move, Discard):
            session.make(Answered(Chosen("discard")))
        else:
            session.make(Answered(shown_with(session.prompt.scene, move.place, move.card)))
    assert session.outcome.scene.grid == expected.grid
    assert session.outcome.results[0].score == expected.points


class Recorder:
    """A player that notes its moves."""

    def __init__(self, player):
        self.player, self.moves = player, []

    def move(self, state):
        move = self.player.move(state)
        assert isinstance(move, Lay | Discard)
        self.moves.append(move)
        return move


def test_a_lost_game_says_so():
    impossible = level_with(minus_below=9, lines=rule("sum_of_6", target=9))
    session = at_the_table(game=NumberUp(Book((impossible,), BOOK.chapters, "lost")))
    table = Table(impossible, Random(1))
    while session.prompt is not None:
        session.make(Answered(table.answer(session.prompt)))
    assert session.outcome.results[0].score == -100
    assert not session.outcome.results[0].counts
    assert session.outcome.words == say("number_up.end.lost")


def test_the_eyes_are_told_which_cards_lie_there_by_what_was_confirmed_and_no_others():
    session = at_the_table()
    assert session.prompt.known == ()
    lay(session, "22 b5", "23 r4")
    assert session.prompt.known == (LaidCard(2, 2, 5, "dark_blue"), LaidCard(2, 3, 4, "red"))
    again = Session.replay(GAME, session.setup, [Answered(answer).to_line() for answer in session.answers])
    assert again.prompt.known == session.prompt.known, "after a power cut as before"
    session.make(Undone())
    assert session.prompt.known == (LaidCard(2, 2, 5, "dark_blue"),)


def test_nothing_counts_as_known_while_a_card_is_put_right():
    session = lay(at_the_table(), "22 b5", "23 r4")
    session.make(Answered(Chosen("correct")))
    assert session.prompt.known == ()
