"""Balls on rendered tables: every condition, with the accuracy per condition."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tools.measuring.judging import judge
from tools.render.scenes.balls import CONDITIONS, scenes
from vision.balls.profile import shipped_ball_profile
from vision.balls.reader import read_balls
from vision.base.reading import BallsReading


def line_of(reading: BallsReading) -> dict[str, Any]:
    """The reading in the form that is held against the truth."""
    balls = [{"colour": b.colour, "x": b.x, "y": b.y, "confidence": b.confidence} for b in reading.balls]
    return {"status": reading.status.value, "balls": balls}


@pytest.mark.slow
def test_rendered_tables_are_read_right_and_never_wrong_while_sure(capsys: pytest.CaptureFixture[str]) -> None:
    seen: Counter[str] = Counter()
    right: Counter[str] = Counter()
    sure: Counter[str] = Counter()
    for number, scene in enumerate(scenes(2 * len(CONDITIONS), seed=41)):
        verdict = judge(
            scene.truth, line_of(read_balls(scene.frame, shipped_ball_profile())), scene.reach, scene.is_readable
        )
        assert not verdict.is_wrong_while_sure, (number, scene.condition)
        for key in (scene.condition, "readable" if scene.is_readable else "not readable"):
            seen[key] += 1
            right[key] += verdict.is_right
            sure[key] += verdict.is_sure
    with capsys.disabled():
        print()
        for key, count in seen.items():
            print(f"  balls, {key:16} right {right[key]:2}/{count:2}  sure {sure[key]:2}/{count:2}")
    assert right["readable"] >= 0.85 * seen["readable"]
    assert sure["readable"] >= 0.6 * seen["readable"]
