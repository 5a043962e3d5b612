"""Play written evenings and print what they cost.

    python -m tools.measuring.friction
    python -m tools.measuring.friction NAME --light normal --top wood --rounds 3 --pressed

Each evening is played once for every light, table top, and with or without what lies about; --seed chooses the dice.
"""

from __future__ import annotations

import argparse
import sys
from itertools import product

from device.simulator.render.scene import Light, Surface
from tools.measuring.friction.evening import EVENINGS, load
from tools.measuring.friction.tables import Condition, rows_of, table
from tools.measuring.friction.tables import counted as count

FIVE_LIGHTS = (Light.NORMAL, Light.DIM, Light.WARM, Light.BRIGHT, Light.SLANTED)


def main() -> None:
    """Print a table for every evening, a row for every light."""
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
    given = parser.parse_args()
    for name in given.evening:
        evening, counted = load(name), []
        for light, top, about in product(given.light, given.top, given.about):
            condition = Condition(Light(light), Surface(top), about == "littered")
            counts = count(evening, condition, given.seed, given.rounds)
            counted.append((condition, counts))
            print(f"{name}, {condition}: {counts}" if given.pressed else f"{name}, {condition}", file=sys.stderr)
        print(table(evening.title, rows_of(counted)), flush=True)
        if len(counted) == 1:
            print(f"Each round: {', '.join(map(str, counted[0][1].by_round))}\n", flush=True)


if __name__ == "__main__":
    main()
