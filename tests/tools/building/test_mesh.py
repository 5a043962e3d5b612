"""Whether a mesh is closed, how thin it is, what lies in it: on bodies small enough to know the answer."""

import math

import numpy as np
import pytest

from tools.building import mesh as meshes
from tools.building.bought import cuboid, drum, prism

BOX = cuboid((0, 0, 0), (10, 20, 30))
# A box with a hollow of 8 x 18 x 28: walls of 1 mm all around.
HOLLOW = np.concatenate([BOX, cuboid((1, 1, 1), (9, 19, 29))[:, ::-1]])


def test_a_box_is_closed_and_holds_what_it_should():
    assert meshes.open_edges(BOX) == 0
    assert meshes.volume(BOX) == pytest.approx(6000)
    assert meshes.areas(BOX).sum() == pytest.approx(2 * (200 + 300 + 600))


def test_a_missing_triangle_leaves_three_edges_open():
    assert meshes.open_edges(BOX[1:]) == 3


def test_a_triangle_turned_round_is_no_closed_mesh():
    turned = BOX.copy()
    turned[0] = turned[0, ::-1]
    assert meshes.open_edges(turned) > 0


def test_a_mesh_inside_out_holds_less_than_nothing():
    assert meshes.volume(BOX[:, ::-1]) == pytest.approx(-6000)


def test_the_thinnest_wall_of_a_box_is_its_shortest_side():
    assert meshes.thinnest(BOX) == pytest.approx(10, abs=0.01)


def test_a_hollow_box_is_as_thick_as_its_walls():
    assert meshes.thinnest(HOLLOW) == pytest.approx(1, abs=0.01)


def test_the_edge_of_a_wedge_is_no_thin_wall():
    wedge = prism([(0, 0), (30, 0), (30, 30)], 0, 25)
    assert meshes.thinnest(wedge) > 5


def test_points_in_the_material_are_told_from_those_in_the_hollow():
    points = np.array([[5.0, 10.0, 15.0], [0.5, 10.0, 15.0], [5.0, 10.0, 29.5], [-1.0, 10.0, 15.0]])
    assert meshes.inside(HOLLOW, points).tolist() == [False, True, True, False]


@pytest.mark.parametrize("down", [(0, 0, -1), (1, 0, 0), (0, -1, 0), (0, -math.sqrt(3), 1)])
def test_what_is_laid_on_the_bed_keeps_its_form_and_touches_it(down):
    lying = meshes.laid(BOX, down)
    assert lying.reshape(-1, 3).min(axis=0) == pytest.approx([0, 0, 0], abs=1e-9)
    assert meshes.volume(lying) == pytest.approx(6000)
    assert meshes.open_edges(lying) == 0


def test_the_side_that_is_named_lies_on_the_bed():
    assert meshes.size(meshes.laid(BOX, (1, 0, 0)))[2] == pytest.approx(10)
    assert meshes.size(meshes.laid(BOX, (0, 1, 0)))[2] == pytest.approx(20)


def test_only_what_hangs_in_the_air_needs_supports():
    table = np.concatenate([cuboid((0, 0, 0), (5, 5, 20)), cuboid((0, 0, 20), (30, 5, 22))])
    assert meshes.hanging(BOX) == 0
    assert meshes.hanging(table) == pytest.approx(150)
    assert meshes.hanging(drum((0, 0), 10, 0, 10)) == 0


def test_what_is_written_as_stl_is_in_the_short_form(tmp_path):
    meshes.write_stl(tmp_path / "box.stl", BOX)
    data = (tmp_path / "box.stl").read_bytes()
    assert len(data) == 84 + 50 * len(BOX)
    assert np.frombuffer(data[80:84], "<u4")[0] == len(BOX)


def test_what_openscad_writes_is_read(tmp_path):
    corners = "\n".join(f"vertex {x} {y} {z}" for x, y, z in BOX.reshape(-1, 3))
    (tmp_path / "box.stl").write_text(f"solid OpenSCAD_Model\n{corners}\nendsolid\n", encoding="ascii")
    assert (meshes.read_stl(tmp_path / "box.stl") == BOX).all()
