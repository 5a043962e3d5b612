"""The command `bordbuch`: results on stdout, messages on stderr; 0 is fine, 1 failed, 2 wrong use."""

from __future__ import annotations

import argparse
import logging
import logging.handlers
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from device.errors import DeviceError
from device.pieces import BALL_COLOURS, CARD_COLOURS, FACES, READ_KINDS
from games.errors import GameError
from vision.errors import BadProfile, VisionError

FINE, FAILED, WRONG_USE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb and return the exit code."""
    parsed = _parser().parse_args(arguments)
    try:
        code: int = parsed.verb(parsed)
        return code
    except (DeviceError, GameError, VisionError) as error:
        print(f"bordbuch: {error}", file=sys.stderr)
        return WRONG_USE if isinstance(error, LookupError | ValueError) else FAILED
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        print(f"bordbuch: {what}. Check the name, the permissions and the room on the disk.", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return FAILED


def default_folder() -> Path:
    """Where the book is kept if nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "bordbuch"


# --- verbs ---------------------------------------------------------------------------------------------------------


def _play(given: argparse.Namespace) -> int:
    from device.app import play

    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    with_terminal = sys.stdin.isatty() and sys.stdout.isatty() and not given.no_terminal
    _log_to(given.data / "bordbuch.log")
    play(
        given.data,
        game=given.game,
        level=given.level,
        language=given.lang,
        port=given.port,
        seed=given.seed,
        with_terminal=with_terminal,
        stop=stop,
    )
    return FINE


def _read(given: argparse.Namespace) -> int:
    from device.line_readers import Asked, line_reader, without_profile
    from device.reading_lines import read_images

    code = FINE
    try:
        read = line_reader(given.kind, Asked(given.profile, given.count, given.size))
    except BadProfile as error:  # every picture still gets its line: whoever reads them counts on it
        print(f"bordbuch: {error}", file=sys.stderr)
        read, code = without_profile(given.kind, str(error)), WRONG_USE
    return code if read_images(given.images, read, given.debug_dir, sys.stdout) else code or FAILED


def _teach(given: argparse.Namespace) -> int:
    from device.teaching import teach_pictures

    names: list[str] = given.names if isinstance(given.names, list) else [given.names]
    taught = teach_pictures(given.kind, given.profile, names, given.images)
    print(f"{', '.join(names)}: taught into {given.profile}, which now knows {', '.join(taught.known)}")
    for one, other in taught.confusable:
        print(f"{one} and {other} look much alike: teach both again, in another light.", file=sys.stderr)
    return FINE


def _simulate(given: argparse.Namespace) -> int:
    import json
    from functools import partial

    from device.library import load_galaktix_book, load_number_up_book
    from games.galaktix.simulate import simulate as simulate_galaktix
    from games.number_up.simulate import simulate as simulate_number_up

    if given.game == "galaktix":
        galaktix, problems = load_galaktix_book(given.data)
        simulate = partial(simulate_galaktix, galaktix)
    else:
        number_up, problems = load_number_up_book(given.data)
        simulate = partial(simulate_number_up, number_up)
    for problem in problems:
        print(problem, file=sys.stderr)
    progress = _bar(given.games) if sys.stderr.isatty() else None
    distribution = simulate(given.level, given.games, given.player, given.seed, progress)
    print(json.dumps(distribution.to_json(), ensure_ascii=False, indent=2))
    return FINE


def _book(given: argparse.Namespace) -> int:
    from device.book import read_book
    from device.book_table import book_table
    from device.config import load_config
    from device.journal import Journal
    from device.library import load_shelf
    from device.words import Catalogue

    config = load_config(given.data)
    words = Catalogue.load(given.lang or config.language)
    shelf, problems = load_shelf(given.data)
    for problem in problems:
        print(problem, file=sys.stderr)
    with Journal.open(given.data) as journal:
        for name, shelved in shelf.items():
            print(book_table(read_book(journal.results(name), shelved.chapters), words.tell(shelved.title), words))
    return FINE


def _check(given: argparse.Namespace) -> int:
    from device.check import check_data

    return FINE if check_data(given.data, given.files) else FAILED


def _mat(given: argparse.Namespace) -> int:
    from device.config import load_config
    from device.mat_print import print_mat
    from vision.mat_layout import Paper

    print_mat(Paper(given.paper), given.lang or load_config(given.data).language, given.out)
    print(f"{given.out}: the mat for {given.paper.upper()}; print it at 100 %")
    return FINE


def _bench(given: argparse.Namespace) -> int:
    import json

    from device.bench import measure

    print(json.dumps(measure(given.frames), indent=2))
    return FINE


def _bar(total: int) -> Callable[[int], None]:
    """A progress bar on stderr, redrawn at every percent and wiped at the end."""
    shown = -1

    def show(done: int) -> None:
        nonlocal shown
        percent = 100 * done // total
        if percent == shown:
            return
        shown = percent
        bar = "#" * (percent // 4)
        end = "\r\x1b[K" if done == total else ""
        print(f"\r[{bar:<25}] {percent:3} %{end}", end="", file=sys.stderr, flush=True)

    return show


def _log_to(file: Path) -> None:
    """Log into a file that stays small. Where that cannot be, say so and go on without."""
    logging.raiseExceptions = False  # a full disk must not fill the terminal with tracebacks
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(file, maxBytes=500_000, backupCount=1, encoding="utf-8")
    except OSError as error:
        print(f"bordbuch: {file} cannot be written ({error.strerror}); going on without a log.", file=sys.stderr)
        return
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])


