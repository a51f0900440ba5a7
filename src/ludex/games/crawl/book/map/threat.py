"""Threat: the cells somebody threatens, who flanks whom, and who stands behind whom."""

from __future__ import annotations

from ludex.core.board.cells import Cell, CellBoard, side_of_line
from ludex.core.kernel.derived import derived
from ludex.games.crawl.book.characters.aspects import EQUIPMENT, LENT, immune_to, lent_reach
from ludex.games.crawl.book.characters.skills import is_blow, own_skills
from ludex.games.crawl.book.conditions import held_by
from ludex.games.crawl.book.map.ranges import FURTHEST
from ludex.games.crawl.book.map.sight import clear, line, sees
from ludex.games.crawl.state import BROAD, Being, Scene

UNARMED = 1  # how far fists threaten


# ---------------------------------------------------------------- threatened cells


def threatens(scene: Scene, being: Being) -> bool:
    """tc.threat, tc.grab.threat: who is senseless, grappled or grabbed threatens nothing; with the other reading it is
    the grabber who does not."""
    if not being.here or being.senseless or "Grappled" in being.states:
        return False
    scene.cite("tc.threat")
    if not scene.options["opt_grabber_loses_threat"]:
        if "Grabbed" in being.states:
            scene.cite("tc.grab.threat")
            return False
        return True
    scene.cite("tc.grab.threat")
    return not any(["Grabbed" in other.states for other in held_by(scene, being)])


@derived(EQUIPMENT, under=LENT)
def threat_reach(scene: Scene, being: Being) -> int:
    """tc.threat: how far melee attacks reach with what is in hand; fists reach the cells beside."""
    lent = lent_reach(scene, being)
    melee = [skill for skill in own_skills(scene, being, "action") if skill.aimed and skill.melee]
    reaches = [FURTHEST[skill.range] + skill.reach + (lent if is_blow(skill) else 0) for skill in melee]
    return max([*reaches, UNARMED if being.sheet.unarmed else 0])


def threatened(scene: Scene, being: Being, cell: Cell) -> bool:
    """Does somebody threaten this cell?"""
    if not threatens(scene, being):
        return False
    reach, apart = threat_reach(scene, being), scene.board.distance
    if being.sheet.size < BROAD:
        return apart(being.at, cell) <= reach and clear(scene, being.at, cell)
    return any([apart(own, cell) <= reach and clear(scene, own, cell) for own in scene.cells(being)])


def acts_on_leaving(scene: Scene, being: Being, mover: Being, cell: Cell) -> bool:
    """tc.threat: does somebody threaten a cell that an enemy is about to leave, and can they act on it? Who cannot
    detect the mover does nothing (tc.stealth.benefits), nor who is surprised (tc.surprise)."""
    if not any([threatened(scene, being, part) for part in scene.body(mover, cell)]):
        return False
    if "Hidden" in mover.states:
        scene.cite("tc.stealth.benefits")
    return "Surprised" not in being.states and sees(scene, being, mover)


# ---------------------------------------------------------------- flanking


def flankers(scene: Scene, target: Being) -> list[Being]:
    """tc.flank: of those who threaten the target, everybody with a partner on the far side of them."""
    return flanking(scene, target, around(scene, target))


def around(scene: Scene, target: Being) -> list[Being]:
    """Who threatens somebody."""
    return [other for other in scene.enemies(target) if threatens_body(scene, other, target)]


def threatens_body(scene: Scene, being: Being, target: Being) -> bool:
    """Does somebody threaten a cell of the target's body?"""
    if target.sheet.size < BROAD:
        return threatened(scene, being, target.at)
    return any([threatened(scene, being, cell) for cell in scene.cells(target)])


def flanking(scene: Scene, target: Being, those: list[Being]) -> list[Being]:
    """Which of those who threaten the target have a partner on the far side."""
    if len(those) < 2 or immune_to(scene, target, "flanked"):
        return []
    scene.cite("tc.flank")
    body = scene.cells(target)
    return [one for one in those if any([flank(scene, one, two, body) for two in those if two is not one])]


def flank(scene: Scene, one: Being, two: Being, body: tuple[Cell, ...]) -> bool:
    """Does a line between their centres pass through the inside of a cell of that body?"""
    board, edges = scene.board, bool(scene.options["opt_flank_edge_counts"])
    for a in scene.cells(one):
        for b in scene.cells(two):
            if a != b and any([cell in body for cell in board.crossed(a, b)]):
                return True
            if edges and any([runs_along(board, a, b, cell) for cell in body]):
                return True
    return False


def runs_along(board: CellBoard, a: Cell, b: Cell, cell: Cell) -> bool:
    """opt_flank_edge_counts: does the line between two centres run along a side of the cell?"""
    if cell not in board.crossed(a, b, touching=True):
        return False
    start, end = (board.scale * a[0], board.scale * a[1]), (board.scale * b[0], board.scale * b[1])
    sides = [board.corners(cell, other) for other in board.sides(cell)]
    return any([all([side_of_line(start, end, corner) == 0 for corner in side]) for side in sides])


# ---------------------------------------------------------------- from behind


def behind(scene: Scene, attacker: Being, target: Being) -> bool:
    """tc.behind: the sector opposite to where the target faces; a line on its border is not behind."""
    scene.cite("tc.behind")
    if scene.options["opt_no_facing"]:
        return False
    there, here = line(scene, attacker, target)
    if there == here:
        return False
    around = len(scene.board.directions)
    return scene.board.toward(here, there) == ((target.facing + around // 2) % around,)
