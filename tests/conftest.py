"""What all tests share."""

import os
import signal

import pytest
from hypothesis import settings

pytest_plugins = ["tests.coverage_plugin", "tests.table.postgres"]

# What is started in the background has Ctrl-C switched off, and so would all that tests start and interrupt
signal.signal(signal.SIGINT, signal.default_int_handler)

# A machine that is busy elsewhere is no fault of a test; and a failure is found again by the same examples.
settings.register_profile("ludex", deadline=None, derandomize=True)
settings.load_profile("ludex")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: who waits for a browser or another process leaves a core to the others."""
    return (os.cpu_count() or 1) + 1
