"""Ludex for assistants: a server of the Model Context Protocol, over standard input or at `/mcp` of a server. Needs the
extra `mcp`."""
