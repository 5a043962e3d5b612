"""How often each score is right, measured on scenes we render ourselves; writes vision/base/calibration.toml.

    python -m tools.measuring.calibrate --scenes 200 --seed 1 [--kind pips ...]

Kinds that are not named keep what was measured before.
"""

from __future__ import annotations

import argparse
import importlib
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import cv2

from tools.measuring.card_answers import Answers, answers_of
from tools.measuring.judging import judge
from tools.measuring.progress import told
from tools.measuring.readers import READERS, read_line
from tools.render.scene import Scene
from tools.render.scenes import pips
from vision.base.calibration import MEASURED, UNMEASURED, fitted

# Small dice are counted by another network than large ones, and misread at other scores.
SMALL_PIPS = "small_pips"
KINDS = (*READERS, SMALL_PIPS)


def scenes_for(kind: str, count: int, seed: int) -> Iterator[Scene]:
    """The scenes on which this kind of reading is measured."""
    if kind in ("pips", SMALL_PIPS):
        return pips.scenes(count, seed, pips.TINY if kind == SMALL_PIPS else pips.NOT_TINY)
    scenes: Iterator[Scene] = importlib.import_module(f"tools.render.scenes.{kind}").scenes(count, seed)
    return scenes


def measure(kind: str, count: int, seed: int) -> dict[str, Answers]:
    """What the reader says of so many scenes, by raw score; cards have two kinds of answers."""
    scenes = told(scenes_for(kind, count, seed), kind, count)
    if kind == "card":
        return answers_of(scenes)
    reader = "pips" if kind == SMALL_PIPS else kind
    answers = Answers()
    for scene in scenes:
        line = read_line(reader, scene.frame, scene.profile, UNMEASURED, scene.before)
        for score, is_right in judge(scene.truth, line, scene.reach, scene.is_readable).answers:
            answers.add(score, is_right)
    return {kind: answers}


def main() -> None:
    """Measure the kinds named on the command line and write calibration.toml."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", nargs="*", choices=KINDS, default=KINDS)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for kind in given.kind:
        measured = measure(kind, given.scenes, given.seed)
        # Read anew for each kind: another run may have written in the meantime.
        sections: dict[str, Any] = tomllib.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.is_file() else {}
        for name, answers in measured.items():
            calibration, objects = fitted(answers.scores, answers.rights), len(answers.scores)
            sections[name] = {
                "made": f"{datetime.now(UTC).date()}: {given.scenes} scenes, seed {given.seed}, {objects} objects",
                "scores": list(calibration.scores),
                "shares": list(calibration.shares),
            }
        MEASURED.write_text(as_toml(sections), encoding="utf-8")


def as_toml(sections: dict[str, Any]) -> str:
    """The text of calibration.toml as it is shipped."""
    by = "python -m tools.measuring.calibrate"
    lines = [f"# Share of right answers by score, measured by `{by}`; not for editing by hand."]
    for kind in sorted(sections):
        section = sections[kind]
        lines += ["", f"[{kind}]", f'made = "{section["made"]}"']
        lines += [f"scores = {section['scores']}", f"shares = {section['shares']}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
