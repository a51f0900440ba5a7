"""Boards as letters."""