# --- the words of the command line ------------------------------------------------------------------------------------


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="bordbuch",
        description="Example: bordbuch play\n\nA companion beside the game table: it sees dice and cards, knows the"
        " rules and keeps the book.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)

    play = _verb(verbs, "play", _play, "bordbuch play galaktix 3 --lang en", "the whole device on the simulated table")
    play.add_argument("game", nargs="?", choices=["galaktix", "number_up"], help="start this game at once")
    play.add_argument("level", nargs="?", help="and this level (default: the first)")
    play.add_argument("--port", type=_whole(0, 65535), help="of the page on 127.0.0.1 (default: 8017)")
    play.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    play.add_argument("--seed", type=int, help="make the simulated table repeatable")
    play.add_argument("--no-terminal", action="store_true", help="only serve the page")
    _data(play)

    read = _verb(verbs, "read", _read, "bordbuch read --as symbols table.jpg", "read pictures, one JSON line each")
    read.add_argument("--as", dest="kind", required=True, choices=READ_KINDS, help="what lies there")
    read.add_argument("--profile", type=Path, metavar="DIR", help="what your pieces look like (default: shipped)")
    read.add_argument(
        "--count", type=_whole(1, 25), help="how many there must be (default: 5 symbols, 2 balls, any pips)"
    )
    read.add_argument("--size", type=int, choices=[5, 6], help="numbers: cards in a row of the full grid")
    read.add_argument("--debug-dir", type=Path, metavar="DIR", help="save what each step saw")
    read.add_argument("images", nargs="+", metavar="IMAGE")

    teach = verbs.add_parser("teach", help="teach what your own pieces look like, from pictures")
    kinds = teach.add_subparsers(title="kinds", metavar="KIND", required=True)
    symbols = _lesson(kinds, "symbols", "--face pink pink.jpg", "teach a face of your dice")
    symbols.add_argument("--face", dest="names", required=True, choices=FACES, help="what all dice show")
    symbols.add_argument("images", type=Path, nargs="+", metavar="IMAGE", help="with all dice showing this face")
    numbers = _lesson(kinds, "numbers", "--colours red,yellow cards.jpg", "teach the colours of your number cards")
    numbers.add_argument(
        "--colours",
        dest="names",
        metavar="COLOUR,...",
        required=True,
        type=_names,
        help=f"of the cards, from left to right and top to bottom; the usual ones are {', '.join(CARD_COLOURS)}",
    )
    numbers.add_argument("images", type=Path, nargs=1, metavar="IMAGE", help="with one card of each of these colours")
    balls = _lesson(kinds, "balls", "--colour red red.jpg", "teach the colour of a ball")
    balls.add_argument("--colour", dest="names", required=True, choices=BALL_COLOURS)
    balls.add_argument("images", type=Path, nargs="+", metavar="IMAGE", help="with balls of this colour and no others")
    card = _lesson(kinds, "card", "--name king king.jpg", "teach a printed card from one picture")
    card.add_argument("--name", dest="names", required=True, help="what the card is called from now on")
    card.add_argument("images", type=Path, nargs=1, metavar="IMAGE", help="the card alone, or lying in the picture")

    simulate = _verb(
        verbs,
        "simulate",
        _simulate,
        "bordbuch simulate galaktix 1 --games 2000 --player greedy --seed 1",
        "let a computer player play, print the distribution of scores as JSON",
    )
    simulate.add_argument("game", choices=["galaktix", "number_up"])
    simulate.add_argument("level")
    simulate.add_argument("--games", type=_whole(1, 1_000_000), default=1000)
    simulate.add_argument("--player", choices=["random", "greedy", "planner"], default="greedy")
    simulate.add_argument("--seed", type=int, default=1)
    _data(simulate)

    book = _verb(verbs, "book", _book, "bordbuch book", "the challenge book")
    book.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    _data(book)

    check = _verb(verbs, "check", _check, "bordbuch check levels.toml", "validate configuration and data files")
    check.add_argument("files", nargs="*", type=Path, metavar="FILE", help="(default: those in the data folder)")
    _data(check)

    mat = _verb(verbs, "mat", _mat, "bordbuch mat --out mat.pdf --paper a4", "the printable mat as a PDF")
    mat.add_argument("--out", type=Path, metavar="FILE.pdf", required=True, help="the file to write")
    mat.add_argument("--paper", choices=["a4", "a3"], default="a4", help="sheet (default: a4; a3 has the card grid)")
    mat.add_argument("--lang", choices=["de", "en"], help="language (default: as configured, else German)")
    _data(mat)

    bench = _verb(verbs, "bench", _bench, "bordbuch bench", "what reading and waiting cost, as ratios, in JSON")
    bench.add_argument("--frames", type=_whole(3, 1000), default=30)
    return parser


def _verb(
    verbs: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    run: Callable[[argparse.Namespace], int],
    example: str,
    what: str,
) -> argparse.ArgumentParser:
    parser = verbs.add_parser(
        name,
        help=what,
        description=f"Example: {example}\n\n{what[0].upper()}{what[1:]}.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(verb=run)
    return parser


def _lesson(
    kinds: argparse._SubParsersAction[argparse.ArgumentParser], kind: str, example: str, what: str
) -> argparse.ArgumentParser:
    parser = _verb(kinds, kind, _teach, f"bordbuch teach {kind} --profile mine {example}", what)
    parser.add_argument("--profile", type=Path, metavar="DIR", required=True, help="a folder, made on first use")
    parser.set_defaults(kind=kind)
    return parser


def _data(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIR", default=default_folder(), help="where the book is kept")


def _names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if not name.isidentifier():
            raise argparse.ArgumentTypeError(f"{name!r} is no name; write them like red,light_blue")
        if names.count(name) > 1:
            raise argparse.ArgumentTypeError(f"{name} may be named once only: one card of each colour")
    return names


def _whole(low: int, high: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be from {low} to {high}, not {value}")
        return value

    return number


if __name__ == "__main__":
    sys.exit(main())
