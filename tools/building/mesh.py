"""Printed parts as triangles: reading and writing STL, laying them on the bed, and what makes them printable.

A mesh is an array (n, 3, 3) of corners in millimetres, counter-clockwise seen from outside.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Mesh = NDArray[np.float64]
Points = NDArray[np.float64]

NUMBER = rb"([-+0-9.eE]+)"
VERTEX = re.compile(rb"vertex\s+" + NUMBER + rb"\s+" + NUMBER + rb"\s+" + NUMBER)
SAME = 4  # digits behind the point to which two corners are the same one
FACING = -0.85  # cosine below which two sides of a wall count as facing each other; edges of a wedge do not
ASIDE = np.array([0.5773, 0.2113, 0.7887])  # a direction along which no wall lies


def read_stl(file: Path) -> Mesh:
    """The triangles of an STL file as OpenSCAD writes it, in words."""
    corners = np.array([[float(one) for one in found] for found in VERTEX.findall(file.read_bytes())])
    return corners.reshape(-1, 3, 3)


def write_stl(file: Path, mesh: Mesh) -> None:
    """Write them in the short form that every slicer reads."""
    facets = np.zeros(len(mesh), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
    facets["normal"], facets["corners"] = normals(mesh), mesh
    file.write_bytes(b"Bordbuch".ljust(80) + np.uint32(len(mesh)).tobytes() + facets.tobytes())


def normals(mesh: Mesh) -> Points:
    """Which way each triangle looks, as unit vectors; zero for one without an area."""
    across = np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0])
    lengths = np.linalg.norm(across, axis=1, keepdims=True)
    return np.divide(across, lengths, out=np.zeros_like(across), where=lengths > 0)


def areas(mesh: Mesh) -> NDArray[np.float64]:
    """The area of each triangle."""
    return np.linalg.norm(np.cross(mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0]), axis=1) / 2


def volume(mesh: Mesh) -> float:
    """What a closed mesh holds, in cubic millimetres; negative if it is inside out."""
    return float(np.einsum("ij,ij->i", mesh[:, 0], np.cross(mesh[:, 1], mesh[:, 2])).sum() / 6)


def open_edges(mesh: Mesh) -> int:
    """How many edges are not shared by just two triangles that go along them in opposite directions."""
    numbers: dict[tuple[float, ...], int] = {}
    corners = [[numbers.setdefault(tuple(corner), len(numbers)) for corner in one] for one in mesh.round(SAME).tolist()]
    directed = Counter((one[i], one[(i + 1) % 3]) for one in corners for i in range(3))
    return sum(1 for (a, b), times in directed.items() if times != 1 or directed[b, a] != 1)


def size(mesh: Mesh) -> Points:
    """Width, depth and height."""
    corners = mesh.reshape(-1, 3)
    return corners.max(axis=0) - corners.min(axis=0)


def laid(mesh: Mesh, down: tuple[float, float, float]) -> Mesh:
    """The same turned so that what looked `down` lies on the bed, with its corner in the bed's."""
    wanted = np.array(down) / np.linalg.norm(down)
    helper = np.array([1.0, 0.0, 0.0]) if abs(wanted[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    right = np.cross(helper, wanted) / np.linalg.norm(np.cross(helper, wanted))
    turn = np.stack([np.cross(right, -wanted), right, -wanted])
    turned = mesh @ turn.T
    return turned - turned.reshape(-1, 3).min(axis=0)


def hits(mesh: Mesh, origins: Points, directions: Points) -> NDArray[np.float64]:
    """How far along each ray each triangle is met, (rays, triangles); infinite where it is not."""
    first, second = mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0]
    across = np.cross(directions[:, None], second[None])
    lean = np.einsum("rti,ti->rt", across, first)
    with np.errstate(divide="ignore", invalid="ignore"):
        away = origins[:, None] - mesh[None, :, 0]
        u = np.einsum("rti,rti->rt", away, across) / lean
        turned = np.cross(away, first[None])
        v = np.einsum("rti,ri->rt", turned, directions) / lean
        far = np.einsum("rti,ti->rt", turned, second) / lean
        is_met = (np.abs(lean) > 1e-12) & (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 1e-6)
    return np.where(is_met, far, np.inf)


def thinnest(mesh: Mesh, samples: int = 600, seed: int = 1) -> float:
    """The thinnest wall that was met from points all over the surface; only sides that face each other make a wall."""
    generator = np.random.default_rng(seed)
    chosen = generator.choice(len(mesh), samples, p=areas(mesh) / areas(mesh).sum())
    shares = generator.dirichlet((1.0, 1.0, 1.0), samples)
    looks = normals(mesh)
    origins = np.einsum("ri,rij->rj", shares, mesh[chosen])
    least = np.inf
    for some in np.array_split(np.arange(samples), max(1, samples // 50)):
        far = hits(mesh, origins[some] - 1e-4 * looks[chosen[some]], -looks[chosen[some]])
        nearest = far.argmin(axis=1)
        facing = np.einsum("ri,ri->r", looks[nearest], looks[chosen[some]]) < FACING
        least = min([least, *far[np.arange(len(some)), nearest][facing].tolist()])
    return float(least)


def inside(mesh: Mesh, points: Points) -> NDArray[np.bool_]:
    """Which points lie in the material: a ray from there meets the surface an odd number of times."""
    found = [
        np.isfinite(hits(mesh, some, np.broadcast_to(ASIDE, some.shape))).sum(axis=1) % 2 == 1
        for some in np.array_split(points, max(1, len(points) // 100))
    ]
    return np.concatenate(found)


def hanging(mesh: Mesh, degrees: float = 40.0) -> float:
    """How much of a part that lies on the bed hangs over nothing flatter than this, in square millimetres."""
    looks = normals(mesh)
    is_on_bed = mesh[:, :, 2].max(axis=1) < 0.05
    return float(areas(mesh)[(looks[:, 2] < -np.cos(np.radians(degrees))) & ~is_on_bed].sum())
