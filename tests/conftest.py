"""What all tests share."""

from hypothesis import settings

pytest_plugins = ["tests.coverage_plugin", "tests.table.postgres"]

# A machine that is busy elsewhere is no fault of a test; and a failure is found again by the same examples.
settings.register_profile("ludex", deadline=None, derandomize=True)
settings.load_profile("ludex")
