"""A page of Sternenfahrer on the OLED: something to read, and below it what can be done next."""

from __future__ import annotations

from dataclasses import dataclass

from device.desks.desk import Desk, Tell
from device.desks.general import ChoosingDesk
from device.desks.ok_desk import OkDesk
from device.screens import icons
from device.screens.canvas import HEADING_ROWS, TOP, Canvas
from device.screens.content import Screen
from device.screens.kinds.choices import first_visible
from device.screens.of_games import GameScreen
from device.screens.places import HEIGHT, MARGIN, ROW_LEFT, SCROLL_WIDTH, TEXT_WIDTH, WIDTH
from device.screens.typeface import Face, width, wrap
from games.spine.dialogue import Answer, Prompt, SheetRow, ShowSheet, Text, say
from games.sternenfahrer.names import short_names
from games.sternenfahrer.pages import Page
from games.sternenfahrer.pieces import State

PITCH = 10  # rows stand closer here than elsewhere, so that four players and a choice fit
BASELINE = 8  # from the top of a row
BAR = 11  # rows of the one choice that is always seen
FIGURES_LEFT = 46
LINES = 4  # at most above the choice
SIGN_WIDTH = 11  # a colour's letter in its box


@dataclass(frozen=True, slots=True)
class Line:
    """A player's figures: the letter of the colour, a short name, and a figure a column."""

    sign: str
    name: str
    figures: tuple[str, ...]
    is_active: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be done next."""

    text: str
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class PageScreen(GameScreen):
    """A title, lines or figures, and the choices of which as many are shown as there is room for."""

    title: str
    lines_read: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[Line, ...] = ()
    choices: tuple[Choice, ...] = ()
    chosen: int = 0  # the choice that OK takes

    def draw(self, canvas: Canvas) -> None:
        bottom = self._draw_figures(canvas) if self.rows else self._draw_lines(canvas)
        if self.choices:
            self._draw_choices(canvas, bottom)

    def _draw_lines(self, canvas: Canvas) -> int:
        canvas.heading(self.title)
        lines = wrapped(self.lines_read)
        for number, line in enumerate(lines):
            canvas.text(MARGIN, TOP - 1 + number * PITCH + BASELINE, line)
        return TOP + len(lines) * PITCH

    def _draw_figures(self, canvas: Canvas) -> int:
        """The columns' names stand in the heading: so there is room for a choice below four players."""
        canvas.pencil.rectangle((0, 0, WIDTH - 1, HEADING_ROWS - 1), fill=1)
        room = FIGURES_LEFT - 2 * MARGIN
        face = Face.BOLD if width(self.title, Face.BOLD) <= room else Face.TEXT
        canvas.text(MARGIN, 9, self.title, face, limit=room, ink=0)
        pitch = (WIDTH - FIGURES_LEFT) // max(1, len(self.columns))
        for place, column in enumerate(self.columns):
            left = FIGURES_LEFT + place * pitch
            canvas.text_centred(9, column, Face.TEXT, left=left, right=left + pitch, ink=0)
        for number, row in enumerate(self.rows):
            self._draw_row(canvas, row, TOP - 1 + number * PITCH, pitch)
        return TOP + len(self.rows) * PITCH

    @staticmethod
    def _draw_row(canvas: Canvas, row: Line, top: int, pitch: int) -> None:
        draw_sign(canvas, MARGIN, top, row.sign, is_active=row.is_active)
        left = MARGIN + SIGN_WIDTH + 3
        canvas.text(left, top + BASELINE, row.name, limit=FIGURES_LEFT - 1 - left)
        for place, figure in enumerate(row.figures):
            left = FIGURES_LEFT + place * pitch
            face = Face.BOLD if len(figure) == 1 else Face.TEXT  # two bold ones side by side would touch
            canvas.text_centred(top + BASELINE, figure, face, left=left, right=left + pitch)

    def _draw_choices(self, canvas: Canvas, bottom: int) -> None:
        """As many choices around the cursor as there is room for, one at least."""
        room = max(1, (HEIGHT - bottom) // BAR)
        first = min(first_visible(self.chosen, len(self.choices), room), self.chosen)
        shown = self.choices[first : first + room]
        if self.chosen not in range(first, first + len(shown)):
            first = self.chosen
            shown = self.choices[first : first + room]
        top = HEIGHT - BAR * len(shown)
        right = WIDTH - 1 - (SCROLL_WIDTH if len(shown) < len(self.choices) else 0)
        for number, choice in enumerate(shown):
            here = top + number * BAR
            ink = int(first + number != self.chosen)
            if not ink:
                canvas.box(0, here, right, here + BAR - 1)
            limit = right - ROW_LEFT - (icons.CROSS.width + 4 if choice.is_refused else 0)
            canvas.text(ROW_LEFT, here + 9, choice.text, limit=limit, ink=ink)
            if choice.is_refused:
                canvas.icon(right - icons.CROSS.width - 2, here + 3, icons.CROSS, ink=ink)
        if len(shown) < len(self.choices):
            if first > 0 or len(shown) == 1:
                canvas.icon(WIDTH - 1 - icons.UP.width, top + 1, icons.UP)
            if first + len(shown) < len(self.choices) or len(shown) == 1:
                canvas.icon(WIDTH - 1 - icons.DOWN.width, HEIGHT - icons.DOWN.height - 1, icons.DOWN)

    def lines(self) -> list[str]:
        rows = [
            " ".join([f"{'> ' if row.is_active else ''}{row.sign} {row.name}", *(one or "–" for one in row.figures)])
            for row in self.rows
        ]
        choices = [f"{'> ' if n == self.chosen else ''}{one.text}" for n, one in enumerate(self.choices)]
        return [self.title, " ".join(self.columns), *rows, *self.lines_read, *choices]


def draw_sign(canvas: Canvas, left: int, top: int, sign: str, *, is_active: bool) -> None:
    """A colour's letter: in a light box for whoever is on turn, in a frame for the others."""
    box = (left, top, left + SIGN_WIDTH - 1, top + PITCH - 2)
    canvas.box(*box) if is_active else canvas.frame(*box)
    x = left + (SIGN_WIDTH - width(sign) + 1) // 2
    canvas.text(x, top + BASELINE - 1, sign, limit=SIGN_WIDTH, ink=int(not is_active))


def wrapped(lines: tuple[str, ...]) -> list[str]:
    """The lines as they are drawn; what needs more room than one line takes two."""
    return [part for line in lines for part in wrap(line, TEXT_WIDTH, LINES)][:LINES]


class PageDesk(ChoosingDesk):
    """A page with its choices; what falls on the table meanwhile is shown as on any other list."""

    def __init__(self, prompt: Page) -> None:
        super().__init__(prompt)
        self._page = prompt

    def screen(self, tell: Tell, blink: bool) -> Screen:
        if self._thrown is not None:
            return super().screen(tell, blink)
        page = self._page
        return PageScreen(
            title=tell(page.words),
            lines_read=tuple(tell(line) for line in page.lines),
            columns=tuple(map(tell, page.columns)),
            rows=_told_rows(page.rows, page.scene, tell),
            choices=tuple(Choice(tell(one.words), one.refused is not None) for one in page.options),
            chosen=self._cursor,
        )


class FiguresDesk(OkDesk):
    """Everybody's figures to read; OK goes on."""

    def __init__(self, prompt: ShowSheet) -> None:
        self.prompt = prompt

    def screen(self, tell: Tell, blink: bool) -> Screen:
        prompt = self.prompt
        return PageScreen(
            title=tell(say("sternenfahrer.points_short")),
            columns=tuple(map(tell, prompt.columns)),
            rows=_told_rows(prompt.rows, prompt.scene, tell),
            choices=(Choice(tell(say("sternenfahrer.on"))),),
        )


def _told_rows(rows: tuple[SheetRow, ...], scene: object, tell: Tell) -> tuple[Line, ...]:
    """The rows with signs and short names; a figure of nothing is left empty."""
    if not isinstance(scene, State):
        return ()
    short = short_names(scene.names)
    colours = {player.name: player.colour for player in scene.players}
    return tuple(
        Line(
            tell(colour_letter(colours[row.player])),
            short[row.player],
            tuple(str(figure) if figure else "" for figure in row.figures),
            row.is_active,
        )
        for row in rows
    )


def colour_letter(colour: str) -> Text:
    """The letter that stands for a colour."""
    return say(f"sternenfahrer.letter.{colour}")


def desk(prompt: Prompt, undone: tuple[Answer, ...]) -> Desk | None:
    """The desk for a page, and for everybody's points."""
    match prompt:
        case Page():
            return PageDesk(prompt)
        case ShowSheet(scene=State(sky=sky)) if sky is not None:
            return FiguresDesk(prompt)
    return None
