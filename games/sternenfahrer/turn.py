"""The first two parts of a turn: the dice and what they give or take, then building, all on one page."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace

from games.spine.dialogue import Answer, Chosen, Dice, Notice, Option, Prompt, ReadDice, Text, Watch, say
from games.sternenfahrer import production, wording
from games.sternenfahrer.asides import asides, step_aside
from games.sternenfahrer.asking import RIGHT, Part, choose, hands_shown, put_hand_right
from games.sternenfahrer.chronicle import noted, with_throw
from games.sternenfahrer.flight import can_fly
from games.sternenfahrer.leaving import goes_on
from games.sternenfahrer.names import in_short
from games.sternenfahrer.pages import Page
from games.sternenfahrer.pieces import SEVEN, Obstacle, State
from games.sternenfahrer.reserve import draw_due, make_due
from games.sternenfahrer.sheets import figures_page, lines_page, yield_page
from games.sternenfahrer.yard import BUILD, SUPPLY, build, card_options, do

PIPS = ("1", "2", "3", "4", "5", "6")
DICE = 2
GO_ON = "go_on"
NEW, OLD = "new", "old"


def roll_and_build(state: State) -> Part:
    """Throw, see what it gives on the page of the turn, and build there until the player flies or ends the turn."""
    turn = state.turn
    while goes_on(state, turn):
        read = _throw(state)
        answer = yield read
        if isinstance(answer, Dice):
            return (yield from _after(state, answer))
        assert isinstance(answer, Chosen)  # from the menu; nothing else is let through
        state = yield from step_aside(state, answer.key)
    return state


def _throw(state: State) -> ReadDice:
    words = say("sternenfahrer.roll", player=state.current.name)
    return ReadDice(words=words, count=DICE, faces=PIPS, kind="pips", scene=state, aside=asides(state))


def _after(before: State, thrown: Dice) -> Part:
    """The page of the turn. A further throw before anything is chosen there asks whether it counts."""
    turn, pips = before.turn, sum(int(face) for face in thrown.faces)
    state = with_throw(before, pips)
    watch: Watch | None = Watch(_throw(before), thrown)
    page: Page
    if pips == SEVEN:
        hands = yield from _hands_told(noted(state, say("sternenfahrer.line.rolled", n=pips)), watch)
        if isinstance(hands, Dice):
            return (yield from _after(before, hands))
        state = yield from _seven(hands)
        due, state = _drawn(state)
        title = say("sternenfahrer.seven_due", n=due) if due else say("sternenfahrer.rolled", n=pips)
        page = lines_page(state, title, _seven_lines(state))
    else:
        found = production.yields(state, pips)
        state = noted(production.collect(state, found), wording.yield_told(state, pips, found))
        due, state = _drawn(state)
        page = yield_page(state, found, pips, due)
    state = yield from tell_new_pile(before, state)
    while goes_on(state, turn):
        answer = yield _turn_page(state, page, watch)
        if isinstance(answer, Dice):
            if (yield from _counts(state, answer)):
                return (yield from _after(before, answer))
            continue
        watch = None
        assert isinstance(answer, Chosen)  # nothing else is let through
        if answer.key == GO_ON:
            return state
        lines: tuple[Text, ...] = ()
        if answer.key == BUILD:
            state = yield from build(state)
        elif answer.key in [option.key for option in asides(state)]:
            state = yield from step_aside(state, answer.key)
        else:
            state, lines = yield from do(state, answer.key)
        page = lines_page(state, _title(state), lines) if lines else figures_page(state)
    return state


def _drawn(state: State) -> tuple[int, State]:
    """How many reserve cards are due, and the state with them drawn: the page says so until the shake."""
    state = make_due(state)
    return (state.reserve_due, draw_due(state)) if state.reserve_due else (0, state)


def tell_new_pile(before: State, after: State) -> Part:
    """Say so when the reserve pile ran out and has to be made anew."""
    if after.reserve > before.reserve:
        yield Notice(words=say("sternenfahrer.reserve.new"), news=say("sternenfahrer.reserve.title"), scene=after)
    return after


def _counts(state: State, thrown: Dice) -> Generator[Prompt, Answer, bool]:
    """Whether a further throw counts, and not the one before it."""
    sum_told = say("sternenfahrer.rolled", n=sum(int(face) for face in thrown.faces))
    options = (Option(OLD, say("sternenfahrer.counts.old")), Option(NEW, say("sternenfahrer.counts.new")))
    return (yield from choose(say("sternenfahrer.counts"), options, state, sum_told)) == NEW


def _turn_page(state: State, page: Page, watch: Watch | None) -> Page:
    """The page with what can be done now; what is wanted most comes first."""
    go_on = say("sternenfahrer.menu.fly") if can_fly(state.current) else say("sternenfahrer.menu.end")
    options = [Option(GO_ON, go_on), Option(BUILD, say("sternenfahrer.menu.build")), *card_options(state)]
    if state.counts_hands:
        options.append(Option(SUPPLY, say("sternenfahrer.menu.supply")))
    return replace(page, options=tuple(options), watch=watch, aside=asides(state), scene=state)


def _title(state: State) -> Text:
    return say("sternenfahrer.menu", player=state.current.name)


# --- seven -------------------------------------------------------------------------------------------------------


def _hands_told(state: State, watch: Watch | None) -> Generator[Prompt, Answer, State | Dice]:
    """The hands before a seven halves them, as far as they are counted; or a further throw, if that one counts."""
    words = say("sternenfahrer.seven")
    while state.counts_hands and (answer := (yield hands_shown(state, words, watch))) != Chosen(RIGHT):
        if isinstance(answer, Dice):
            if (yield from _counts(state, answer)):
                return answer
        else:
            watch = None
            state = yield from put_hand_right(state, answer)
    return state


def _seven(state: State) -> Part:
    """Everybody gives back, the active player takes, the others draw. Where nobody counts hands it is only told."""
    if state.counts_hands:
        owed, state = production.tributes(state), production.pay_tributes(state)
        rows = tuple(
            wording.player_option(state, seat, hand, None if hand else Obstacle.EMPTY_HAND)
            for seat, hand in ((seat, state.players[seat].hand) for seat in state.others())
        )
        lines = tuple(
            in_short(say("sternenfahrer.line.tribute", player=state.players[seat].name, n=cards), state.names)
            for seat, cards in owed
        )
        if production.victims(state):
            answer = yield Page(words=say("sternenfahrer.take_from"), options=rows, lines=lines, scene=state)
            assert isinstance(answer, Chosen)  # a Page lets nothing else through
            state = production.take_from(state, int(answer.key))
    return production.draw_in_turn(state)


def _seven_lines(state: State) -> tuple[Text, ...]:
    """What a seven means for everybody; the active player's own reserve cards stand in the title."""
    lines = [] if state.counts_hands else _tribute_lines(state)
    return (*lines, say("sternenfahrer.line.others_draw"))


def _tribute_lines(state: State) -> list[Text]:
    """Who gives back half; a player with the card for it only above its own limit."""
    usual = production.HAND_LIMIT
    spared = [player for player in state.players if production.hand_limit(player) > usual]
    lines = [say("sternenfahrer.line.half", n=usual)]
    lines += [say("sternenfahrer.line.spared", player=one.name, n=production.hand_limit(one)) for one in spared[:1]]
    return [*lines, say("sternenfahrer.line.take_one", player=state.current.name)]
