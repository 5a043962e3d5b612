"""What is seldom wanted in a turn: offered in the menu behind the back button, whatever the game waits for."""

from __future__ import annotations

from games.spine.dialogue import Option, say
from games.sternenfahrer.asking import Part, check_hands
from games.sternenfahrer.figures import correct_figures
from games.sternenfahrer.leaving import ask_who_leaves
from games.sternenfahrer.pieces import RESOURCES, State
from games.sternenfahrer.shortage import ask_shortage, rolled_cards
from games.sternenfahrer.sites import correct_system
from games.sternenfahrer.ways import change_way

HANDS, SHORT, FIGURES, SYSTEM, WAY, LEAVE = "hands", "short", "figures", "system", "way", "leave"


def asides(state: State) -> tuple[Option, ...]:
    """What can be put right or changed now."""
    keys = [FIGURES, SYSTEM, WAY, LEAVE]
    if state.counts_hands:
        is_short = any(rolled_cards(state, resource) for resource in RESOURCES)
        keys = [HANDS, *([SHORT] if is_short else []), *keys]
    return tuple(Option(key, say(f"sternenfahrer.menu.{key}")) for key in keys)


def step_aside(state: State, key: str) -> Part:
    """What was chosen there, until it is done."""
    if key == HANDS:
        return (yield from check_hands(state, say("sternenfahrer.hands")))
    actions = {
        SHORT: ask_shortage,
        FIGURES: correct_figures,
        SYSTEM: correct_system,
        WAY: change_way,
        LEAVE: ask_who_leaves,
    }
    return (yield from actions[key](state))
