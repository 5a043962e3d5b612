"""Sternenfahrer on a page: everybody's points and what they are made of, motherships, and the last turns."""

from __future__ import annotations

from device.boxes.live import Badge, Figures, Lines, LivePart, LiveView, Seat
from device.boxes.sternenfahrer.page import colour_letter
from device.desks.desk import Tell
from device.paper.shapes import Colour
from games.spine.dialogue import say
from games.sternenfahrer.log import Told
from games.sternenfahrer.pieces import RESOURCES, Player, State
from games.sternenfahrer.points import TO_WIN, points
from games.sternenfahrer.sheets import PARTS
from games.sternenfahrer.wording import column_name, resource_name

PAINTS: dict[str, Colour] = {
    "red": (0.72, 0.1, 0.14),
    "blue": (0.12, 0.3, 0.66),
    "white": (0.93, 0.93, 0.9),
    "yellow": (0.95, 0.8, 0.18),
}
_TURNS_IN_SIGHT = 2  # the turn that is on and the one before; the rest is folded


def live(scene: object, tell: Tell) -> LiveView | None:
    """The game at this moment; None before there is one."""
    if not isinstance(scene, State):
        return None
    turn = tell(say("sternenfahrer.at_turn", number=scene.turn))
    more = (_ships(scene, tell), *_chronicle(scene, tell))
    return LiveView(tell(say("game.sternenfahrer")), (_points(scene, tell),), more, turn)


def _points(state: State, tell: Tell) -> Figures:
    columns = tuple(tell(say(f"sternenfahrer.live.{part}")) for part in ("total", *PARTS))
    rows = []
    for seat in range(len(state.players)):
        made_of = points(state, seat)
        figures = (made_of.total, *(int(getattr(made_of, part)) for part in PARTS))
        rows.append(_seat(state, seat, figures, tell))
    return Figures(tell(say("sternenfahrer.live.points", n=TO_WIN)), columns, tuple(rows))


def _ships(state: State, tell: Tell) -> Figures:
    """What stands at the motherships, and the ships in space; cards in hand where they are counted."""
    names = ["drive", "cannon", "pod", "half", "ships", *(["hand"] if state.counts_hands else [])]
    columns = tuple(tell(say(f"sternenfahrer.live.{name}")) for name in names)
    rows = tuple(
        _seat(state, seat, _ship_figures(state, player), tell, marks_turn=False)
        for seat, player in enumerate(state.players)
    )
    return Figures(tell(say("sternenfahrer.live.motherships")), columns, rows)


def _ship_figures(state: State, player: Player) -> tuple[int, ...]:
    hand = (player.hand,) if state.counts_hands else ()
    return (*player.upgrades, player.half_medals, player.ships, *hand)


def _seat(state: State, seat: int, figures: tuple[int, ...], tell: Tell, *, marks_turn: bool = True) -> Seat:
    player = state.players[seat]
    badge = Badge(tell(colour_letter(player.colour)), PAINTS[player.colour])
    told = tuple(str(figure) for figure in figures)
    return Seat(player.name, told, badge, is_active=marks_turn and seat == state.active)


def _chronicle(state: State, tell: Tell) -> list[LivePart]:
    """The newest turns in sight, all before them folded, the newest first."""
    newest_first = [told for told in reversed(state.log.turns) if told.lines]
    parts: list[LivePart] = [
        Lines(_turn_name(told, tell), tuple(map(tell, told.lines))) for told in newest_first[:_TURNS_IN_SIGHT]
    ]
    older = tuple(
        f"{_turn_name(told, tell)}: {tell(line)}" for told in newest_first[_TURNS_IN_SIGHT:] for line in told.lines
    )
    if newest_first:
        letters = ", ".join(f"{tell(column_name(one))} {tell(resource_name(one))}" for one in RESOURCES)
        parts.append(Lines(tell(say("sternenfahrer.live.letters")), (letters,), is_folded=True))
    if older:
        parts.append(Lines(tell(say("sternenfahrer.live.chronicle")), older, is_folded=True))
    return parts


def _turn_name(told: Told, tell: Tell) -> str:
    return tell(say("sternenfahrer.turn_of", number=told.turn, player=told.player))
