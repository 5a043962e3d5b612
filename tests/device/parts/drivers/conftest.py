"""Mock pins for the drivers, fresh for every test."""

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin


@pytest.fixture
def pins():
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()
    factory.close()
