"""The server: tables over HTTP, and one WebSocket for each seat."""
