"""Scenes and content of which several tests of the page make tables."""

from __future__ import annotations

LEDGE = """
game = "bluebox"
title = "On the ledge"
turn = "onuri"
board = { q = [0, 5], r = [0, 3] }

[beings.onuri]
at = [1, 1]

[beings.vahki]
from = "vahki_patroller"
at = [2, 1]
"""
FURTHER_UP = LEDGE.replace("On the ledge", "Further up").replace("[1, 1]", "[0, 0]")
THING = """
[[enemy]]
id = "pit_thing"
name = "Pit Thing"
difficulty = 1
tags = ["being", "creature"]
stats = { FOR = 1, DEX = 1, SPI = 0, CHA = -1, KNO = -1 }
hp = 9
weapons = ["bite"]
"""
STAIR = """
game = "crawl"
title = "On the stair"
turn = { of = "cur", order = ["cur", "brannoc"] }
board = "kennel_gallery"

[beings.brannoc]
from = "brannoc_ironway"
at = [3, 3]

[beings.cur]
from = "tunnel_cur"
at = [4, 3]
"""
