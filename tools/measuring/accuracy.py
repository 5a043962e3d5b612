"""How well everything is read: the tables of docs/accuracy.md, and a sheet of the hardest tables.

    python -m tools.measuring.accuracy --photos ../shared/photos --scenes 60 --seed 7 --sheet docs/hardest.jpg

right: every object found at its place with its name, and nothing else; where nobody could read surely (a leaning die, a
covered card), not being sure is right. sure: taken without asking, as a share of what is right and could be sure. wrong
while sure: the figure that must be 0; at most: the rate of it that these tables leave possible, with a trust of 95 %.
The scenes' seed is another one than the confidences were measured with. Five dice of d6-tray whose truth is mistaken
count as the photographs show them (tools/measuring/photo_sets.py).
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2

from tools.measuring.contact_sheet import Tile, contact_sheet, hardest
from tools.measuring.judging import Row, Verdict, judge, reliability, upper_bound
from tools.measuring.photo_sets import SETS, PhotoSet, photos
from tools.measuring.progress import told
from tools.measuring.readers import READERS, Line, read_line
from tools.render.scene import Scene
from vision.base.frame import Frame

COLUMNS = "scenes | scenes right | objects right | sure of right | wrong while sure | at most | ms"
RULE = "---:|---:|---:|---:|---:|---:|---:|"
TELLING = 20  # scenes from which a bound says anything
TILES_OF_A_KIND = 6  # on the sheet of the hardest
RENDERED = {  # title: how it is read, and the module and function that render it; all of it in a game is littered
    "pips": ("pips", "pips:scenes"),
    "pips in a game": ("pips", "pips:evenings_alone"),
    "pips in a game, with the table before": ("pips", "pips:evenings"),
    "symbols, shipped dice on the simulated table": ("symbols", "simulated:scenes"),
    "symbols, dice of random styles taught before": ("symbols", "symbols:scenes"),
    "symbols in a game, usual dice, shipped": ("symbols", "evening:usual_alone"),
    "symbols in a game, usual dice, shipped, with the table before": ("symbols", "evening:usual_evenings"),
    "symbols in a game, usual dice, shipped, one leans, with the table before": ("symbols", "evening:usual_leaning"),
    "symbols in a game, random styles taught before": ("symbols", "evening:taught_alone"),
    "symbols in a game, random styles taught before, with the table before": ("symbols", "evening:taught_evenings"),
    "numbers": ("numbers", "numbers:scenes"),
    "balls": ("balls", "balls:scenes"),
    "card": ("card", "card:scenes"),
}


def read_all(kind: str, scenes: Iterable[Scene]) -> Iterator[tuple[Scene, Verdict, float]]:
    """Read and judge these scenes; with the seconds each reading took."""
    for scene, _, verdict, spent in read_each(kind, scenes):
        yield scene, verdict, spent


def read_each(kind: str, scenes: Iterable[Scene]) -> Iterator[tuple[Scene, Line, Verdict, float]]:
    """The same, with what was read."""
    for scene in scenes:
        began = time.perf_counter()
        line = read_line(kind, scene.frame, scene.profile, before=scene.before)
        spent = time.perf_counter() - began
        yield scene, line, judge(scene.truth, line, scene.reach, scene.is_readable), spent


def row_of(name: str, results: list[tuple[Scene, Verdict, float]]) -> Row:
    """Many readings as one row."""
    spent = 1000 * sum(spent for _, _, spent in results) / max(1, len(results))
    return Row.of(name, [verdict for _, verdict, _ in results], spent)


def written(row: Row) -> str:
    """A row in Markdown, without its first cell."""
    objects = f"{row.objects_right} of {row.objects}" if row.objects else "–"
    sure = f"{row.sure_of_right:.0%}" if row.could_be_sure else "–"
    bound = f"{upper_bound(row.wrong_while_sure, row.scenes):.1%}" if row.scenes >= TELLING else "–"
    return (
        f"{row.scenes} | {row.right / max(1, row.scenes):.1%} | {objects} | {sure} "
        f"| {row.wrong_while_sure} | {bound} | {row.milliseconds:.0f} |"
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


def section(title: str, count: int, seed: int, most_tiles: int) -> tuple[str, list[Tile]]:
    """What is said about one kind of tables of our own, and the hardest of them to look at."""
    cv2.setNumThreads(1)
    kind, drawn_by = RENDERED[title]
    module, _, function = drawn_by.partition(":")
    scenes = getattr(importlib.import_module(f"tools.render.scenes.{module}"), function)(count, seed)
    groups: defaultdict[str, list[tuple[Scene, Verdict, float]]] = defaultdict(list)
    tiles: list[Tile] = []
    for scene, line, verdict, spent in read_each(kind, told(scenes, kind, count)):
        # Pictures are large and only the hardest are looked at again.
        bare = replace(scene, frame=Frame(scene.frame.pixels[:1, :1]), before=None)
        groups[scene.condition].append((bare, verdict, spent))
        tiles = hardest([*tiles, Tile.of(kind, scene, line, verdict)], most_tiles)
    results = [result for group in groups.values() for result in group]
    lines = [f"## {title}: tables of our own, by condition", "", f"| condition | {COLUMNS} |", f"|---|{RULE}"]
    lines += [f"| {condition} | {written(row_of(condition, group))}" for condition, group in groups.items()]
    lines += [f"| all | {written(row_of('all', results))}", ""]
    lines += ["| confidence | objects | predicted | observed |", "|---|---:|---:|---:|"]
    answers = (each for _, verdict, _ in results for each in verdict.answers)
    for low, high, objects, mean, share in reliability(answers):
        lines.append(f"| {low:.2f}–{high:.2f} | {objects} | {mean:.3f} | {share:.3f} |")
    return "\n".join(lines) + "\n", tiles


def main() -> None:
    """Print the rows of docs/accuracy.md."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, help="folder with the photo sets")
    parser.add_argument("--scenes", type=int, default=60, help="of each kind")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--kind", nargs="*", choices=list(READERS), default=list(READERS))
    parser.add_argument("--sheet", type=Path, metavar="FILE.jpg", help="draw the hardest tables of each kind there")
    parser.add_argument("--jobs", type=int, default=1, help="kinds measured at the same time; more spoil the ms")
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
    titles = [title for title, (kind, _) in RENDERED.items() if kind in given.kind]
    asked = [(title, given.scenes, given.seed, TILES_OF_A_KIND) for title in titles]
    tiles: list[Tile] = []
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for text, hard in pool.imap(in_one, asked):
            print(text, flush=True)
            tiles += hard
    if given.sheet is not None:
        cv2.imwrite(str(given.sheet), contact_sheet(tiles), [cv2.IMWRITE_JPEG_QUALITY, 60])
        print(f"![The hardest tables of each kind, and what was read]({given.sheet.name})\n")
        print("The hardest tables of each kind: wrong ones first, then doubted ones; with what was read there.")


def in_one(asked: tuple[str, int, int, int]) -> tuple[str, list[Tile]]:
    """A section, asked for in one word."""
    return section(*asked)


if __name__ == "__main__":
    main()
