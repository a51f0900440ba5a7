"""Which dice were taken back, by undoing, withdrawing or recalling what led to them, and which were thrown instead. It
is read from the lines of play alone, so that whoever checks the dice of an evening sees every second try as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludex.table.campaign.night import Night

Throw = tuple[Night, int]  # the evening, and the number of the first face; 0 of dice that are not for all to see
Given = list[Throw | None]  # what was given since a command, in its order: dice, or something else


class TakingBack:
    def __init__(self) -> None:
        self._commands: list[Given] = []  # those that led to where the scene stands, the open one last
        self._undone: list[Given] = []  # that can be had again, the next one last
        self._again = False  # something was taken back after which dice had fallen
        self._thrown_again = False

    def begin(self, afresh: bool = False) -> None:
        """A scene is on the table: nothing before it can be taken back. Where it is the same one, opened `afresh`, what
        was taken back is so still."""
        self._commands, self._undone = [], []
        if not afresh:
            self._again = self._thrown_again = False

    def follow(self, night: Night, line: dict[str, Any]) -> None:
        """A line of play, before the evening has followed it."""
        if "roll" in line:
            self._threw(night, line)
        elif "answer" in line or "interject" in line:
            self._given().append(None)
        elif "command" in line:
            self._commands.append([])
            self._undone = []
            if self._thrown_again:
                self._again = self._thrown_again = False
        elif "withdraw" in line or "failed" in line:
            self._take_back(self._pop(), "withdrawn" if "withdraw" in line else "failed", night)
        elif "undo" in line:
            for _ in range(min(line["undo"], len(self._commands))):
                self._undone.append(self._pop())
                self._take_back(self._undone[-1], "undone", night)
        elif "redo" in line:
            for _ in range(min(line["redo"], len(self._undone))):
                self._have_again()
        elif "recall" in line:
            given = self._given()
            self._take_back(given[line["recall"] :], "recalled", night)
            del given[line["recall"] :]
        elif "replace" in line:
            thrown = [each for each in self._given() if each is not None]
            self._take_back(thrown[line["replace"] :][:1], "replaced", night)

    def _threw(self, night: Night, line: dict[str, Any]) -> None:
        seen = "first" in line and not line.get("secret")
        self._given().append((night, line["first"] if seen else 0))
        if seen and self._again:
            night.book.retries.add(line["first"])
            self._thrown_again = True

    def _given(self) -> Given:
        if not self._commands:
            self._commands.append([])
        return self._commands[-1]

    def _pop(self) -> Given:
        return self._commands.pop() if self._commands else []

    def _take_back(self, given: Sequence[Throw | None], how: str, night: Night) -> None:
        thrown = [each for each in given if each is not None and each[1]]
        for of, first in thrown:
            of.book.taken[first] = how
        self._again = self._again or (how != "replaced" and (bool(thrown) or night.asked is not None))

    def _have_again(self) -> None:
        given = self._undone.pop()
        for each in given:
            if each is not None:
                each[0].book.taken.pop(each[1], None)
        self._commands.append(given)
        self._again = False
