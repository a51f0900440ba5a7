"""The page in a real browser. Needs Chromium and the built page: `make test` sees to both."""
