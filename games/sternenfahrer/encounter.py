"""An encounter as a dialogue: only the drawn card's question is shown, and after the answer only what follows.

Whatever shows something new of a card closes what lies before it: nobody can look at a question or an outcome and then
take back the way that led there.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import TypeAlias

from games.spine.dialogue import (
    Answer,
    Balls,
    Choose,
    Chosen,
    HandOver,
    Notice,
    Number,
    Option,
    PickNumber,
    Prompt,
    ReadBalls,
    Text,
    say,
)
from games.sternenfahrer import deck as cards_of
from games.sternenfahrer import effects, wording
from games.sternenfahrer.building import change_upgrade
from games.sternenfahrer.cards import Effect, EncounterCard, Node, NodeKind, Op, OwnWords
from games.sternenfahrer.deck import Deck
from games.sternenfahrer.duels import combat_strength, compared_drives, neighbour, race_speed
from games.sternenfahrer.flight import BAG, SHAKEN, ball_sum
from games.sternenfahrer.pieces import State, Upgrade
from games.sternenfahrer.points import winner

MOST_GIVEN = 3
SWAPPED = 2  # cards one gets for one

Steps: TypeAlias = Generator[Prompt, Answer, None]
Found: TypeAlias = Generator[Prompt, Answer, str]


class Encounter:
    """One encounter of the active player, and all further cards it leads to. Afterwards `state` and `deck` are new."""

    def __init__(self, state: State, deck: Deck, cards: Mapping[int, EncounterCard]) -> None:
        self.state = state
        self.deck = deck
        self.trail: list[tuple[int, str, tuple[str, ...]]] = []  # the branches that were taken
        self._cards = cards
        self._card: EncounterCard
        self._gift = 0
        self._goes_on = False
        self._has_news = False  # the next prompt shows of a card what nobody has seen yet

    def play(self) -> Steps:
        """Draw a card and play it, then the next one as long as a card says so."""
        steps = self._play_cards()
        prompt = next(steps, None)
        while prompt is not None:
            shown, self._has_news = replace(prompt, closes=self._has_news), False
            answer = yield shown
            try:
                prompt = steps.send(answer)
            except StopIteration:
                return

    def _play_cards(self) -> Steps:
        while True:
            number, self.deck = cards_of.draw(self.deck)
            self._card, self._gift, self._goes_on = self._cards[number], 0, False
            yield from self._play_card()
            if not self._goes_on or winner(self.state) is not None:
                return

    def _play_card(self) -> Steps:
        node: Node | None = self._card.start
        while node is not None and winner(self.state) is None:
            self._has_news = True
            outcome = yield from self._outcome(node)
            branch = node.branch(outcome)
            self._has_news = True
            self.trail.append((self._card.number, node.name, branch.outcomes))
            for effect in branch.effects:
                if winner(self.state) is None:  # who has won in the middle of a card has won
                    yield from self._happens(effect)
            if not branch.effects and branch.then is None:
                yield self._notice(say("sternenfahrer.nothing"))
            node = self._card.nodes[branch.then] if branch.then is not None else None

    # --- which branch ---

    def _outcome(self, node: Node) -> Found:
        match node.kind:
            case NodeKind.ASK_NUMBER:
                return (yield from self._ask_number(node))
            case NodeKind.ASK_YES_NO:
                return (yield from self._ask_yes_no(node))
            case NodeKind.SHAKE_BALLS:
                return str(ball_sum((yield from self._shake(self.state.active))))
            case NodeKind.ANNOUNCE:
                yield self._notice(_story(node))
                return "all"
            case NodeKind.COMPARE_DRIVES:
                return (yield from self._compare(node))
        return (yield from self._duel(node))

    def _ask_number(self, node: Node) -> Found:
        """The gift leaves the hand before anybody knows what it leads to."""
        hand = self.state.current.hand
        yield Notice(words=_story(node), news=say("sternenfahrer.encounter"), scene=self.state)
        answer = yield PickNumber(words=_question(node), low=0, high=min(MOST_GIVEN, hand), start=0, scene=self.state)
        assert isinstance(answer, Number)  # a PickNumber lets nothing else through
        self._gift = answer.value
        self.state = effects.change_hand(self.state, self.state.active, -answer.value)
        if answer.value:
            yield Notice(
                words=say("sternenfahrer.effect.pay", n=answer.value),
                news=say("sternenfahrer.encounter"),
                scene=self.state,
            )
        return str(answer.value)

    def _ask_yes_no(self, node: Node) -> Found:
        yield Notice(words=_story(node), news=say("sternenfahrer.encounter"), scene=self.state)
        is_too_poor = self.state.current.hand < node.needs
        yes = Option(
            "yes",
            say("sternenfahrer.yes_for", n=node.needs) if node.needs else say("sternenfahrer.yes"),
            refused=say("sternenfahrer.refused.too_few_cards") if is_too_poor else None,
        )
        answer = yield Choose(
            words=_question(node),
            options=(yes, Option("no", say("sternenfahrer.no"))),
            scene=self.state,
        )
        assert isinstance(answer, Chosen)  # a Choose lets nothing else through
        return answer.key

    def _compare(self, node: Node) -> Found:
        assert node.seat is not None  # the deck's reader saw to it
        seat = neighbour(self.state, node.seat)
        own, other = compared_drives(self.state, self.state.active), compared_drives(self.state, seat)
        is_enough = own >= other
        words = wording.standing(self.state, seat, own, other)
        news = say("sternenfahrer.escaped") if is_enough else say("sternenfahrer.caught")
        yield Notice(words=words, news=news, scene=self.state)
        return "at_least" if is_enough else "less"

    def _duel(self, node: Node) -> Found:
        """Both shake; equal or more wins."""
        assert node.seat is not None  # the deck's reader saw to it
        state, seat = self.state, neighbour(self.state, node.seat)
        is_fight = node.kind is NodeKind.DUEL_COMBAT
        yield Notice(
            words=wording.duel(state, seat, is_fight),
            news=say("sternenfahrer.fight") if is_fight else say("sternenfahrer.race"),
            scene=state,
        )
        own_balls = yield from self._shake(state.active)
        other_balls = yield from self._shake(seat)
        measure = combat_strength if is_fight else race_speed
        own, other = measure(state, state.active, own_balls), measure(state, seat, other_balls)
        news = say("sternenfahrer.won") if own >= other else say("sternenfahrer.lost")
        yield Notice(words=wording.standing(state, seat, own, other), news=news, scene=state)
        return "win" if own >= other else "lose"

    def _shake(self, seat: int) -> Generator[Prompt, Answer, tuple[str, ...]]:
        words = say("sternenfahrer.shake", player=self.state.players[seat].name)
        answer = yield ReadBalls(words=words, count=SHAKEN, bag=BAG, scene=self.state)
        assert isinstance(answer, Balls)  # a ReadBalls lets nothing else through
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
            case Op.SHUFFLE_ALL:
                keep_out = () if self.state.settings.wear_goes_back else (self._card.number,)
                self.deck = cards_of.shuffle_all(self.deck, keep_out)
                yield self._notice(say("sternenfahrer.effect.shuffle_all"))
            case Op.DRAW_NEXT:
                self._goes_on = True
                yield self._notice(wording.effect_told(effect, self.state, self.state, self._gift))
            case _:
                before = self.state
                self.state = self._applied(effect)
                yield self._notice(wording.effect_told(effect, before, self.state, self._gift))

    def _applied(self, effect: Effect) -> State:
        """The state after an effect in which nobody chooses."""
        state, active = self.state, self.state.active
        match effect.op:
            case Op.PAY:
                return effects.change_hand(state, active, -effect.amount)
            case Op.GAIN | Op.GAIN_ANY:
                return effects.change_hand(state, active, effect.amount)
            case Op.REFUND_GIFT:
                return effects.change_hand(state, active, self._gift)
            case Op.SWAP:
                return effects.change_hand(state, active, SWAPPED - 1)
            case Op.FORFEIT_SWAP:
                return effects.change_hand(state, active, -SWAPPED)
            case Op.COLLECT_EACH | Op.DRAW_EACH:
                return effects.take_from_each(state)
            case Op.MEDAL:
                return effects.change_medals(state, active, effect.amount)
            case Op.LOCK_SHIP:
                return effects.lock_ship(state) if effects.can_lock(state) else state
            case Op.FREE_TRADE_SHIP:
                return effects.owe_trade_ship(state)
        return state  # a space jump is told and changes no figures

    def _gain_upgrade(self) -> Steps:
        choice = effects.gainable(self.state, self.state.active)
        if not choice:
            yield self._notice(say("sternenfahrer.effect.no_upgrade_left"))
            return
        upgrade = yield from self._which(say("sternenfahrer.which_gain"), choice)
        self.state = change_upgrade(self.state, self.state.active, upgrade, 1)
        yield self._notice(say("sternenfahrer.effect.upgrade_gain", one=wording.upgrade_name(upgrade)))

    def _lose_upgrade(self, seat: int) -> Steps:
        """The loser chooses which; another player than the active one is given the device."""
        choice = effects.losable(self.state, seat)
        if not choice:
            yield self._notice(say("sternenfahrer.effect.no_upgrade"))
            return
        audience = self.state.players[seat].name if seat != self.state.active else None
        if audience is not None:
            yield HandOver(words=say("sternenfahrer.hand_over"), audience=audience, scene=self.state)
        upgrade = yield from self._which(say("sternenfahrer.which_lose"), choice, audience)
        self.state = change_upgrade(self.state, seat, upgrade, -1)
        name, lost = self.state.players[seat].name, wording.upgrade_name(upgrade)
        yield self._notice(say("sternenfahrer.effect.upgrade_lose", player=name, one=lost))

    def _which(
        self, words: Text, choice: tuple[Upgrade, ...], audience: str | None = None
    ) -> Generator[Prompt, Answer, Upgrade]:
        options = tuple(Option(upgrade.value, wording.upgrade_name(upgrade)) for upgrade in choice)
        answer = yield Choose(words=words, options=options, audience=audience, scene=self.state)
        assert isinstance(answer, Chosen)  # a Choose lets nothing else through
        return Upgrade(answer.key)

    def _wear(self, limit: int) -> Steps:
        worn = effects.worn(self.state, limit)
        if not worn:
            yield self._notice(say("sternenfahrer.effect.nobody_worn", n=limit))
        for seat in worn:
            yield from self._lose_upgrade(seat)

    def _council(self) -> Steps:
        seats = effects.best_freighters(self.state)
        if not seats:
            yield self._notice(say("sternenfahrer.effect.no_freighter"))
        for seat in seats:
            before = self.state
            self.state = effects.change_medals(self.state, seat, 1)
            yield self._notice(wording.medal_of(before, self.state, seat, 1))

    def _notice(self, words: Text) -> Notice:
        """What follows, under the card's own heading: from the answer on it may be known."""
        return Notice(words=words, news=wording.theme(self._card), scene=self.state)


def _story(node: Node) -> Text:
    if isinstance(node.words, OwnWords):
        return say("level.rule", rule=node.words.story)
    return say(f"sternenfahrer.story.{node.words}")


def _question(node: Node) -> Text:
    if isinstance(node.words, OwnWords):
        return say("sternenfahrer.own_title", name=node.words.ask)
    return say(f"sternenfahrer.ask.{node.words}")
