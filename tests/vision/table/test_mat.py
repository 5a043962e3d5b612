"""The mat is found, measured and laid flat; what is no mat is not taken for one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.table.drawn_mat import PIXELS_PER_MM, Photo, fill, photographed, sheet, to_picture
from vision.base.frame import Frame
from vision.table.mat import Area, find_mat, flattened, mapped
from vision.table.mat_layout import Box, Paper, grid_crossings, grid_fits, layout_of

PHOTOS = {
    "a4 from above": Photo(tilt_degrees=0.0),
    "a4 at a slant": Photo(tilt_degrees=35.0),
    "a4 steep, small, blurred": Photo(pixels_per_mm=2.2, tilt_degrees=45.0, blur=1.3),
    "a4 upside down, dim": Photo(pixels_per_mm=2.4, heading_degrees=180.0, exposure=0.15, noise=5.0),
    "a4 askew, warm": Photo(pixels_per_mm=2.2, heading_degrees=77.0, kelvin=2700.0),
    "a3 across": Photo(Paper.A3, 2.2, heading_degrees=90.0),
    "a3 across, at a slant": Photo(Paper.A3, 2.0, tilt_degrees=30.0, heading_degrees=-90.0, noise=4.0),
    "a3 upright and small": Photo(Paper.A3, 1.5, tilt_degrees=20.0),
}


def covered(frame: Frame, photo: Photo, *markers: int) -> Frame:
    """The same picture with something brown on some of the markers."""
    pixels = frame.pixels.copy()
    for number in markers:
        corners = mapped(to_picture(photo), np.array(layout_of(photo.paper).markers[number].corners()))
        cv2.fillConvexPoly(pixels, np.rint(corners).astype(np.int32), (70, 90, 120))
    return Frame(pixels)


def places(paper: Paper) -> NDArray[np.float64]:
    width, height = layout_of(paper).size
    return np.array([(x * width, y * height) for x in (0.05, 0.5, 0.95) for y in (0.05, 0.5, 0.95)])


@pytest.mark.parametrize("name", PHOTOS)
def test_the_mat_is_where_it_was_photographed(name: str) -> None:
    photo = PHOTOS[name]
    mat = find_mat(photographed(photo))
    assert mat is not None
    assert mat.paper is photo.paper
    spots = places(photo.paper)
    misses = np.hypot(*(mat.in_picture(spots) - mapped(to_picture(photo), spots)).T)
    print(f"{name}: {mat.markers} markers, worst place off by {misses.max():.2f} pixels")
    assert misses.max() < 1.0
    assert np.allclose(mat.on_sheet(mat.in_picture(spots)), spots, atol=1e-6)


@pytest.mark.parametrize("hidden", [40, 41, 42, 43])
def test_three_markers_are_enough(hidden: int) -> None:
    photo = Photo(tilt_degrees=20.0)
    mat = find_mat(covered(photographed(photo), photo, hidden))
    assert mat is not None
    assert mat.markers == 3
    spots = places(photo.paper)
    assert np.hypot(*(mat.in_picture(spots) - mapped(to_picture(photo), spots)).T).max() < 3.4  # a millimetre


def test_two_markers_are_not() -> None:
    photo = Photo()
    assert find_mat(covered(photographed(photo), photo, 40, 42)) is None


@pytest.mark.parametrize("name", PHOTOS)
def test_a_die_on_the_mat_has_its_size_in_the_flat_picture(name: str) -> None:
    photo = PHOTOS[name]
    upon = sheet(photo.paper).copy()
    middle = layout_of(photo.paper).field.centre
    die = Box(middle[0] - 50, middle[1] + 12, 16.0, 16.0)
    far = Box(middle[0] + 70, middle[1] - 40, 16.0, 16.0)
    fill(upon, die, (250, 250, 250))
    fill(upon, far, (250, 250, 250))
    frame = photographed(photo, upon)
    mat = find_mat(frame)
    assert mat is not None
    flat = flattened(frame, mat)
    assert flat.frame.pixels.shape[1] == round(layout_of(photo.paper).field.width * flat.pixels_per_mm)
    grey = cv2.cvtColor(flat.frame.pixels, cv2.COLOR_BGR2GRAY)
    _, light = cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)
    _, _, stats, centres = cv2.connectedComponentsWithStats(light)
    field = layout_of(photo.paper).field
    for box in (die, far):
        wanted = (np.array(box.centre) - (field.x, field.y)) * flat.pixels_per_mm - 0.5
        distances = np.hypot(*(centres[1:] - wanted).T)
        number = int(np.argmin(distances)) + 1
        assert distances[number - 1] < 0.5 * flat.pixels_per_mm
        # Light bodies bloom: up to a pixel at each edge.
        assert abs(stats[number, cv2.CC_STAT_AREA] ** 0.5 - 16 * flat.pixels_per_mm) < 2
        there = mapped(to_picture(photo), np.array([box.centre]))[0]
        assert np.hypot(*(np.array(flat.back(*centres[number])) - there)) < 1.5


def test_the_flat_picture_is_true_to_scale_within_a_hundredth() -> None:
    photo = Photo(tilt_degrees=30.0, heading_degrees=8.0, pixels_per_mm=3.0)
    frame = photographed(photo)
    mat = find_mat(frame)
    assert mat is not None
    flat = flattened(frame, mat, Area.SHEET)
    # The check line's ends are 100 mm apart on the sheet; where does the true camera say they are?
    ends = np.array([[40.0, 190.0], [140.0, 190.0]])
    here = mapped(np.linalg.inv(flat.to_picture), mapped(to_picture(photo), ends))
    assert np.hypot(*(here[1] - here[0])) / flat.pixels_per_mm == pytest.approx(100.0, rel=0.01)


def test_what_is_no_mat_is_not_found() -> None:
    rng = np.random.default_rng(3)
    noise = rng.integers(0, 256, (864, 1536, 3), dtype=np.uint8)
    squares = np.kron(rng.integers(0, 2, (54, 96), dtype=np.uint8) * 255, np.ones((16, 16), np.uint8))
    pictures = [
        np.zeros((864, 1536, 3), np.uint8),
        np.full((864, 1536, 3), 255, np.uint8),
        noise,
        np.repeat(squares[..., np.newaxis], 3, axis=2),
        np.full((20, 20, 3), 90, np.uint8),
        np.ascontiguousarray(photographed(Photo()).pixels[:, ::-1]),
    ]
    assert [find_mat(Frame(pixels)) for pixels in pictures] == [None] * len(pictures)


def test_a_sheet_whose_corner_is_curled_is_not_believed() -> None:
    upon = sheet(Paper.A4).copy()
    corner = layout_of(Paper.A4).markers[42]
    left, top = round(corner.x * PIXELS_PER_MM), round(corner.y * PIXELS_PER_MM)
    size = round(corner.width * PIXELS_PER_MM)
    marker = upon[top : top + size, left : left + size].copy()
    upon[top : top + size, left : left + size] = 255
    upon[top - 20 : top - 20 + size, left - 20 : left - 20 + size] = marker  # 4 mm from where it is printed
    assert find_mat(photographed(Photo(), upon)) is None


def test_the_small_grid_lies_inside_the_large_field_and_the_large_one_on_the_sheet() -> None:
    small, large = layout_of(Paper.A4), layout_of(Paper.A3)
    assert not grid_fits(small, 5)
    assert grid_fits(large, 5)
    assert not grid_fits(large, 6)
    crossings = np.array(grid_crossings(large, 6))
    assert len(crossings) == 49
    assert crossings.min() > 0
    assert (crossings < large.size).all()


def test_nothing_on_the_sheet_overlaps() -> None:
    for paper in Paper:
        layout = layout_of(paper)
        boxes = [*layout.markers.values(), *(patch.box for patch in layout.greys + layout.colours), layout.field]
        taken = np.zeros((round(layout.height * 10), 2970), np.uint8)
        for box in boxes:
            taken[
                round(box.y * 10) : round((box.y + box.height) * 10),
                round(box.x * 10) : round((box.x + box.width) * 10),
            ] += 1
        assert taken.max() == 1
        assert not taken[:50].any()
        assert not taken[:, :50].any()
