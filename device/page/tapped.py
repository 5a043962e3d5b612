"""From the fields of a form to an answer. Whether it is allowed is up to the prompt; here it only has to be one."""

from __future__ import annotations

from collections.abc import Mapping

from device.boxes.live import Blanks
from device.page.table_acts import BadRequest
from device.talks.taps import Opened
from games.spine.dialogue import Answer, Balls, Chosen, Dice, Laid, LaidCard, Noted, Number, Prompt, ReadBalls, ReadLaid

Fields = Mapping[str, tuple[str, ...]]
MOST_PIECES = 12


def answer_of(opened: Opened, fields: Fields) -> Answer | None:
    """The answer that was tapped; None is a step back. BadRequest if this is none."""
    if "back" in fields:
        return None
    if "choice" in fields:
        return Chosen(fields["choice"][0])
    if "ok" in fields:
        return Noted()
    if opened.prompt is not None and opened.box is not None and "blank-0" in fields:
        return _filled_in(opened.box.blanks(opened.prompt), fields)
    if opened.prompt is not None and "piece-0" in fields:
        return _pieces(opened.prompt, fields)
    if "value" in fields:
        return Number(_whole(fields["value"][0]))
    if isinstance(opened.prompt, ReadLaid) and {"place", "colour", "digit"} <= fields.keys():
        return _laid(opened.prompt, fields)
    raise BadRequest("The form has no answer in it.")


def _filled_in(blanks: Blanks | None, fields: Fields) -> Answer:
    names = [f"blank-{number}" for number in range(len(blanks.blanks) if blanks is not None else 0)]
    if blanks is None or not all(name in fields for name in names):
        raise BadRequest("The form has no answer in it.")
    return blanks.answer([fields[name][0] for name in names])


def _pieces(prompt: Prompt, fields: Fields) -> Answer:
    names = tuple(fields[f"piece-{number}"][0] for number in range(MOST_PIECES) if f"piece-{number}" in fields)
    return Balls(names) if isinstance(prompt, ReadBalls) else Dice(names)


def _laid(prompt: ReadLaid, fields: Fields) -> Laid:
    """The grid as it is known with one more card in it."""
    row, comma, col = fields["place"][0].partition(",")
    if not comma:
        raise BadRequest('"place" must be a row and a column, like 2,3.')
    card = LaidCard(_whole(row), _whole(col), _whole(fields["digit"][0]), fields["colour"][0])
    return Laid(tuple(sorted((*prompt.known, card))))


def _whole(text: str) -> int:
    if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= 6):
        raise BadRequest(f'"{text[:10]}" is no whole number.')
    return int(text)
