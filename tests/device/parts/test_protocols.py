"""A display in somebody's hands, and its copy for everybody."""

from PIL import Image

from device.parts.protocols import Mirror, View, VirtualPanel

SECRET, COVER = Image.new("1", (128, 64), 1), Image.new("1", (128, 64))


def test_the_copy_shows_what_the_held_display_shows():
    held, copy = VirtualPanel(), VirtualPanel()
    Mirror(held, copy).show(SECRET, "all")
    assert held.picture() == copy.picture() == (1, SECRET)
    assert held.caption == copy.caption == "all"


def test_the_copy_shows_the_cover_of_what_is_for_one_alone():
    held, copy = VirtualPanel(), VirtualPanel()
    mirror = Mirror(held, copy)
    mirror.show(SECRET, "secret", View(COVER, "Ada looks"))
    assert (held.picture()[1], held.caption) == (SECRET, "secret")
    assert (copy.picture()[1], copy.caption) == (COVER, "Ada looks")
    mirror.close()
    assert held.is_closed and copy.is_closed


def test_a_panel_that_is_the_device_itself_shows_it_to_who_holds_it():
    panel = VirtualPanel()
    panel.show(SECRET, "secret", View(COVER, "Ada looks"))
    assert (panel.picture()[1], panel.caption) == (SECRET, "secret")
