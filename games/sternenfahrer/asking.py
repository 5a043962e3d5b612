"""Small questions that several parts of a game share: one of several, a number, a planet, the cards in all hands."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import replace
from typing import TypeAlias

from games.spine.dialogue import Answer, Choose, Chosen, Notice, Number, Option, PickNumber, Prompt, Text, Watch, say
from games.sternenfahrer import wording
from games.sternenfahrer.pieces import (
    NUMBERS,
    RESOURCE_CARDS,
    RESOURCES,
    TWO_NUMBERS,
    Colony,
    Planet,
    Resource,
    State,
    Way,
)
from games.sternenfahrer.points import total

Part: TypeAlias = Generator[Prompt, Answer, State]

RIGHT, BACK = "right", "back"
_CHIPS = {wording.chip_name(numbers): numbers for numbers in (*((one,) for one in NUMBERS), *TWO_NUMBERS)}


def choose(
    words: Text,
    options: tuple[Option, ...],
    state: State | None,
    news: Text | None = None,
    start: str | None = None,
) -> Generator[Prompt, Answer, str]:
    """The key of the option that is taken; `start` is the one the cursor stands on first."""
    answer = yield Choose(words=words, options=options, scene=state, news=news, start=start)
    assert isinstance(answer, Chosen)  # a Choose lets nothing else through
    return answer.key


def pick(words: Text, low: int, high: int, start: int, state: State) -> Generator[Prompt, Answer, int]:
    """A number within its bounds."""
    answer = yield PickNumber(words=words, low=low, high=high, start=start, scene=state)
    assert isinstance(answer, Number)  # a PickNumber lets nothing else through
    return answer.value


def is_agreed(words: Text, state: State) -> Generator[Prompt, Answer, bool]:
    """Whether the player says yes to this question."""
    options = (Option("yes", say("sternenfahrer.yes")), Option("no", say("sternenfahrer.no")))
    return (yield from choose(words, options, state)) == "yes"


def back() -> Option:
    """The option that leads out of a list without choosing anything."""
    return Option(BACK, say("sternenfahrer.back"))


def done() -> Option:
    """The option that ends a list in which something was entered."""
    return Option(BACK, say("sternenfahrer.done"))


def told(state: State, words: Text) -> Notice:
    """A notice of what was done; its heading tells the active player's victory points."""
    return Notice(words=words, news=say("sternenfahrer.points_of", points=total(state, state.active)), scene=state)


def check_hands(state: State, words: Text) -> Part:
    """All players' numbers of cards to look over; one press if they are right, else each can be put right."""
    while (answer := (yield hands_shown(state, words))) != Chosen(RIGHT):
        state = yield from put_hand_right(state, answer)
    return state


def hands_shown(state: State, words: Text, watch: Watch | None = None) -> Choose:
    """The question whether these numbers of cards are right."""
    rows = tuple(wording.player_option(state, seat, state.players[seat].hand) for seat in state.from_active())
    right = Option(RIGHT, say("sternenfahrer.hands_right"))
    return Choose(words=words, options=(right, *rows), scene=state, watch=watch)


def put_hand_right(state: State, answer: Answer) -> Part:
    """Another number of cards for the player whose row was taken."""
    assert isinstance(answer, Chosen)  # a Choose lets nothing else through
    seat = int(answer.key)
    player = state.players[seat]
    title = say("sternenfahrer.hand_of", player=player.name)
    hand = yield from pick(title, 0, most_cards(state, seat), player.hand, state)
    return state.with_player(seat, replace(player, hand=hand))


def most_cards(state: State, seat: int) -> int:
    """How many cards a hand can have at most: all that are neither in other hands nor in the reserve pile."""
    if state.way is Way.FORMER:
        return RESOURCE_CARDS
    others = sum(player.hand for place, player in enumerate(state.players) if place != seat)
    return max(state.players[seat].hand, RESOURCE_CARDS - state.reserve - others)


def ask_colony(state: State) -> Generator[Prompt, Answer, Colony]:
    """A colony by its two planets."""
    first = yield from _ask_planet(state, say("sternenfahrer.first_planet"))
    second = yield from _ask_planet(state, say("sternenfahrer.second_planet"))
    return Colony(first, second)


def _ask_planet(state: State, words: Text) -> Generator[Prompt, Answer, Planet]:
    kinds = tuple(Option(one.value, wording.resource_name(one)) for one in RESOURCES)
    resource = Resource((yield from choose(words, kinds, state)))
    chips: Mapping[str, tuple[int, ...]] = _CHIPS
    numbers = tuple(Option(name, say("sternenfahrer.chip", number=name)) for name in chips)
    chip = yield from choose(say("sternenfahrer.which_chip"), numbers, state, news=wording.resource_name(resource))
    return Planet(resource, chips[chip])
