"""What all tests share."""

pytest_plugins = ["tests.coverage_plugin"]
