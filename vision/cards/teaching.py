"""Taught cards: what is remembered of each, made from one picture, kept in a folder that can be copied."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.base.errors import BadProfile, NothingToLearn
from vision.base.files import write_whole
from vision.base.shrink import reduced
from vision.cards.alignment import clearly_printed_parts
from vision.cards.cut_out import LEAST_PRINT, LONGER_SIDE, card_in
from vision.cards.features import DESCRIPTOR_LENGTH, Features, find_features
from vision.cards.matching import VOTERS

CARDS_FOLDER = "cards"
SMALLEST_SIDE = 24
MOST_FEATURES = 400
LEAST_CONTRAST = 0.02  # of SIFT, after the contrast was stretched
CLEAR_PRINT = 18.0  # grey levels of spread in a part of a card; in bare wood 14, in the sign of an ace 26 and more
LEAST_CLEAR_PARTS = 2  # of 35 with such print; an ace in a picture cut to it has 3 and more, bare wood and felt 0
THUMBNAIL = 32  # squashed to a square, so that all cards can be compared in one product
FINE = (128, 96)  # rows and columns in which the fine print of all cards is compared in one product
FINE_WINDOW = 9
RIM_WIDTH = 0.04  # of the longer side
RIM_LEVELS = 30.0  # grey levels that count as the same colour
RIMS = 12  # taught cards whose rims are looked at
KIN_PARTS = (4, 3)  # rows and columns in which two cards are held against each other
SHARED_PARTS = 3  # cards that share as many have the same picture, or the same words
LEAST_KIN_PRINT = 0.3  # of a card's usual print: parts with less resemble each other by chance
MANY = 8  # as many cards show what print they all share: frames and lines, which tell none of them
GOOD_NAME = re.compile(r"[^\W_](?:[\w .+'()&-]{0,78}[\w.+')])?")


@dataclass(frozen=True, slots=True)
class TaughtCard:
    """What is remembered of one card."""

    picture: NDArray[np.uint8]  # the flat card, (height, width, 3), longer side LONGER_SIDE or less
    features: Features  # of that picture

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the remembered picture."""
        return self.picture.shape[1], self.picture.shape[0]


def teach_card(pixels: NDArray[np.uint8]) -> TaughtCard:
    """Remember the card in this picture: one card lies in it, or the picture is the card."""
    card = card_in(pixels)
    picture, _ = reduced(card, LONGER_SIDE)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    if min(grey.shape) < SMALLEST_SIDE:
        raise NothingToLearn(
            f"the card is only {grey.shape[1]}x{grey.shape[0]} pixels; take the picture from nearer by"
        )
    if float(grey.std()) < LEAST_PRINT:
        raise NothingToLearn("there is next to nothing on this card; is it face up, and is there enough light?")
    if card is pixels and clearly_printed_parts(grey, CLEAR_PRINT) < LEAST_CLEAR_PARTS:
        raise NothingToLearn("there is no card, only bare table; lay it face up on a plain table of another colour")
    return TaughtCard(np.ascontiguousarray(picture), find_features(grey, MOST_FEATURES, LEAST_CONTRAST))


@dataclass(frozen=True, slots=True)
class Rim:
    """The strip just inside a card's edge."""

    colour: NDArray[np.float64]  # blue, green, red
    share: float  # of the strip that has about this colour


def rim_of(picture: NDArray[np.uint8]) -> Rim:
    """The middle colour of the strip just inside a card's edge and how much of the strip has about this colour."""
    strip = max(2, round(RIM_WIDTH * max(picture.shape[:2])))
    skipped = strip // 2  # the very edge shows the table
    inner = picture[skipped : picture.shape[0] - skipped, skipped : picture.shape[1] - skipped]
    rim = np.concatenate(
        [side.reshape(-1, 3) for side in (inner[:strip], inner[-strip:], inner[:, :strip], inner[:, -strip:])]
    )
    colour = np.median(rim, axis=0)
    return Rim(colour, float(np.mean(np.abs(rim - colour).max(axis=1) <= RIM_LEVELS)))


