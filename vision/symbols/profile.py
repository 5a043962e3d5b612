"""What the owner's dice look like: a small picture of every face, shipped for the usual dice, taught for others."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.base.errors import BadProfile
from vision.base.files import write_whole
from vision.base.profile_files import quoted, read_file, section_in, write_lines
from vision.marks.profile import MarkProfile, mark_lines, mark_profile_from
from vision.symbols.patches import PATCH, Light, as_levels, as_light

PROFILE_FILE = "symbols.toml"
PICTURES = "symbols"  # folder of the faces' pictures, beside the file
SHIPPED = Path(__file__).parents[1] / "profiles" / "space-dice"
MOST_PICTURES = 4  # of one face; then the oldest is forgotten


@dataclass(frozen=True, slots=True, eq=False)
class FaceLook:
    """One face laid flat, once for every picture it was taught from, each in that picture's light.

    Patches (PATCH, PATCH, 6) hold the light, 0..1, and then for each channel where it was not clipped.
    """

    name: str
    patches: tuple[Light, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SymbolProfile:
    """A set of dice with a printed picture on each face."""

    faces: tuple[FaceLook, ...]
    marks: MarkProfile | None = None  # for light dice whose marks' inks are known as well


def load_symbol_profile(folder: Path) -> SymbolProfile:
    """Read a profile folder; BadProfile names the file and the key if something is amiss."""
    file = folder / PROFILE_FILE
    content = read_file(file, {"faces", "marks"}, "teach the dice first")
    faces = section_in(file, "faces", content.get("faces"), 'at least one line like pink = ["pink-1.png"] is needed')
    marks = mark_profile_from(file, content["marks"]) if "marks" in content else None
    return SymbolProfile(tuple(face_from(file, name, names) for name, names in faces.items()), marks)


def face_from(file: Path, name: str, names: object) -> FaceLook:
    """One line of the [faces] section: a face with its pictures, read and checked."""
    place = f"faces.{name}"
    if not isinstance(names, list) or not names or not all(isinstance(each, str) for each in names):
        raise BadProfile(f"{file}: {place}: names of pictures in {PICTURES}/ are expected, not {names!r}")
    return FaceLook(name, tuple(patch_from(file, place, each) for each in names))


def patch_from(file: Path, place: str, name: str) -> Light:
    """One stored picture of a face, read and checked."""
    if Path(name).name != name:
        raise BadProfile(f"{file}: {place}: {name!r} must be the name of a picture in {PICTURES}/, without folders")
    picture = file.parent / PICTURES / name
    try:
        data = picture.read_bytes()
    except OSError as error:
        raise BadProfile(f"{picture}: cannot be read ({error.strerror}); teach this face again") from error
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if pixels is None or pixels.shape != (2 * PATCH, PATCH, 3):
        raise BadProfile(f"{picture}: a picture of {PATCH} x {2 * PATCH} pixels is expected; teach this face again")
    light = as_light(np.asarray(pixels[:PATCH], np.uint8))
    return np.concatenate([light, pixels[PATCH:] / np.float32(255)], axis=2).astype(np.float32)


def save_symbol_profile(profile: SymbolProfile, folder: Path) -> None:
    """Write a profile folder, made on first use; the old file stays whole until the new one is."""
    lines = [
        "# Dice with a picture on each face: for every face its pictures, laid flat, in the folder symbols.",
        "[faces]",
    ]
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for number, look in enumerate(profile.faces, start=1):
        stem = look.name if look.name.isidentifier() and look.name.isascii() else f"face{number}"
        names = [f"{stem}-{count}.png" for count in range(1, len(look.patches) + 1)]
        for name, patch in zip(names, look.patches, strict=True):
            write_whole(folder / PICTURES / name, encoded(patch))
        lines.append(f"{quoted(look.name)} = [{', '.join(quoted(name) for name in names)}]")
    if profile.marks is not None:
        lines += mark_lines(profile.marks)
    write_lines(folder / PROFILE_FILE, lines)


def encoded(patch: Light) -> bytes:
    """A patch as the picture that is stored: its light above, where its channels are not clipped below."""
    pixels = np.round(np.concatenate([as_levels(patch[..., :3]), patch[..., 3:]]) * 255).astype(np.uint8)
    return bytes(cv2.imencode(".png", pixels)[1])


@functools.cache
def shipped_profile() -> SymbolProfile:
    """The dice Bordbuch knows without being taught."""
    return load_symbol_profile(SHIPPED)
