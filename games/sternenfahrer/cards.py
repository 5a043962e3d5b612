"""An encounter card as a decision tree: questions and comparisons as nodes, what happens as effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from games.spine.dialogue import Bilingual
from games.sternenfahrer.duels import Seat
from games.sternenfahrer.pieces import Resource


class NodeKind(Enum):
    """How a node finds the branch to take."""

    ASK_NUMBER = "ask_number"  # that many cards leave the hand before the branch is known
    ASK_YES_NO = "ask_yes_no"
    COMPARE_DRIVES = "compare_drives"
    DUEL_COMBAT = "duel_combat"
    DUEL_SPEED = "duel_speed"
    SHAKE_BALLS = "shake_balls"
    ANNOUNCE = "announce"  # nothing to answer


OUTCOMES: Mapping[NodeKind, tuple[str, ...]] = {
    NodeKind.ASK_NUMBER: ("0", "1", "2", "3"),
    NodeKind.ASK_YES_NO: ("yes", "no"),
    NodeKind.COMPARE_DRIVES: ("at_least", "less"),
    NodeKind.DUEL_COMBAT: ("win", "lose"),
    NodeKind.DUEL_SPEED: ("win", "lose"),
    NodeKind.SHAKE_BALLS: ("1", "2", "3", "4", "5"),
    NodeKind.ANNOUNCE: ("all",),
}
IN_RANGES = (NodeKind.ASK_NUMBER, NodeKind.SHAKE_BALLS)  # their outcomes may be put together, such as "2-3"
WITH_WORDS = (NodeKind.ASK_NUMBER, NodeKind.ASK_YES_NO, NodeKind.ANNOUNCE)
WITH_SEAT = (NodeKind.COMPARE_DRIVES, NodeKind.DUEL_COMBAT, NodeKind.DUEL_SPEED)


class Op(Enum):
    """What an effect of an encounter card can do."""

    PAY = "pay"
    GAIN = "gain"
    GAIN_ANY = "gain_any"
    REFUND_GIFT = "refund_gift"
    SWAP = "swap"
    FORFEIT_SWAP = "forfeit_swap"
    COLLECT_EACH = "collect_each"
    DRAW_EACH = "draw_each"
    MEDAL = "medal"
    UPGRADE_GAIN = "upgrade_gain"
    UPGRADE_LOSE = "upgrade_lose"
    LOCK_SHIP = "lock_ship"
    FREE_TRADE_SHIP = "free_trade_ship"
    SPACE_JUMP = "space_jump"
    ALL_UPGRADE_LOSE_OVER = "all_upgrade_lose_over"
    ALL_MEDAL_FOR_MOST = "all_medal_for_most"
    SHUFFLE_ALL = "shuffle_all"
    DRAW_NEXT = "draw_next"


# The numbers an effect may have; an effect that is not here has none.
AMOUNTS: Mapping[Op, tuple[int, ...]] = {
    Op.PAY: (1, 2, 3),
    Op.GAIN: (1, 2, 3),
    Op.GAIN_ANY: (1, 2, 3),
    Op.MEDAL: (-2, -1, 1, 2),
    Op.ALL_UPGRADE_LOSE_OVER: tuple(range(18)),
}


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that an encounter card does: what, how much, and to which resource."""

    op: Op
    amount: int = 0
    resource: Resource | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """What happens on some outcomes of a node, and the node that comes afterwards, if any."""

    outcomes: tuple[str, ...]
    effects: tuple[Effect, ...]
    then: str | None = None


@dataclass(frozen=True, slots=True)
class OwnWords:
    """A question in the owner's own words: what is told first, and what is asked."""

    story: Bilingual
    ask: Bilingual


@dataclass(frozen=True, slots=True)
class Node:
    """A question, a comparison or an announcement with its branches."""

    name: str
    kind: NodeKind
    branches: tuple[Branch, ...]
    words: str | OwnWords = ""
    needs: int = 0  # cards that the yes branch costs
    seat: Seat | None = None

    def branch(self, outcome: str) -> Branch:
        """The branch for this outcome."""
        return next(branch for branch in self.branches if outcome in branch.outcomes)


@dataclass(frozen=True, slots=True)
class EncounterCard:
    """One card. The node `start` comes first; `theme` is told with the outcome, not before."""

    number: int
    theme: str | Bilingual
    nodes: Mapping[str, Node]

    @property
    def start(self) -> Node:
        return self.nodes[START]

    def branches(self) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
        """Every branch of the card by its name: the card, the node and the outcomes."""
        return tuple(
            (self.number, node.name, branch.outcomes) for node in self.nodes.values() for branch in node.branches
        )


START = "start"
CARDS = 32
# Questions and announcements that the catalogue of texts has words for.
QUESTIONS = (
    "gift_merchant",
    "gift_travellers",
    "attack",
    "pay_pirate",
    "exchange",
    "raid",
    "flee",
    "help_distress",
    "help_attacked",
    "jump",
)
ANNOUNCEMENTS = ("wear", "council")
THEMES = (
    "merchant",
    "stingy_merchant",
    "friendly_merchant",
    "merchant_prince",
    "false_merchant",
    "pirate",
    "exchange",
    "raid",
    "attack",
    "distress",
    "distress_diplomat",
    "distress_scientist",
    "attacked_merchant",
    "attacked_green",
    "attacked_travellers",
    "distortion",
    "travellers",
    "wear",
    "council",
)
