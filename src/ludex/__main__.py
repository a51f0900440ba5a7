"""`python -m ludex` is the command `ludex`."""

from ludex.cli.main import main

main()
