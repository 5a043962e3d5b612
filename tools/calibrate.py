"""How often each score is right, measured on scenes we render ourselves; writes vision/calibration.toml.

    python -m tools.calibrate --scenes 200 --seed 1 [--kind pips ...]

Kinds that are not named keep what was measured before.
"""

from __future__ import annotations

import argparse
import importlib
import tomllib
from datetime import UTC, datetime
from typing import Any

import cv2

from tools.judging import judge
from tools.progress import told
from tools.readers import READERS, read_line
from vision.calibration import MEASURED, UNMEASURED, Calibration, fitted


def measure(kind: str, count: int, seed: int) -> tuple[Calibration, int]:
    """Read scenes with raw scores and fit; also how many objects that was."""
    scenes = importlib.import_module(f"tools.scenes.{kind}").scenes(count, seed)
    answers: list[tuple[float, bool]] = []
    for scene in told(scenes, kind, count):
        line = read_line(kind, scene.frame, scene.profile, UNMEASURED)
        answers.extend(judge(scene.truth, line, scene.reach, scene.is_readable).answers)
    return fitted([score for score, _ in answers], [right for _, right in answers]), len(answers)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", nargs="*", choices=list(READERS), default=list(READERS))
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for kind in given.kind:
        calibration, objects = measure(kind, given.scenes, given.seed)
        # Read anew for each kind: another run may have written in the meantime.
        tables: dict[str, Any] = tomllib.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.is_file() else {}
        tables[kind] = {
            "made": f"{datetime.now(UTC).date()}: {given.scenes} scenes, seed {given.seed}, {objects} objects",
            "scores": list(calibration.scores),
            "shares": list(calibration.shares),
        }
        MEASURED.write_text(as_toml(tables), encoding="utf-8")


def as_toml(tables: dict[str, Any]) -> str:
    """The file as it is shipped."""
    lines = ["# Share of right answers by score, measured by `python -m tools.calibrate`; not for editing by hand."]
    for kind in sorted(tables):
        table = tables[kind]
        lines += ["", f"[{kind}]", f'made = "{table["made"]}"']
        lines += [f"scores = {table['scores']}", f"shares = {table['shares']}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
