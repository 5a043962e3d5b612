"""Every kind of piece in every condition: how much is right, and never wrong while sure."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tests.vision.stored_scenes import READ, reading_of, stored
from tools.measuring.judging import judge

LEAST_RIGHT = 0.8  # over all conditions of a kind, the dim and the slanted ones as well
LEAST_SURE = 0.4  # of the right ones, single frames; a guard against eyes that doubt everything, not the aim


@pytest.mark.parametrize("kind", READ)
def test_stored_pictures_are_read_and_never_wrongly_while_sure(kind, capsys):
    verdicts = defaultdict(list)
    for scene in stored(kind):
        line = reading_of(kind, scene.name)
        verdicts[scene.condition].append(judge(scene.truth, line, scene.reach, scene.is_readable))
    with capsys.disabled():
        print(f"\n{kind}:")
        for condition, group in verdicts.items():
            right, sure = (sum(getattr(each, name) for each in group) for name in ("is_right", "is_sure"))
            print(f"  {condition:<24} {right} of {len(group)} right, {sure} sure")
    everything = [verdict for group in verdicts.values() for verdict in group]
    assert not [each for each in everything if each.is_wrong_while_sure]
    assert sum(each.is_right for each in everything) >= LEAST_RIGHT * len(everything)
    readable = [each for each in everything if each.objects and each.is_right]
    assert sum(each.is_sure for each in readable) >= LEAST_SURE * len(readable)
