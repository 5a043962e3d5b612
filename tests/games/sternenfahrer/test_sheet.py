"""The shipped encounter cards against a second transcription, in the short notation of the fact sheet (section 3).

ask 0-3 as `0: … · 1: …`, ask y/n as `Y: … · N: …`, fight, race and drives>= with the seat and their outcomes.
"""

import pytest

from games.sternenfahrer.cards import NodeKind, Op
from tests.games.sternenfahrer.playing import CARD_SET

PRINCE = "0: lock, medal-1 · 1: medal-1 · 2: any+1, medal+1 · 3: tship"
SHEET = {
    1: "0: collect each, medal-2 · 1: food+1, medal-1 · 2: any+1, medal+1 · 3: any+2, medal+1",
    2: "0: medal-1 · 1: any+1 · 2: any+1, medal+1 · 3: upg+1, medal+1",
    3: "0: medal-1 · 1: - · 2: medal+1 · 3: goods+1, medal+1",
    4: "0: goods+1 · 1: any+1, medal+1 · 2: any+2, medal+1 · 3: refund",
    5: PRINCE,
    6: PRINCE,
    7: "0-3: Y: fight R1 W: refund, medal+1 · L: lock · N: -",
    8: "0-3: Y: fight L1 W: refund, medal+1 · L: lock · N: -",
    9: "Y: pay 2 · N: fight R1 W: tship · L: upg-1, medal+1",
    10: "Y: pay 2, medal-1 · N: fight R2 W: carbon+2, medal+1 · L: lock, medal+1",
    11: "Y: pay 2, lock · N: fight L1 W: ore+2, medal+1 · L: upg-1",
    12: "Y: swap 1>2, balls 1-2: medal-1 · 3: forfeit, medal-1 · 4-5: - · N: medal+1",
    13: "Y: swap 1>2, balls 1-2: - · 3: forfeit, medal-1 · 4-5: medal-1 · N: -",
    14: "Y: pay 1, balls 1-2: medal-1 · 3-4: draw each, medal-1 · 5: draw each · N: medal+1",
    15: "Y: pay 1, balls 1: draw each · 2-3: draw each, medal-1 · 4-5: medal-1 · N: -",
    16: "Y: drives>=R1 T: - · F: {fight} · N: {fight}".format(fight="fight R1 W: upg+1, medal+1 · L: upg-1"),
    17: "Y: drives>=L2 T: medal-1 · F: {fight} · N: {fight}".format(
        fight="fight L2 W: ore+2, medal+1 · L: upg-1, medal+1"
    ),
    18: "Y: drives>=L1 T: - · F: {fight} · N: {fight}".format(fight="fight L1 W: tship · L: lock"),
    19: "Y: race R2 W: tship · L: upg-1 · N: -",
    20: "Y: race L1 W: medal+1, draw each · L: upg-1, medal+1 · N: medal-1",
    21: "Y: race R1 W: upg+1, medal+1 · L: upg-1 · N: medal-1",
    22: "Y: fight R2 W: goods+2, medal+1 · L: lock · N: -",
    23: "Y: fight R1 W: any+2, medal+1 · L: upg-1, medal+1 · N: medal-1",
    24: "Y: fight L1 W: jump, medal+1 · L: lock, medal+1 · N: medal-1",
    25: "Y: race L1 W: jump · L: lock · N: next",
    26: "Y: race R1 W: jump · L: lock · N: next",
    27: "Y: race R2 W: jump · L: upg-1 · N: next",
    28: "0: upg-1, medal-1 · 1: medal+1 · 2: jump · 3: jump",
    29: "0: - · 1: medal+1 · 2: medal+1 · 3: tship",
    30: "0: medal-1 · 1: medal-1 · 2: medal+1 · 3: jump, medal+1",
    31: "all: over 8 upg-1, shuffle all, next",
    32: "all: over 6 upg-1, most pods medal+1, shuffle all, next",
}

EFFECTS = {
    Op.PAY: "pay {n}",
    Op.GAIN: "{resource}{n:+}",
    Op.GAIN_ANY: "any{n:+}",
    Op.REFUND_GIFT: "refund",
    Op.SWAP: "swap 1>2",
    Op.FORFEIT_SWAP: "forfeit",
    Op.COLLECT_EACH: "collect each",
    Op.DRAW_EACH: "draw each",
    Op.MEDAL: "medal{n:+}",
    Op.UPGRADE_GAIN: "upg+1",
    Op.UPGRADE_LOSE: "upg-1",
    Op.LOCK_SHIP: "lock",
    Op.FREE_TRADE_SHIP: "tship",
    Op.SPACE_JUMP: "jump",
    Op.ALL_UPGRADE_LOSE_OVER: "over {n} upg-1",
    Op.ALL_MEDAL_FOR_MOST: "most pods medal+1",
    Op.SHUFFLE_ALL: "shuffle all",
    Op.DRAW_NEXT: "next",
}
HEADS = {
    NodeKind.COMPARE_DRIVES: "drives>=",
    NodeKind.DUEL_COMBAT: "fight ",
    NodeKind.DUEL_SPEED: "race ",
    NodeKind.SHAKE_BALLS: "balls ",
}
LABELS = {"yes": "Y", "no": "N", "win": "W", "lose": "L", "at_least": "T", "less": "F"}


def noted(card, node):
    """A node and all that follows in the sheet's notation."""
    seat = f"{node.seat.name[0]}{node.seat.name[-1]} " if node.seat else ""
    branches = " · ".join(f"{label(branch.outcomes)}: {happening(card, branch)}" for branch in node.branches)
    return f"{HEADS.get(node.kind, '')}{seat}{branches}"


def label(outcomes):
    first, last = LABELS.get(outcomes[0], outcomes[0]), outcomes[-1]
    return first if len(outcomes) == 1 else f"{first}-{last}"


def happening(card, branch):
    steps = [
        EFFECTS[effect.op].format(n=effect.amount, resource=effect.resource.value if effect.resource else "")
        for effect in branch.effects
    ]
    if branch.then is not None:
        steps.append(noted(card, card.nodes[branch.then]))
    return ", ".join(steps) or "-"


@pytest.mark.parametrize("number", SHEET)
def test_a_card_is_as_on_the_sheet(number):
    card = CARD_SET.encounters[number]
    assert noted(card, card.start) == SHEET[number]


def test_no_card_is_left_out():
    assert list(SHEET) == list(CARD_SET.encounters)
