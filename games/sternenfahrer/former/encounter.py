"""An encounter as sessions of flow 1 are asked it: a page to be noted for whatever is told, one after the other."""

from __future__ import annotations

from collections.abc import Generator

from games.spine.dialogue import Answer, Choose, Chosen, Notice, Number, Option, PickNumber, Prompt, Text, say
from games.sternenfahrer import effects, encounter, wording
from games.sternenfahrer.cards import Effect, Node, NodeKind
from games.sternenfahrer.duels import combat_strength, compared_drives, neighbour, race_speed
from games.sternenfahrer.encounter import MOST_GIVEN, Found, Steps, question_of, story_of
from games.sternenfahrer.pieces import Upgrade


class Encounter(encounter.Encounter):
    """The same cards and outcomes, told page by page."""

    def _tell(self, words: Text) -> Steps:
        yield Notice(words=words, news=wording.theme(self._card), scene=self.state)

    def _announce(self, node: Node) -> Steps:
        yield from self._tell(story_of(node))

    def _ask_number(self, node: Node) -> Found:
        hand = self.state.current.hand
        yield self._story(node)
        answer = yield PickNumber(words=question_of(node), low=0, high=min(MOST_GIVEN, hand), start=0, scene=self.state)
        assert isinstance(answer, Number)  # a PickNumber lets nothing else through
        self._gift = answer.value
        self.state = self.state.with_hand(self.state.active, -answer.value)
        if answer.value:
            paid = say("sternenfahrer.effect.pay", n=answer.value)
            yield Notice(words=paid, news=say("sternenfahrer.encounter"), scene=self.state)
        return str(answer.value)

    def _ask_yes_no(self, node: Node) -> Found:
        yield self._story(node)
        is_too_poor = self.state.current.hand < node.needs
        yes = Option(
            "yes",
            say("sternenfahrer.yes_for", n=node.needs) if node.needs else say("sternenfahrer.yes"),
            refused=say("sternenfahrer.refused.too_few_cards") if is_too_poor else None,
        )
        options = (yes, Option("no", say("sternenfahrer.no")))
        answer = yield Choose(words=question_of(node), options=options, scene=self.state)
        assert isinstance(answer, Chosen)  # a Choose lets nothing else through
        return answer.key

    def _story(self, node: Node) -> Notice:
        return Notice(words=story_of(node), news=say("sternenfahrer.encounter"), scene=self.state)

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
        assert node.seat is not None  # the deck's reader saw to it
        state, seat = self.state, neighbour(self.state, node.seat)
        is_fight = node.kind is NodeKind.DUEL_COMBAT
        yield Notice(
            words=wording.duel(state, seat, is_fight),
            news=say("sternenfahrer.fight") if is_fight else say("sternenfahrer.race"),
            scene=state,
        )
        own_balls = yield from self._shake(state.active, None)
        other_balls = yield from self._shake(seat, None)
        measure = combat_strength if is_fight else race_speed
        own, other = measure(state, state.active, own_balls), measure(state, seat, other_balls)
        news = say("sternenfahrer.won") if own >= other else say("sternenfahrer.lost")
        yield Notice(words=wording.standing(state, seat, own, other), news=news, scene=self.state)
        return "win" if own >= other else "lose"

    def _shake(self, seat: int, news: Text | None) -> Generator[Prompt, Answer, tuple[str, ...]]:
        return (yield from super()._shake(seat, None))

    def _lock_ship(self, effect: Effect) -> Steps:
        before = self.state
        self.state = effects.lock_ship(before) if effects.can_lock(before) else before
        yield from self._tell_effect(effect, before)

    def _which(
        self, words: Text, choice: tuple[Upgrade, ...], audience: str | None = None
    ) -> Generator[Prompt, Answer, Upgrade]:
        options = tuple(Option(upgrade.value, wording.upgrade_name(upgrade)) for upgrade in choice)
        answer = yield Choose(words=words, options=options, audience=audience, scene=self.state)
        assert isinstance(answer, Chosen)  # a Choose lets nothing else through
        return Upgrade(answer.key)
