"""Makes the four networks that read pips, from rendered tables alone.

    python -m tools.training.pips.train finder --work FOLDER [--minutes 25]
    python -m tools.training.pips.train namer --work FOLDER [--minutes 40]
    python -m tools.training.pips.train recounter --work FOLDER [--minutes 70]
    python -m tools.training.pips.train slanter --work FOLDER [--minutes 10]
    python -m tools.training.pips.train opinion --work FOLDER [--scenes 840]

Needs torch, onnx, numpy and OpenCV (in an environment of its own; the device needs none but OpenCV to run the result).
Renders tables into FOLDER once, trains one network and writes vision/dice/face_finding.onnx, vision/pips/naming.onnx,
vision/pips/recount.onnx or vision/pips/slants.onnx. The namer learns from what the finder mistakes for dice, so that
comes first; its second opinion from what both do, so that comes last, changing nothing else. All but the slanter go on
from where they were left in FOLDER, else from the shipped file, unless --anew is given; a new recounter begins as the
namer. The shipped ones were made in several such runs while the tables grew richer (the recounter's last ones with
--first 20001): another run gives their equals, not the same bytes.
Namer and recounter began with 16 first channels; the four that no picture woke were cut out of both files afterwards.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import torch

from tools.training.onnx_files import export
from tools.training.pips.finder_lessons import found_places, train_finder
from tools.training.pips.gather import BARE_SEED, SMALL_SEED, Gathered, gather
from tools.training.pips.going_on import go_on_from
from tools.training.pips.learning import Pictures, Rows, as_input
from tools.training.pips.namer_lessons import lessons, train_namer
from tools.training.pips.networks import Finder, Namer, Recounter, Slanter
from tools.training.pips.opinion_lessons import sighted, train_opinion
from tools.training.pips.recount_lessons import as_tensor, train_recounter
from tools.training.pips.slant_lessons import train_slanter
from vision.dice.face_finding import WEIGHTS as FINDING
from vision.pips.naming import CROP, cut_out
from vision.pips.naming import WEIGHTS as NAMING
from vision.pips.recount import WEIGHTS as RECOUNT
from vision.pips.recount import taken_apart
from vision.pips.slants import SMALL
from vision.pips.slants import WEIGHTS as SLANTS

Net = TypeVar("Net", bound=torch.nn.Module)
SEARCHED = 4500  # of the tables with dice: there the finder's mistakes are looked for, and on all without
LEAST_HEAT = 0.1
SIGHTED_SEED = 60_000  # tables for the opinion: other seeds than those that limits are set on
VIEWS, STEPS = 6, 6000  # of every cut-out, and of learning an opinion
SEARCHED_SCALES = (0.6875, 0.375)  # of the rendered windows


def mistakes(finder: Finder, thrown: Pictures, bare: Pictures) -> Rows:
    """Where the finder sees dice on tables with dice, of all kinds, and on those without, which are numbered after."""
    searched = np.unique(np.linspace(0, len(thrown) - 1, SEARCHED).astype(int))
    numbers = np.concatenate([searched, np.arange(len(thrown), len(thrown) + len(bare))])
    found = []
    for scale in SEARCHED_SCALES:
        for pictures, first in ((thrown[searched], 0), (bare, len(searched))):
            places = found_places(finder.eval(), pictures, scale, LEAST_HEAT)
            places[:, 0] = numbers[places[:, 0].astype(int) + first]
            found.append(places)
    return np.concatenate(found)


def joined(first: Gathered, second: Gathered) -> tuple[Pictures, Rows]:
    """Two sets of scenes and the rows of their dice as one."""
    later = second.dice.copy()
    later[:, 0] += len(first.pictures)
    return np.concatenate([first.pictures, second.pictures]), np.concatenate([first.dice, later])


def begun(network: Net, kept: Path, shipped: Path | None, example: torch.Tensor) -> Net:
    """A network as it was left, else as it is shipped, else as it is."""
    if kept.exists():
        network.load_state_dict(torch.load(kept))
    elif shipped is not None and shipped.exists():
        go_on_from(network, shipped, example)
    return network


def written(network: torch.nn.Module, example: torch.Tensor, path: Path, free: tuple[int, ...]) -> None:
    """Replace a shipped network in one go, so that a reader never meets half a file."""
    new = path.with_suffix(".new")
    export(network, example, new, free)
    new.replace(path)


def main() -> None:
    """Render the tables, train one network and write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("finder", "namer", "recounter", "slanter", "opinion"))
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=7000)
    parser.add_argument("--first", type=int, default=1, help="seed of the first table: another renders others")
    parser.add_argument("--minutes", type=float, default=25.0)
    parser.add_argument("--rate", type=float, default=2.5e-3, help="of learning to name, at the start")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--anew", action="store_true", help="forget the shipped network")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1)
    if given.part == "opinion":
        seen = sighted(given.work / "sighted.npz", SIGHTED_SEED + given.first, given.scenes)
        namer = begun(Namer(), given.work / "namer.pt", NAMING, as_input(seen.crops[:512]))
        written(train_opinion(namer, seen, VIEWS, STEPS, rng), torch.zeros(1, 3, CROP, CROP), NAMING, (0,))
        return
    scenes = gather(given.work / "scenes.npz", given.first, given.scenes, given.threads)
    if given.part == "slanter":
        slanter = train_slanter(Slanter(), scenes, given.minutes, rng)
        written(slanter, torch.zeros(1, 1, SMALL, SMALL), SLANTS, (0,))
        return
    thrown, truth = scenes.pictures, scenes.dice
    if given.part == "recounter":
        small = gather(given.work / "small.npz", SMALL_SEED + given.first - 1, given.scenes, given.threads)
        thrown, truth = joined(scenes, small)
    bare_seed = BARE_SEED + given.first - 1
    bare = gather(given.work / "bare.npz", bare_seed, given.scenes // 3, given.threads).pictures
    kept_finder, kept_namer = given.work / "finder.pt", given.work / "namer.pt"
    shrunken = np.stack([cv2.resize(picture, (128, 128), interpolation=cv2.INTER_AREA) for picture in thrown[:64]])
    finder = begun(Finder(), kept_finder, None if given.anew else FINDING, as_input(shrunken))
    if given.part == "finder":
        finder = train_finder(finder, thrown, bare, truth, given.minutes, rng)
        torch.save(finder.state_dict(), kept_finder)
        written(finder, torch.zeros(1, 3, 256, 448), FINDING, (0, 2, 3))
        return
    found = mistakes(finder, thrown, bare)
    # Tables without dice come last, so the numbers of the scenes in the table of dice hold.
    pictures = np.concatenate([thrown, bare])
    rows = lessons(found, truth, len(pictures), rng)
    places = rows[rng.choice(len(rows), 512)].tolist()
    crops = np.stack([cut_out(pictures[int(number)], x, y, edge) for number, x, y, edge, _ in places])
    namer = begun(Namer(), kept_namer, None if given.anew else NAMING, as_input(crops))
    if given.part == "recounter":
        recounter, kept_recounter = Recounter(), given.work / "recounter.pt"
        recounter.begin_as(namer)
        example = as_tensor(taken_apart(crops.astype(np.float32)))
        recounter = begun(recounter, kept_recounter, None if given.anew else RECOUNT, example)
        recounter = train_recounter(recounter, pictures, rows, given.minutes, given.rate, rng)
        torch.save(recounter.state_dict(), kept_recounter)
        written(recounter, torch.zeros(1, 3, CROP, CROP), RECOUNT, (0,))
        return
    namer = train_namer(namer, pictures, rows, given.minutes, given.rate, rng)
    torch.save(namer.state_dict(), kept_namer)
    written(namer, torch.zeros(1, 3, CROP, CROP), NAMING, (0,))


if __name__ == "__main__":
    main()
