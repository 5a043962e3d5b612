"""A position drawn up for quick play in thought: the planning player's scratch paper.

Cards are numbers, what lies in a line is one number, and the points of every such number are counted only once for all
games of a level. Laying a card here follows the same rules as `games.number_up.rules`, with nothing checked.
"""

from __future__ import annotations

from games.number_up.final_scores import CHECK_WORTH
from games.number_up.line_scores import NumberCard
from games.number_up.pieces import COLOURS, MINUS_WORTH, Level, LineKind, LineRule, State, neighbours, start_cells

CARD_BITS = 6  # enough for 48 cards


def deck_of(level: Level) -> list[NumberCard]:
    """The cards of a level, in the first of the eight colours, not shuffled."""
    return [NumberCard(value, colour) for colour in COLOURS[: level.colours] for value in level.values]


class LinePoints:
    """The points of every content a line has had, looked up by one number; each card adds its part to that number.

    Points beyond the target are the target. `outlook[free][points]` is what a line with so many free places will count
    at the end: exact for full and for checked lines, else what it has now until experience says more.
    """

    def __init__(self, rule: LineRule, size: int, deck: list[NumberCard], minus_below: int) -> None:
        self.target = rule.target
        self.is_ordered = any(score.is_ordered for score in rule.scores)
        self._rule, self._size, self._deck = rule, size, deck
        self.known: dict[int, int] = {}
        codes = range(len(deck))
        if self.is_ordered:
            self.added = [[(code + 1) << CARD_BITS * place for code in codes] for place in range(size)]
        else:
            self.added = [[1 << code for code in codes]] * size
        full = [float(MINUS_WORTH if points < minus_below else points) for points in range(rule.target)]
        still_open = [float(points) for points in range(rule.target)]
        self.outlook = [[*full, CHECK_WORTH], *([*still_open, CHECK_WORTH] for _ in range(size))]

    def points(self, content: int) -> int:
        """What a line with this content is worth now."""
        known = self.known.get(content)
        if known is None:
            known = self.known[content] = min(self.target, self._rule.points(self._places(content)))
        return known

    def _places(self, content: int) -> list[NumberCard | None]:
        if self.is_ordered:
            codes = [content >> CARD_BITS * place & (1 << CARD_BITS) - 1 for place in range(self._size)]
            return [self._deck[code - 1] if code else None for code in codes]
        places: list[NumberCard | None] = []
        while content:
            lowest = content & -content
            places.append(self._deck[lowest.bit_length() - 1])
            content -= lowest
        return places + [None] * (self._size - len(places))


