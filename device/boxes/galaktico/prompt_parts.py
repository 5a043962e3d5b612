"""What a phone shows of Galaktico's own prompts: how a combat went, pages to leaf through, and cards to be named."""

from __future__ import annotations

from collections.abc import Sequence

from device.boxes.live import Blank, Blanks, Figures, Lines, LivePart, Seat
from device.desks.desk import Tell
from games.galaktico import wording
from games.galaktico.cards import CardRow, ShowFitting
from games.galaktico.fighting import ShowCombat
from games.galaktico.pages import ShowPages
from games.spine.dialogue import Notice, Prompt, ShowSum, say


def parts(prompt: Prompt, tell: Tell) -> tuple[LivePart, ...]:
    """Both sums and the points of a combat, with the cards folded below; all pages one below the other."""
    match prompt:
        case ShowCombat():
            columns = (tell(say("galaktico.live.sum")), tell(say("galaktico.live.gain")))
            seats = tuple(
                Seat(f"{side.player}: {tell(wording.ship_name(side.ship))}", (str(side.total), f"+{side.gain}"))
                for side in prompt.sides
            )
            return (Figures("", columns, seats), *_pages(prompt.pages, tell, is_folded=True))
        case ShowPages():
            return _pages(prompt.pages, tell)
    return ()


def _pages(pages: Sequence[Notice], tell: Tell, *, is_folded: bool = False) -> tuple[LivePart, ...]:
    """The pages one below the other; those under one heading are one."""
    by_title: dict[str, list[str]] = {}
    for page in pages:
        if isinstance(page, ShowSum):
            lines = [f"{tell(row.words)}: {tell(row.value)}" if row.value else tell(row.words) for row in page.rows]
        else:
            lines = tell(page.words).split("\n")
        by_title.setdefault(tell(page.news or page.words), []).extend(lines)
    return tuple(Lines(title, tuple(lines), is_folded) for title, lines in by_title.items())


def blanks(prompt: Prompt) -> Blanks | None:
    """The three cards of a ship that fights: a shield and two weapons."""
    if not isinstance(prompt, ShowFitting):
        return None
    names = (say("galaktico.live.shield"), *(say("galaktico.live.weapon", n=n) for n in range(1, len(prompt.slots))))
    chosen = prompt.start or ("",) * len(prompt.slots)
    return Blanks(
        tuple(
            Blank(name, tuple(_row(row) for row in rows), key)
            for name, rows, key in zip(names, prompt.slots, chosen, strict=True)
        ),
        prompt.answer,
    )


def _row(row: CardRow) -> tuple[str, str]:
    return row.key, row.name
