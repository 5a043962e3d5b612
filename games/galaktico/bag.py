"""A look into the own bag, while the others turn away."""

from __future__ import annotations

from collections.abc import Generator

from games.galaktico.progress import Progress
from games.spine.dialogue import Answer, HandOver, Notice, Prompt, say


def look_into_bag(progress: Progress) -> Generator[Prompt, Answer, None]:
    """The active player counts the own points; afterwards the screen is empty before the others look again."""
    state = progress.state
    name = state.current.name
    yield HandOver(words=say("galaktico.hand_over"), audience=name, scene=state)
    points = say("galaktico.bag", n=progress.hidden.points[state.active])
    yield Notice(words=points, news=say("galaktico.bag.title"), audience=name, scene=state)
    yield Notice(words=say("galaktico.bag.closed"), news=say("galaktico.bag.title"), scene=state)
