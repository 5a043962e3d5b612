"""A blurred picture makes the camera look for its focus again, now and then and not all the time."""

from device.eyes.eyes import BLURRED_SECONDS, REFOCUS_PAUSE_SECONDS, Eyes
from device.eyes.sight import Sight
from vision.base.reading import Reason


class Camera:
    def __init__(self, can_focus=True):
        self.can_focus, self.times = can_focus, 0

    def refocus(self):
        self.times += 1
        return self.can_focus


def eyes_with(camera):
    return Eyes(camera, None, lambda *_: None, lambda readings: readings[0])


def blurred_for(eyes, seconds, start=0.0):
    for tenth in range(int(seconds * 10) + 1):
        eyes._mind_the_focus(Sight(trouble=(Reason.BLURRED,)), start + tenth / 10)


def test_what_is_blurred_for_a_moment_only_changes_nothing():
    camera = Camera()
    eyes = eyes_with(camera)
    for start in range(0, 20, 2):
        blurred_for(eyes, 1, start)
        eyes._mind_the_focus(Sight(), start + 1.5)
    assert camera.times == 0


def test_what_stays_blurred_is_focused_once_and_again_after_a_while():
    camera = Camera()
    eyes = eyes_with(camera)
    blurred_for(eyes, BLURRED_SECONDS + 1)
    assert camera.times == 1
    blurred_for(eyes, REFOCUS_PAUSE_SECONDS + 1, BLURRED_SECONDS + 1)
    assert camera.times == 2


def test_a_camera_that_was_moved_is_focused_too():
    camera = Camera()
    eyes = eyes_with(camera)
    for second in range(int(BLURRED_SECONDS) + 2):
        eyes._mind_the_focus(Sight(trouble=(Reason.CAMERA_MOVED,)), float(second))
    assert camera.times == 1


def test_a_lens_that_is_turned_by_hand_is_asked_no_more_than_that():
    camera = Camera(can_focus=False)
    eyes = eyes_with(camera)
    blurred_for(eyes, BLURRED_SECONDS + 1)
    assert eyes._focused_at is None, "nothing was focused, so nothing is waited for"