class Paper:
    """What all sketches of a level share: its deck, and the points of its lines."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.deck = deck_of(level)
        self.code = {card: code for code, card in enumerate(self.deck)}
        self.starts, self.around = start_cells(level.size), neighbours(level.size)
        rules = dict.fromkeys(map(level.rule_of, level.lines))
        by_rule = {rule: LinePoints(rule, level.size, self.deck, level.minus_below) for rule in rules}
        self.lines = [by_rule[level.rule_of(line)] for line in level.lines]
        # For every place of the grid: the lines it lies in, with its place there.
        self.lines_at = tuple(
            tuple((number, level.lines[number].cells.index(cell)) for number in numbers)
            for cell, numbers in enumerate(level.lines_by_cell)
        )
        self.numbered = list(enumerate(self.lines))
        kinds = [line.kind for line in level.lines]
        # The row and the column; where one does not count, the place behind all lines, which gains nothing.
        self.crossing = [
            (_first(at, kinds, LineKind.ROW), _first(at, kinds, LineKind.COLUMN)) for at in level.lines_by_cell
        ]
        # What must be looked at beside these two: diagonals, and lines whose order matters.
        self.more_at = [
            [one for one in at if kinds[one[0]] is LineKind.DIAGONAL or self.lines[one[0]].is_ordered]
            for at in self.lines_at
        ]
        self.has_more = any(self.more_at)


def _first(numbers: tuple[int, ...], kinds: list[LineKind], kind: LineKind) -> int:
    """The first of these lines that runs in this direction, or the number behind all lines."""
    return next((number for number in numbers if kinds[number] is kind), len(kinds))


class Sketch:
    """One position. `copy` it, `lay` cards, ask for the `best_cell`, and read the `result` at the end."""

    __slots__ = ("_contents", "_is_taken", "_paper", "cells", "free", "points")

    def __init__(self, paper: Paper) -> None:
        """Begin with the empty grid."""
        self._paper = paper
        self._contents = [0] * len(paper.lines)
        self._is_taken = [False] * paper.level.size**2
        self.free = [paper.level.size] * len(paper.lines)  # places, by line
        self.points = [0] * len(paper.lines)  # by line
        self.cells = list(paper.starts)  # where a card can be laid now

    @classmethod
    def of(cls, state: State, paper: Paper) -> Sketch:
        """The sketch of a state."""
        sketch = cls(paper)
        for cell in sorted(range(len(state.grid)), key=lambda cell: cell not in paper.starts):
            card = state.grid[cell]
            if card is not None:
                sketch.lay(paper.code[card], cell)
        return sketch

    def copy(self) -> Sketch:
        """The same position on a sheet of its own."""
        twin = object.__new__(Sketch)
        twin._paper, twin._contents, twin._is_taken = self._paper, self._contents[:], self._is_taken[:]
        twin.free, twin.points, twin.cells = self.free[:], self.points[:], self.cells[:]
        return twin

    def lay(self, code: int, cell: int) -> None:
        """Lay a card and count its lines."""
        paper, taken = self._paper, self._is_taken
        for number, place in paper.lines_at[cell]:
            line = paper.lines[number]
            self.free[number] -= 1
            if self.points[number] < line.target:
                content = self._contents[number] = self._contents[number] + line.added[place][code]
                self.points[number] = line.points(content)
        taken[cell] = True
        if cell in self.cells:
            self.cells.remove(cell)
        if cell not in paper.starts:
            self.cells += [beside for beside in paper.around[cell] if not taken[beside] and beside not in self.cells]
        elif all(taken[start] for start in paper.starts):
            around = {beside for start in paper.starts for beside in paper.around[start]}
            self.cells = sorted(beside for beside in around if not taken[beside])

    def gain(self, code: int, cell: int) -> float:
        """How much better the lines look with this card here."""
        return sum([self._line_gain(number, place, code) for number, place in self._paper.lines_at[cell]])

    def best_cell(self, code: int) -> int:
        """Where the lines look best with this card."""
        paper, cells = self._paper, self.cells
        # A line gains the same in all its places, unless its order matters.
        gains = [0.0 if line.is_ordered else self._line_gain(number, 0, code) for number, line in paper.numbered]
        gains.append(0.0)
        totals = [gains[row] + gains[column] for row, column in [paper.crossing[cell] for cell in cells]]
        if paper.has_more:
            for at, cell in enumerate(cells):
                for number, place in paper.more_at[cell]:
                    is_ordered = paper.lines[number].is_ordered
                    totals[at] += self._line_gain(number, place, code) if is_ordered else gains[number]
        return cells[totals.index(max(totals))]

    def _line_gain(self, number: int, place: int, code: int) -> float:
        line, before, free = self._paper.lines[number], self.points[number], self.free[number]
        if before == line.target or not free:
            return 0.0
        content = self._contents[number] + line.added[place][code]
        points = line.known.get(content)
        if points is None:
            points = line.points(content)
        return line.outlook[free - 1][points] - line.outlook[free][before]

    def play_on(self, codes: list[int]) -> int:
        """The result if these cards come in this order and each goes where the lines look best."""
        for code in codes:
            if not self.cells:
                break
            self.lay(code, self.best_cell(code))
        return self.result

    @property
    def worths(self) -> list[int]:
        """What the lines count at the end; only when every place is filled."""
        return [int(line.outlook[0][points]) for line, points in zip(self._paper.lines, self.points, strict=True)]

    @property
    def result(self) -> int:
        """What the level counts for these lines."""
        return self._paper.level.final_points(self.worths)
