"""The press: prints docs/ and the rulebooks into a site of plain files, which is read without a server. `make docs`."""
