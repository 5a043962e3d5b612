"""The game that is on, as HTML: what a box says of it (`device.boxes.live`), in the order it says it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from device.boxes.live import Badge, Facts, Figures, Lines, LivePart, LiveView, Picture, Seat
from device.paper.shapes import Colour
from device.paper.svg import svg_inside

DARK_BELOW = 0.45  # a colour less light than this carries light letters


def live_html(view: LiveView | None) -> str:
    """What stands above the question; nothing where nothing is on."""
    if view is None:
        return ""
    where = f'<p class="where">{escape(view.where)}</p>' if view.where else ""
    return f"<h2>{escape(view.title)}</h2>{where}{parts_html(view.parts)}"


def more_html(view: LiveView | None) -> str:
    """What stands below the question."""
    return "" if view is None else parts_html(view.more)


def parts_html(parts: Iterable[LivePart]) -> str:
    """Some parts from top to bottom."""
    return "".join(map(_part, parts))


def _part(part: LivePart) -> str:
    match part:
        case Picture():
            kind = "picture" if part.is_wide else "picture narrow"
            heard = "".join(f"<li>{escape(line)}</li>" for line in part.words)
            return f'<div class="{kind}">{svg_inside(part.sheet)}<ul class="unseen">{heard}</ul></div>'
        case Facts(facts):
            rows = "".join(
                f"<div{' class=main' if fact.is_main else ''}><dt>{escape(fact.name)}</dt>"
                f"<dd>{escape(fact.value)}</dd></div>"
                for fact in facts
            )
            return f'<dl class="facts">{rows}</dl>'
        case Figures(title, columns, seats):
            caption = f"<caption>{escape(title)}</caption>" if title else ""
            head = "".join(f"<th scope=col>{escape(column)}</th>" for column in columns)
            rows = "".join(map(_seat, seats))
            return (
                f'<div class="wide"><table class="figures">{caption}'
                f"<thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
            )
        case Lines(title, lines, is_folded):
            told = f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"
            if is_folded:
                return f"<details><summary>{escape(title)}</summary>{told}</details>"
            heading = f"<h3>{escape(title)}</h3>" if title else ""
            return f'<div class="lines">{heading}{told}</div>'


def _seat(seat: Seat) -> str:
    badge = _badge(seat.badge) if seat.badge is not None else ""
    turn = '<span aria-hidden="true">▶ </span>' if seat.is_active else ""
    cells = "".join(f"<td>{escape(figure)}</td>" for figure in seat.figures)
    kind = ' class="active" aria-current="true"' if seat.is_active else ""
    return f"<tr{kind}><th scope=row>{turn}{badge}{escape(seat.name)}</th>{cells}</tr>"


def _badge(badge: Badge) -> str:
    """A letter on its colour; drawn, since a strict page allows no style of its own at an element."""
    ink = "#ffffff" if _lightness(badge.colour) < DARK_BELOW else "#10172a"
    paint = "#" + "".join(f"{round(255 * part):02x}" for part in badge.colour)
    return (
        '<svg class="badge" viewBox="0 0 20 20" role="img">'
        f'<title>{escape(badge.letter)}</title><rect x="1" y="1" width="18" height="18" rx="4" fill="{paint}"'
        ' stroke="currentColor"/>'
        f'<text x="10" y="14.5" font-size="13" font-weight="bold" text-anchor="middle" fill="{ink}">'
        f"{escape(badge.letter)}</text></svg> "
    )


def _lightness(colour: Colour) -> float:
    red, green, blue = colour
    return 0.3 * red + 0.59 * green + 0.11 * blue
