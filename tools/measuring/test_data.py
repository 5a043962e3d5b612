"""Small pictures with truth for the tests, and one full picture of each kind for `bordbuch bench`.

    python -m tools.measuring.test_data --each 1 --seed 11 [--kind pips ...]

Writes tests/data/KIND/NN.jpg with truth.json (a few of every condition) and device/bench_pictures/KIND.jpg. Cards are
drawn by the tests themselves: what is remembered of a taught deck would be larger than all the pictures.
"""

from __future__ import annotations

import argparse
import importlib
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import cv2

from tools.render.scene import Scene
from vision.base.shrink import reduced

ROOT = Path(__file__).parents[2]
SCENES = {"pips": "pips", "symbols": "simulated", "numbers": "numbers", "balls": "balls"}  # kind: module of scenes
WIDTH = 960  # of the tests' pictures
QUALITY = 85
MOST_SCENES = 400
MOST_FRUITLESS = 24  # conditions come in turns: after so many scenes without a new one all are there
BENCH = ROOT / "device" / "command" / "bench_pictures"
BENCH_CHOICE = 12  # the fullest of so many scenes


def few_of_each(scenes: Iterator[Scene], each: int) -> Iterator[Scene]:
    """The first scenes of every condition; those whose pieces had to be taught are left out."""
    seen: Counter[str] = Counter()
    fruitless = 0
    for scene in scenes:
        if scene.profile is None and seen[scene.condition] < each:
            seen[scene.condition] += 1
            fruitless = 0
            yield scene
        else:
            fruitless += 1
        if fruitless > MOST_FRUITLESS:
            return


def shrunk(scene: Scene) -> tuple[bytes, dict[str, Any]]:
    """A smaller picture as JPEG, and its truth in the smaller picture's pixels."""
    pixels, scale = reduced(scene.frame.pixels, WIDTH)
    truth = dict(scene.truth)
    for kind in ("dice", "cards", "balls"):
        if kind in truth:
            truth[kind] = [
                {**piece, "xy": [round((value + 0.5) * scale - 0.5, 1) for value in piece["xy"]]}
                for piece in truth[kind]
            ]
    about = {"condition": scene.condition, "reach": round(scene.reach * scale, 1), "is_readable": scene.is_readable}
    return jpeg(pixels), {**about, **truth}


def pieces_in(truth: dict[str, Any]) -> int:
    """How many pieces lie there."""
    return sum(len(truth.get(kind, ())) for kind in ("dice", "cards", "balls"))


def jpeg(pixels: Any) -> bytes:
    """The picture encoded as a camera would."""
    done, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise ValueError("OpenCV could not encode a picture")
    return bytes(data.tobytes())


def main() -> None:
    """Render the pictures and write them below tests/data."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=1)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--kind", nargs="*", choices=list(SCENES), default=list(SCENES))
    given = parser.parse_args()
    for kind in given.kind:
        folder = ROOT / "tests" / "data" / kind
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        render = importlib.import_module(f"tools.render.scenes.{SCENES[kind]}").scenes
        truths = {}
        for number, scene in enumerate(few_of_each(render(MOST_SCENES, given.seed), given.each)):
            data, truths[f"{number:02}.jpg"] = shrunk(scene)
            (folder / f"{number:02}.jpg").write_bytes(data)
        (folder / "truth.json").write_text(json.dumps(truths, indent=1) + "\n", encoding="utf-8")
        full = max(islice(render(BENCH_CHOICE, given.seed), BENCH_CHOICE), key=lambda scene: pieces_in(scene.truth))
        BENCH.mkdir(exist_ok=True)
        (BENCH / f"{kind}.jpg").write_bytes(jpeg(full.frame.pixels))


if __name__ == "__main__":
    main()
