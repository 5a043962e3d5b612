"""Play written evenings and print what they cost.

    python -m tools.measuring.friction
    python -m tools.measuring.friction NAME --light normal --top wood --rounds 3 --pressed
    python -m tools.measuring.friction NAME --kept counts.jsonl --write docs/friction.md

Each evening is played once for every light, table top, and with or without what lies about; --seed chooses the dice.
--kept notes every game in a file and plays none that stands there; --write puts the table into the document.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import product
from pathlib import Path

from device.simulator.render.scene import Light, Surface
from tools.measuring.friction.counts import Counts
from tools.measuring.friction.evening import EVENINGS, load
from tools.measuring.friction.matrix import matrix, write
from tools.measuring.friction.tables import Condition, rows_of, table
from tools.measuring.friction.tables import counted as count

FIVE_LIGHTS = (Light.NORMAL, Light.DIM, Light.WARM, Light.BRIGHT, Light.SLANTED)


def main() -> None:
    """Print a table for every evening, a row for every light."""
    given = _options()
    kept = _kept(given.kept)
    for name in given.evening:
        evening, counted = load(name), []
        for light, top, about in product(given.light, given.top, given.about):
            condition = Condition(Light(light), Surface(top), about == "littered")
            key = f"{name}, {condition}, seed {given.seed}, rounds {given.rounds}"
            if key not in kept:
                kept[key] = count(evening, condition, given.seed, given.rounds)
                _keep(given.kept, key, kept[key])
            counted.append((condition, kept[key]))
            print(f"{key}: {kept[key]}" if given.pressed else key, file=sys.stderr)
        print(table(evening.title, rows_of(counted)), flush=True)
        if len(counted) == 1:
            print(f"Each round: {', '.join(map(str, counted[0][1].by_round))}\n", flush=True)
        if given.write is not None:
            write(given.write, name, matrix(counted, evening.a_round))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = sorted(path.stem for path in EVENINGS.glob("*.toml"))
    parser.add_argument("evening", nargs="*", default=known, help=f"a file, or one of {', '.join(known)}")
    lights, tops = [light.value for light in FIVE_LIGHTS], [top.value for top in Surface]
    parser.add_argument("--light", nargs="*", choices=lights, default=lights)
    parser.add_argument("--top", nargs="*", choices=tops, default=tops)
    parser.add_argument("--about", nargs="*", choices=("swept", "littered"), default=("swept", "littered"))
    parser.add_argument("--rounds", type=int, help="at most, of each evening")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pressed", action="store_true", help="also at which screens was pressed")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="what was counted, one line a game")
    parser.add_argument("--write", type=Path, metavar="DOCUMENT", help="has a place for the table of each evening")
    return parser.parse_args()


def _kept(path: Path | None) -> dict[str, Counts]:
    """What was counted before, by evening and table."""
    if path is None or not path.exists():
        return {}
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["key"]: Counts.from_json(line["counts"]) for line in lines}


def _keep(path: Path | None, key: str, counts: Counts) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, "counts": counts.to_json()}) + "\n")


if __name__ == "__main__":
    main()
