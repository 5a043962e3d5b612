"""What a phone shows of Sternenfahrer's own pages beside their title and choices: lines, or everybody's figures."""

from __future__ import annotations

from device.boxes.live import Badge, Figures, Lines, LivePart, Seat
from device.boxes.sternenfahrer.live import PAINTS
from device.boxes.sternenfahrer.page import colour_letter
from device.desks.desk import Tell
from games.spine.dialogue import Prompt
from games.sternenfahrer.pages import Page
from games.sternenfahrer.pieces import State


def parts(prompt: Prompt, tell: Tell) -> tuple[LivePart, ...]:
    """The lines of a page, or its figures."""
    if not isinstance(prompt, Page):
        return ()
    found: list[LivePart] = []
    if prompt.lines:
        found.append(Lines("", tuple(map(tell, prompt.lines))))
    if prompt.rows and isinstance(prompt.scene, State):
        colours = {player.name: player.colour for player in prompt.scene.players}
        seats = tuple(
            Seat(
                row.player,
                tuple(str(figure) if figure else "" for figure in row.figures),
                Badge(tell(colour_letter(colours[row.player])), PAINTS[colours[row.player]]),
                row.is_active,
            )
            for row in prompt.rows
        )
        found.append(Figures("", tuple(map(tell, prompt.columns)), seats))
    return tuple(found)
