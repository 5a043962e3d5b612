"""Number UP as a dialogue: the level, the cards to take, then one card after another until the grid is full.

Each answer shows the whole grid; the difference to the known one is the move. Instead of laying a card the player may
throw one away, where the level allows it, or put a card right that was read wrongly. A card that sets no marker is
passed over in silence. A grid that was laid without the device can be shown as a whole, just to be scored.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TypeAlias

from games.books.by_hand import added_by_hand, told_before
from games.number_up import rules, wording
from games.number_up.data import Book
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import Level, State, start_cells
from games.number_up.reading import Misfit, corrected, counted, shown, understand
from games.spine.data_game import DataGame
from games.spine.dialogue import (
    Answer,
    Choose,
    Chosen,
    Dialogue,
    Laid,
    Notice,
    Option,
    Outcome,
    Prompt,
    ReadLaid,
    Result,
    Setup,
    Text,
    say,
)

DISCARD, CORRECT, BACK, SCORE = "discard", "correct", "back", "score"
ENTER, LEAVE = "enter", "leave"
SCORES_SINCE = 2  # the flow since which a whole grid can be scored

Part: TypeAlias = Generator[Prompt, Answer, State]


class NumberUp(DataGame[Book]):
    """The game, played by one challenge book."""

    name = "number_up"

    def play(self, setup: Setup) -> Dialogue:
        """The dialogue of one level; UnknownLevel if the book does not have it."""
        return _play(self.content.level(setup.level), setup.players[0], can_score=setup.flow >= SCORES_SINCE)


def _play(level: Level, player: str, *, can_score: bool) -> Dialogue:
    state = rules.start(level)
    yield Notice(words=say("level.rule", rule=level.rule), news=wording.level_title(level), scene=state)
    for heading, sentence in (*wording.line_rules(level), *wording.final_rules(level), *wording.twists(level)):
        yield Notice(words=sentence, news=heading, scene=state)
    yield from told_before(level.by_hand, state)
    yield Notice(words=wording.set_up(level), news=wording.cards_title(level), scene=state)
    if level.hand > 1:
        yield Notice(words=say("number_up.hand", n=level.hand), news=say("number_up.your_hand"), scene=state)
    news: Text | None = None
    is_wished = True
    while not state.is_over:
        before = state
        state = yield from _turn(state, news, can_score=can_score)
        news = wording.news(before, state)
        if state.is_over and before.laid == 0:
            is_wished = yield from _wished(state)
    score = state.points + (yield from added_by_hand(level.by_hand, state))
    end = say("number_up.end.full") if score > 0 else say("number_up.end.lost")
    return Outcome(results=(Result(player, score, is_wished=is_wished),), words=end, scene=state)


def _turn(state: State, news: Text | None, *, can_score: bool) -> Part:
    """One card laid, shown, thrown away or put right, or a whole grid shown."""
    answer = yield ReadLaid(
        words=_words(state),
        news=news,
        scene=state,
        size=state.level.size,
        hand=state.level.hand if state.level.hand > 1 else 0,
        options=_options(state, can_score=can_score),
        known=shown(state).cards,
        rule=_only(lambda laid: understand(state, laid)),
    )
    if isinstance(answer, Laid):
        return _state(understand(state, answer))
    assert isinstance(answer, Chosen)  # a ReadLaid lets nothing else through
    if answer.key == CORRECT:
        return (yield from _correcting(state))
    if answer.key == SCORE:
        return (yield from _scoring(state))
    return rules.discard(state, _discards(state)[answer.key])


def _correcting(state: State) -> Part:
    """The grid once more, with the one card put right."""
    answer = yield ReadLaid(
        words=say("number_up.which_card"),
        scene=state,
        size=state.level.size,
        options=(Option(BACK, say("number_up.back")),),
        rule=_only(lambda laid: corrected(state, laid)),
    )
    return _state(corrected(state, answer)) if isinstance(answer, Laid) else state


def _scoring(state: State) -> Part:
    """A whole grid, laid without being watched."""
    answer = yield ReadLaid(
        words=say("number_up.show_all"),
        scene=state,
        size=state.level.size,
        rule=_only(lambda laid: counted(state, laid)),
    )
    assert isinstance(answer, Laid)  # there is nothing else to choose
    return _state(counted(state, answer))


def _wished(state: State) -> Generator[Prompt, Answer, bool]:
    """Whether a grid that was only scored goes into the book."""
    answer = yield Choose(
        words=say("number_up.enter"),
        news=say("number_up.counted", n=state.points),
        scene=state,
        options=(Option(LEAVE, say("number_up.enter.no")), Option(ENTER, say("number_up.enter.yes"))),
    )
    return answer == Chosen(ENTER)


def _words(state: State) -> Text:
    starts = sum(state.grid[cell] is None for cell in start_cells(state.level.size))
    if starts:
        return say("number_up.lay_first" if state.level.size % 2 else "number_up.lay_start", n=starts)
    return say("number_up.lay_hand" if state.level.hand > 1 else "number_up.lay")


def _options(state: State, *, can_score: bool) -> tuple[Option, ...]:
    """What can be done instead of laying a card."""
    options = [wording.discard_option(state, card, key) for key, card in _discards(state).items()]
    if can_score and not (state.laid or state.discarded or state.hand):
        options.append(Option(SCORE, say("number_up.score_only")))
    return (*options, Option(CORRECT, say("number_up.correct"))) if state.laid else tuple(options)


def _discards(state: State) -> dict[str, NumberCard | None]:
    """The ways to throw a card away: each open card that is known, and one that is not."""
    if not state.discards_left:
        return {}
    ways: dict[str, NumberCard | None] = {f"{DISCARD}:{card.colour}:{card.value}": card for card in state.hand}
    return ways if rules.discard_obstacle(state, None) else {**ways, DISCARD: None}


def _only(meaning: Callable[[Laid], State | Misfit]) -> Callable[[Answer], Text | None]:
    """Lets through only a grid that means something."""

    def reason(answer: Answer) -> Text | None:
        meant = meaning(answer) if isinstance(answer, Laid) else None
        return wording.refusal(meant) if isinstance(meant, Misfit) else None

    return reason


def _state(meant: State | Misfit) -> State:
    assert isinstance(meant, State)  # the prompt's rule let it through
    return meant