def common_rim(pictures: list[NDArray[np.uint8]]) -> Rim:
    """What most of these cards have along their edge: the cards of a game have the same."""
    rims = [rim_of(picture) for picture in pictures[:: 1 + len(pictures) // RIMS]]
    if not rims:
        return Rim(np.zeros(3), 0.0)
    return Rim(np.median([rim.colour for rim in rims], axis=0), float(np.median([rim.share for rim in rims])))


@dataclass(frozen=True, slots=True)
class TaughtCards:
    """All cards of a profile, with what the search needs laid out side by side."""

    names: tuple[str, ...]
    cards: tuple[TaughtCard, ...]
    looks: tuple[NDArray[np.float32], ...]  # of each card's features
    voters: NDArray[np.float32]  # the most useful looks of all cards, one below the other
    voter_cards: NDArray[np.intp]  # where each card's rows begin among the voters
    thumbnails: NDArray[np.float32]  # (cards, values), unit vectors
    details: NDArray[np.float32]  # the same for the fine print
    rim: Rim  # what most of them have along their edge
    kinship: NDArray[
        np.float32
    ]  # of each card: likeness of the parts it shares with another, without the print that all share

    @classmethod
    def of(cls, cards: Mapping[str, TaughtCard]) -> TaughtCards:
        """Lay out the given cards, by name."""
        names = tuple(sorted(cards))
        taught = tuple(cards[name] for name in names)
        looks = tuple(card.features.unit_looks() for card in taught)
        # A card without any points still needs a row for the vote to count by: one that resembles nothing.
        blank = np.zeros((1, DESCRIPTOR_LENGTH), np.float32)
        voters = [look[:VOTERS] if len(look) else blank for look in looks]
        details = np.array([fine_print(card.picture) for card in taught], np.float32)
        return cls(
            names,
            taught,
            looks,
            np.vstack(voters) if voters else blank[:0],
            np.cumsum([0, *(len(rows) for rows in voters[:-1])]).astype(np.intp) if voters else np.zeros(0, np.intp),
            np.array([thumbnail(card.picture) for card in taught], np.float32).reshape(
                len(taught), THUMBNAIL * THUMBNAIL * 3
            ),
            details.reshape(len(taught), FINE[0] * FINE[1]),
            common_rim([card.picture for card in taught]),
            kinship(details, [fine_print(np.ascontiguousarray(card.picture[::-1, ::-1])) for card in taught]),
        )

    def __len__(self) -> int:
        return len(self.names)

    @classmethod
    def load(cls, folder: Path) -> TaughtCards:
        """Read all cards of a profile folder; BadProfile names the file that is no taught card."""
        cards = folder / CARDS_FOLDER
        if not cards.is_dir():
            raise BadProfile(f"{cards}: there are no taught cards here; teach the first one into this profile")
        return cls.of({path.stem: load_card(path) for path in sorted(cards.glob("*.npz"))})

    def save(self, folder: Path) -> None:
        """Write every card into the profile folder, which is made if it is not there."""
        for name, card in zip(self.names, self.cards, strict=True):
            save_card(folder, name, card)


def thumbnail(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A card squashed to a small square, without its mean colour, as a unit vector."""
    small = cv2.resize(picture, (THUMBNAIL, THUMBNAIL), interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean(axis=(0, 1))
    return np.asarray(small.ravel() / max(float(np.linalg.norm(small)), 1e-6), np.float32)


def fine_print(picture: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A card's grey picture squashed to one size, without what is larger than a letter, as a unit vector."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, FINE[::-1], interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= cv2.boxFilter(small, -1, (FINE_WINDOW, FINE_WINDOW))
    return np.asarray(small.ravel() / max(float(np.linalg.norm(small)), 1e-6), np.float32)


def likenesses(taught: NDArray[np.float32], views: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """(cards, views): how like each taught card is to some views of what is seen, all of them unit vectors."""
    # Without the library for large matrices: what it gains by a second thread it loses by waiting for it.
    return np.stack([np.einsum("ij,j->i", taught, np.ascontiguousarray(view)) for view in views], axis=1)


def kinship(details: NDArray[np.float32], upside_down: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """How like each card is to its nearest other, in the few parts in which they are most alike.

    1 for all as long as a few cards cannot show what print they all share.
    """
    if len(details) < MANY:
        return np.ones(len(details), np.float32)
    shared = details.mean(axis=0)
    own, turned = (parts_of(np.asarray(rows, np.float32) - shared) for rows in (details, upside_down))
    nearest = np.maximum(shared_likeness(own, own), shared_likeness(own, turned))
    return np.asarray(nearest.max(axis=1), np.float32)


def parts_of(details: NDArray[np.float32]) -> NDArray[np.float32]:
    """Fine prints in parts, (parts, cards, values): unit vectors, zero where a part has next to no print."""
    rows, columns = KIN_PARTS
    apart = details.reshape(len(details), rows, FINE[0] // rows, columns, FINE[1] // columns)
    parts = apart.transpose(1, 3, 0, 2, 4).reshape(rows * columns, len(details), -1)
    lengths = np.linalg.norm(parts, axis=2)
    usual = np.sqrt((lengths**2).mean(axis=0))
    printed = lengths > LEAST_KIN_PRINT * np.maximum(usual, 1e-6)
    return np.asarray(parts * (printed / np.maximum(lengths, 1e-6))[:, :, np.newaxis], np.float32)


def shared_likeness(parts: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """(cards, cards): the likeness that at least SHARED_PARTS parts of two cards reach; -1 of a card to itself."""
    likeness = parts @ others.transpose(0, 2, 1)
    shared = np.sort(likeness, axis=0)[-SHARED_PARTS]
    np.fill_diagonal(shared, -1.0)
    return np.asarray(shared, np.float32)


def save_card(folder: Path, name: str, card: TaughtCard) -> Path:
    """Write one card into a profile folder, replacing one of the same name; returns its file."""
    if not GOOD_NAME.fullmatch(name):
        raise BadProfile(f"{name!r} cannot be a card's name: use letters, digits, spaces and . _ + ' ( ) & -")
    cards = folder / CARDS_FOLDER
    cards.mkdir(parents=True, exist_ok=True)
    done, png = cv2.imencode(".png", card.picture)
    if not done:
        raise BadProfile(f"{name}: the card's picture cannot be stored")
    data = io.BytesIO()
    features = card.features
    np.savez_compressed(
        data,
        picture=np.asarray(png, np.uint8).ravel(),
        places=features.places,
        sizes=features.sizes,
        turns=features.turns,
        looks=features.looks,
    )
    path = cards / f"{name}.npz"
    write_whole(path, data.getvalue())
    return path


def load_card(path: Path) -> TaughtCard:
    """Read one card's file; BadProfile if it is damaged or something else."""
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            if not isinstance(stored, np.lib.npyio.NpzFile):
                raise BadProfile(f"{path}: this is no taught card; teach it again")
            values = {key: stored[key] for key in ("picture", "places", "sizes", "turns", "looks")}
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        raise BadProfile(f"{path}: this is no taught card or it is damaged ({error}); teach it again") from error
    encoded = values.pop("picture")
    is_encoded = encoded.dtype == np.uint8 and encoded.ndim == 1 and len(encoded) > 0
    picture = cv2.imdecode(encoded, cv2.IMREAD_COLOR) if is_encoded else None
    if picture is None:
        raise BadProfile(f"{path}: the card's picture is damaged; teach it again")
    count = len(values["places"]) if values["places"].ndim else -1
    wanted = {
        "places": ((count, 2), np.float32),
        "sizes": ((count,), np.float32),
        "turns": ((count,), np.float32),
        "looks": ((count, DESCRIPTOR_LENGTH), np.uint8),
    }
    for key, (shape, kind) in wanted.items():
        if values[key].shape != shape or values[key].dtype != kind or not np.all(np.isfinite(values[key])):
            raise BadProfile(f"{path}: {key} is not what a taught card has there; teach it again")
    return TaughtCard(np.asarray(picture, np.uint8), Features(**values))
