"""How well everything is read: the tables of docs/accuracy.md.

    python -m tools.measuring.accuracy --photos ../shared/photos --scenes 60 --seed 7 > docs/accuracy.md

right: every object found at its place with its name, and nothing else; where nobody could read surely (a leaning die, a
covered card), not being sure is right. sure: taken without asking, as a share of what is right and could be sure. wrong
while sure: the figure that must be 0. The scenes' seed is another one than the confidences were measured with. Five
dice of d6-tray whose truth is mistaken count as the photographs show them (tools/measuring/photo_sets.py).
"""

from __future__ import annotations

import argparse
import importlib
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import cv2

from tools.measuring.judging import Row, Verdict, judge, reliability
from tools.measuring.photo_sets import SETS, PhotoSet, photos
from tools.measuring.progress import told
from tools.measuring.readers import READERS, read_line
from tools.render.scene import Scene

COLUMNS = "scenes | scenes right | objects right | sure of right | wrong while sure | ms"
RULE = "---:|---:|---:|---:|---:|---:|"
RENDERED = {  # title: how it is read, and the module that renders it
    "pips": ("pips", "pips"),
    "symbols, shipped dice on the simulated table": ("symbols", "simulated"),
    "symbols, dice of random styles taught before": ("symbols", "symbols"),
    "numbers": ("numbers", "numbers"),
    "balls": ("balls", "balls"),
    "card": ("card", "card"),
}


def read_all(kind: str, scenes: Iterable[Scene]) -> Iterator[tuple[Scene, Verdict, float]]:
    """Read and judge these scenes; with the seconds each reading took."""
    for scene in scenes:
        began = time.perf_counter()
        line = read_line(kind, scene.frame, scene.profile)
        spent = time.perf_counter() - began
        yield scene, judge(scene.truth, line, scene.reach, scene.is_readable), spent


def row_of(name: str, results: list[tuple[Scene, Verdict, float]]) -> Row:
    """Many readings as one row."""
    spent = 1000 * sum(spent for _, _, spent in results) / max(1, len(results))
    return Row.of(name, [verdict for _, verdict, _ in results], spent)


def written(row: Row) -> str:
    """A row in Markdown, without its first cell."""
    objects = f"{row.objects_right} of {row.objects}" if row.objects else "–"
    sure = f"{row.sure_of_right:.0%}" if row.could_be_sure else "–"
    return (
        f"{row.scenes} | {row.right / max(1, row.scenes):.1%} | {objects} | {sure} "
        f"| {row.wrong_while_sure} | {row.milliseconds:.0f} |"
    )


def photo_rows(folder: Path, sets: Iterable[PhotoSet]) -> Iterator[str]:
    """One row for each set of pictures that others made."""
    yield f"| set | read as | {COLUMNS} | wanted |"
    yield f"|---|---|{RULE}---|"
    with tempfile.TemporaryDirectory() as profiles:
        for chosen in sets:
            results = list(read_all(chosen.kind, told(photos(folder, chosen, Path(profiles)), chosen.name, 0)))
            wanted = f"{chosen.least_right:.0%} of the {'objects' if chosen.counts_objects else 'scenes'}"
            origin = "photos" if chosen.is_real else "path-traced"
            yield f"| {chosen.name} ({origin}) | {chosen.kind} | {written(row_of(chosen.name, results))} {wanted} |"


def main() -> None:
    """Print the rows of docs/accuracy.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, help="folder with the photo sets")
    parser.add_argument("--scenes", type=int, default=60, help="of each kind")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kind", nargs="*", choices=list(READERS), default=list(READERS))
    given = parser.parse_args()
    cv2.setNumThreads(1)
    print("# How well everything is read\n")
    print(
        f"Made by `python -m tools.measuring.accuracy --scenes {given.scenes} --seed {given.seed}`"
        f" on {datetime.now(UTC).date()}"
    )
    print(f"with OpenCV {cv2.__version__}; single frames, one thread.\n")
    print(" ".join((__doc__ or "").split("\n\n")[2].split()) + "\n")
    if given.photos is not None and given.photos.is_dir():
        print("## Pictures that others made\n")
        for line in photo_rows(given.photos, [each for each in SETS if each.kind in given.kind]):
            print(line, flush=True)
        print()
    for title, (kind, module) in RENDERED.items():
        if kind not in given.kind:
            continue
        scenes = importlib.import_module(f"tools.render.scenes.{module}").scenes(given.scenes, given.seed)
        results = list(read_all(kind, told(scenes, kind, given.scenes)))
        print(f"## {title}: tables of our own, by condition\n\n| condition | {COLUMNS} |\n|---|{RULE}")
        groups: defaultdict[str, list[tuple[Scene, Verdict, float]]] = defaultdict(list)
        for result in results:
            groups[result[0].condition].append(result)
        for condition, group in groups.items():
            print(f"| {condition} | {written(row_of(condition, group))}")
        print(f"| all | {written(row_of('all', results))}\n", flush=True)
        print("| confidence | objects | predicted | observed |\n|---|---:|---:|---:|")
        for low, high, count, mean, share in reliability(each for _, verdict, _ in results for each in verdict.answers):
            print(f"| {low:.2f}–{high:.2f} | {count} | {mean:.3f} | {share:.3f} |")
        print(flush=True)


if __name__ == "__main__":
    main()
