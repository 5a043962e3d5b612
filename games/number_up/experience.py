"""What a line will be worth at the end, learned from games played in thought.

Whoever has played a level often knows how a line with 5 points and two free places usually ends. `practise` plays some
rounds of games, each round by what the one before has taught, and notes for every number of free places and points what
such lines counted in the end.
"""

from __future__ import annotations

from random import Random

from games.number_up.sketch import LinePoints, Paper, Sketch

ROUNDS, GAMES = 2, 150  # half a second; 3 and 6 rounds taught nothing more that 90 games of level 1 could show
SEED = 1
FIRST_GUESS = 3  # how many lines the outlook before a round weighs


def practise(paper: Paper) -> None:
    """Learn the outlook of all lines of a level."""
    rng = Random(SEED)
    for _ in range(ROUNDS):
        notes = {line: _Notes(line) for line in paper.lines}
        for _ in range(GAMES):
            _play(paper, rng, notes)
        for note in notes.values():
            note.learn()


def _play(paper: Paper, rng: Random, notes: dict[LinePoints, _Notes]) -> None:
    codes = rng.sample(range(len(paper.deck)), len(paper.deck))
    sketch = Sketch(paper)
    met = [(number, free, 0) for number, free in enumerate(sketch.free)]
    for code in codes:
        if not sketch.cells:
            break
        cell = sketch.best_cell(code)
        sketch.lay(code, cell)
        met += [(number, sketch.free[number], sketch.points[number]) for number, _ in paper.lines_at[cell]]
    worths = sketch.worths
    for number, free, points in met:
        notes[paper.lines[number]].add(free, points, worths[number])


class _Notes:
    """How lines of one kind ended, by free places and points."""

    def __init__(self, line: LinePoints) -> None:
        self._line = line
        self._sums = [[FIRST_GUESS * worth for worth in row] for row in line.outlook]
        self._counts = [[FIRST_GUESS] * len(row) for row in line.outlook]

    def add(self, free: int, points: int, worth: int) -> None:
        self._sums[free][points] += worth
        self._counts[free][points] += 1

    def learn(self) -> None:
        """Make the averages the new outlook; full and checked lines stay exact."""
        for free in range(1, len(self._sums)):
            for points in range(self._line.target):
                self._line.outlook[free][points] = self._sums[free][points] / self._counts[free][points]
