"""An encounter as a dialogue: only the drawn card's question is shown, and after the answer only what follows.

Whatever shows something new of a card closes what lies before it: nobody can look at a question or an outcome and then
take back the way that led there.

What follows is told in short lines. They wait for the next page, so that nobody presses OK for each of them; those of
the last card stand on the page of the flight.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.spine.dialogue import Answer, Balls, Chosen, HandOver, Option, Prompt, ReadBalls, Text, say
from games.sternenfahrer import deck as cards_of
from games.sternenfahrer import effects, wording
from games.sternenfahrer.building import change_upgrade
from games.sternenfahrer.cards import Effect, EncounterCard, Node, NodeKind, Op, OwnWords
from games.sternenfahrer.chronicle import noted, with_shake
from games.sternenfahrer.deck import Deck
from games.sternenfahrer.duels import combat_strength, compared_drives, neighbour, race_speed
from games.sternenfahrer.flight import BAG, SHAKEN, ball_sum
from games.sternenfahrer.names import in_short
from games.sternenfahrer.pages import ON, Page
from games.sternenfahrer.pieces import Ship, State, Upgrade
from games.sternenfahrer.points import winner

LINES_IN_FLIGHT = 3  # more of them get a page of their own
MOST_GIVEN = 3
SWAPPED = 2  # cards one gets for one

Steps: TypeAlias = Generator[Prompt, Answer, None]
Found: TypeAlias = Generator[Prompt, Answer, str]


class Encounter:
    """One encounter of the active player, and all further cards it leads to. Afterwards `state` and `deck` are new.

    `lines` is what was not on any page yet, `has_news` whether it shows of a card what nobody has seen.
    """

    def __init__(
        self, state: State, deck: Deck, cards: Mapping[int, EncounterCard], lines_in_flight: int = LINES_IN_FLIGHT
    ) -> None:
        self.state = state
        self.deck = deck
        self.trail: list[tuple[int, str, tuple[str, ...]]] = []  # the branches that were taken
        self.lines: list[Text] = []
        self.has_news = False
        self._cards = cards
        self._lines_in_flight = lines_in_flight
        self._card: EncounterCard
        self._gift = 0
        self._goes_on = False
        self._told: list[Text] = []  # what this card has done, for the chronicle

    def play(self) -> Steps:
        """Draw a card and play it, then the next one as long as a card says so."""
        steps = self._play_cards()
        prompt = next(steps, None)
        while prompt is not None:
            shown, self.has_news = replace(prompt, closes=self.has_news), False
            answer = yield shown
            try:
                prompt = steps.send(answer)
            except StopIteration:
                return

    def _play_cards(self) -> Steps:
        while True:
            number, self.deck = cards_of.draw(self.deck)
            self._card, self._gift, self._goes_on = self._cards[number], 0, False
            self._told = []
            yield from self._play_card()
            if self._goes_on or len(self.lines) > self._lines_in_flight:
                yield from self._show_lines()
            if not self._goes_on or winner(self.state) is not None:
                return

    def _play_card(self) -> Steps:
        node: Node | None = self._card.start
        while node is not None and winner(self.state) is None:
            self.has_news = True
            outcome = yield from self._outcome(node)
            branch = node.branch(outcome)
            self.has_news = True
            self.trail.append((self._card.number, node.name, branch.outcomes))
            for effect in branch.effects:
                if winner(self.state) is None:  # who has won in the middle of a card has won
                    yield from self._happens(effect)
            if not branch.effects and branch.then is None:
                yield from self._tell(say("sternenfahrer.effect.nothing"))
            node = self._card.nodes[branch.then] if branch.then is not None else None
        for line in (wording.theme(self._card), *self._told):  # not before: it would tell cards apart
            self.state = noted(self.state, line)

    # --- pages ---

    def _tell(self, words: Text) -> Steps:
        """A line of what follows, in its short form; it waits for the next page."""
        short = in_short(words, self.state.names)
        self._told.append(replace(short, key=words.key.replace(".effect.", ".line.")))
        self.lines.append(self._told[-1])
        yield from ()

    def _show_lines(self, title: Text | None = None) -> Steps:
        """A page of the lines that wait, under the card's own heading: from the answer on it may be known."""
        if self.lines:
            yield self._page(title or wording.theme(self._card), (Option(ON, say("sternenfahrer.on")),))

    def _page(self, words: Text, options: tuple[Option, ...], *more: Text, audience: str | None = None) -> Page:
        lines, self.lines = (*self.lines, *more), []
        return Page(words=words, options=options, lines=lines, scene=self.state, audience=audience)

    def _choose(self, page: Page) -> Found:
        answer = yield page
        assert isinstance(answer, Chosen)  # a Page lets nothing else through
        return answer.key

    # --- which branch ---

    def _outcome(self, node: Node) -> Found:
        match node.kind:
            case NodeKind.ASK_NUMBER:
                return (yield from self._ask_number(node))
            case NodeKind.ASK_YES_NO:
                return (yield from self._ask_yes_no(node))
            case NodeKind.SHAKE_BALLS:
                return str(ball_sum((yield from self._shake(self.state.active, wording.theme(self._card)))))
            case NodeKind.ANNOUNCE:
                yield from self._announce(node)
                return "all"
            case NodeKind.COMPARE_DRIVES:
                return (yield from self._compare(node))
        return (yield from self._duel(node))

    def _announce(self, node: Node) -> Steps:
        yield from self._show_lines()
        limits = [one.amount for one in node.branch("all").effects if one.op is Op.ALL_UPGRADE_LOSE_OVER]
        story = story_of(node)
        if limits and not isinstance(node.words, OwnWords):
            story = say(f"sternenfahrer.limit.{node.words}", n=limits[0])
        yield self._page(say("sternenfahrer.encounter"), (Option(ON, say("sternenfahrer.on")),), story)

    def _ask_number(self, node: Node) -> Found:
        """The gift leaves the hand before anybody knows what it leads to."""
        yield from self._show_lines()
        most = min(MOST_GIVEN, self.state.current.hand) if self.state.counts_hands else MOST_GIVEN
        options = tuple(Option(str(gift), say("sternenfahrer.gift", n=gift)) for gift in range(most + 1))
        gift = yield from self._choose(self._page(question_of(node), options, story_of(node)))
        self._gift = int(gift)
        self.state = self.state.with_hand(self.state.active, -self._gift)
        if self._gift:
            yield from self._tell(say("sternenfahrer.effect.pay", n=self._gift))
        return gift

    def _ask_yes_no(self, node: Node) -> Found:
        yield from self._show_lines()
        is_too_poor = self.state.counts_hands and self.state.current.hand < node.needs
        yes = Option(
            "yes",
            say("sternenfahrer.yes_for", n=node.needs) if node.needs else say("sternenfahrer.yes"),
            refused=say("sternenfahrer.refused.too_few_cards") if is_too_poor else None,
        )
        options = (yes, Option("no", say("sternenfahrer.no")))
        return (yield from self._choose(self._page(question_of(node), options, story_of(node))))

    def _compare(self, node: Node) -> Found:
        assert node.seat is not None  # the deck's reader saw to it
        seat = neighbour(self.state, node.seat)
        own, other = compared_drives(self.state, self.state.active), compared_drives(self.state, seat)
        is_enough = own >= other
        for who, drives in ((self.state.active, own), (seat, other)):
            yield from self._tell(say("sternenfahrer.line.drives", player=self.state.players[who].name, n=drives))
        yield from self._show_lines(say("sternenfahrer.escaped") if is_enough else say("sternenfahrer.caught"))
        return "at_least" if is_enough else "less"

    def _duel(self, node: Node) -> Found:
        """Both shake; equal or more wins."""
        assert node.seat is not None  # the deck's reader saw to it
        state, seat = self.state, neighbour(self.state, node.seat)
        is_fight = node.kind is NodeKind.DUEL_COMBAT
        measure = combat_strength if is_fight else race_speed
        kind = "fight" if is_fight else "race"
        news = in_short(say(f"sternenfahrer.{kind}_with", player=state.players[seat].name), state.names)
        sums = []
        for who in (state.active, seat):
            balls = yield from self._shake(who, news)
            sums.append(Sum(who, ball_sum(balls), measure(self.state, who, balls)))
        own, other = sums
        yield from self._tell(say(f"sternenfahrer.sums.{kind}"))
        for one in sums:
            yield from self._tell(wording.sum_told(self.state, one.seat, one.balls, one.total))
        yield from self._show_lines(say("sternenfahrer.won" if own.total >= other.total else "sternenfahrer.lost"))
        return "win" if own.total >= other.total else "lose"

    def _shake(self, seat: int, news: Text | None) -> Generator[Prompt, Answer, tuple[str, ...]]:
        yield from self._show_lines()
        words = say("sternenfahrer.shake", player=self.state.players[seat].name)
        answer = yield ReadBalls(words=words, count=SHAKEN, bag=BAG, scene=self.state, news=news)
        assert isinstance(answer, Balls)  # a ReadBalls lets nothing else through
        self.state = with_shake(self.state, ball_sum(answer.colours))
        return answer.colours

    # --- what happens ---

    def _happens(self, effect: Effect) -> Steps:
        match effect.op:
            case Op.UPGRADE_GAIN:
                yield from self._gain_upgrade()
            case Op.UPGRADE_LOSE:
                yield from self._lose_upgrade(self.state.active)
            case Op.ALL_UPGRADE_LOSE_OVER:
                yield from self._wear(effect.amount)
            case Op.ALL_MEDAL_FOR_MOST:
                yield from self._council()
            case Op.LOCK_SHIP:
                yield from self._lock_ship(effect)
            case Op.SHUFFLE_ALL:
                keep_out = () if self.state.settings.wear_goes_back else (self._card.number,)
                self.deck = cards_of.shuffle_all(self.deck, keep_out)
                yield from self._tell_effect(effect, self.state)
            case Op.DRAW_NEXT:
                self._goes_on = True
                yield from self._tell_effect(effect, self.state)
            case _:
                before = self.state
                self.state = self._applied(effect)
                yield from self._tell_effect(effect, before)

    def _tell_effect(self, effect: Effect, before: State) -> Steps:
        yield from self._tell(wording.effect_told(effect, before, self.state, self._gift))

    def _applied(self, effect: Effect) -> State:
        """The state after an effect in which nobody chooses."""
        state, active = self.state, self.state.active
        match effect.op:
            case Op.PAY:
                return state.with_hand(active, -effect.amount)
            case Op.GAIN | Op.GAIN_ANY:
                return state.with_hand(active, effect.amount)
            case Op.REFUND_GIFT:
                return state.with_hand(active, self._gift)
            case Op.SWAP:
                return state.with_hand(active, SWAPPED - 1)
            case Op.FORFEIT_SWAP:
                return state.with_hand(active, -SWAPPED)
            case Op.COLLECT_EACH | Op.DRAW_EACH:
                return effects.take_from_each(state)
            case Op.MEDAL:
                return effects.change_medals(state, active, effect.amount)
            case Op.FREE_TRADE_SHIP:
                return effects.owe_trade_ship(state)
        return state  # a space jump is told and changes no figures

    def _lock_ship(self, effect: Effect) -> Steps:
        """A ship of the player's choice stays put; asked only where there are two kinds."""
        before, kinds = self.state, effects.lockable(self.state)
        if kinds:
            ship = kinds[0]
            if len(kinds) > 1:
                options = tuple(Option(one.value, wording.ship_name(one)) for one in kinds)
                ship = Ship((yield from self._choose(self._page(say("sternenfahrer.which_lock"), options))))
            self.state = effects.lock_ship(self.state, ship)  # the page of the flight says so
            self._told.append(say("sternenfahrer.line.lock_ship"))
        else:
            yield from self._tell_effect(effect, before)

    def _gain_upgrade(self) -> Steps:
        choice = effects.gainable(self.state, self.state.active)
        if not choice:
            yield from self._tell(say("sternenfahrer.effect.no_upgrade_left"))
            return
        upgrade = yield from self._which(say("sternenfahrer.which_gain"), choice)
        self.state = change_upgrade(self.state, self.state.active, upgrade, 1)
        yield from self._tell(say("sternenfahrer.effect.upgrade_gain", one=wording.upgrade_name(upgrade)))

    def _lose_upgrade(self, seat: int) -> Steps:
        """The loser chooses which; another player than the active one is given the device."""
        choice = effects.losable(self.state, seat)
        if not choice:
            yield from self._tell(say("sternenfahrer.effect.no_upgrade"))
            return
        name = self.state.players[seat].name
        audience = name if seat != self.state.active else None
        if audience is not None:
            yield from self._show_lines()
            yield HandOver(words=say("sternenfahrer.hand_over"), audience=audience, scene=self.state)
        upgrade = yield from self._which(say("sternenfahrer.which_lose"), choice, audience)
        self.state = change_upgrade(self.state, seat, upgrade, -1)
        yield from self._tell(say("sternenfahrer.effect.upgrade_lose", player=name, one=wording.upgrade_name(upgrade)))

    def _which(
        self, words: Text, choice: tuple[Upgrade, ...], audience: str | None = None
    ) -> Generator[Prompt, Answer, Upgrade]:
        options = tuple(Option(upgrade.value, wording.upgrade_name(upgrade)) for upgrade in choice)
        return Upgrade((yield from self._choose(self._page(words, options, audience=audience))))

    def _wear(self, limit: int) -> Steps:
        worn = effects.worn(self.state, limit)
        if not worn:
            yield from self._tell(say("sternenfahrer.effect.nobody_worn", n=limit))
        for seat in worn:
            yield from self._lose_upgrade(seat)

    def _council(self) -> Steps:
        seats = effects.best_freighters(self.state)
        if not seats:
            yield from self._tell(say("sternenfahrer.effect.no_freighter"))
        for seat in seats:
            before = self.state
            self.state = effects.change_medals(self.state, seat, 1)
            yield from self._tell(wording.medal_of(before, self.state, seat, 1))


@dataclass(frozen=True, slots=True)
class Sum:
    """What one side of a duel has: its balls, and all together."""

    seat: int
    balls: int
    total: int


def story_of(node: Node) -> Text:
    """What is told before the question."""
    if isinstance(node.words, OwnWords):
        return say("level.rule", rule=node.words.story)
    return say(f"sternenfahrer.story.{node.words}")


def question_of(node: Node) -> Text:
    """What is asked."""
    if isinstance(node.words, OwnWords):
        return say("sternenfahrer.own_title", name=node.words.ask)
    return say(f"sternenfahrer.ask.{node.words}")
