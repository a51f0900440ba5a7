"""Masks that have fallen from faces: the own one is put on, a friend's brought back, an enemy's taken away."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.core.foe.deciding import Idea
from ludex.core.kernel.agenda import command
from ludex.games.bluebox.book.adventure.handling import in_hand_reach
from ludex.games.bluebox.foe.places import Goal
from ludex.games.bluebox.foe.worth import fainting
from ludex.games.bluebox.state import Being, Lying, Scene

OWN = 7.0  # what it is worth to have a mask on again
WOKEN = 8.0  # that a friend who has fainted wakes
TAKEN = 26.0  # that an enemy cannot have theirs back, who would surely faint


def handling_masks(scene: Scene, being: Being) -> Iterator[Idea]:
    """What can be done about masks from here."""
    if not scene.lying and not being.masks:
        return
    bare = "Unmasked" in being.states
    if bare:
        for mask in being.masks:
            yield Idea(OWN, command(being.id, "swap", thing=mask), "A mask for the bare face.")
    for friend in fainted(scene, being) if being.masks else ():
        if scene.adjacent(being, friend):
            given = command(being.id, "swap", thing=being.masks[0], to=friend.id)
            yield Idea(WOKEN, given, "A mask for the face of {}.", (friend.name,))
    near = set(in_hand_reach(scene, being))
    for lying in masks_about(scene):
        if lying.id not in near:
            continue
        given = command(being.id, "pick_up", thing=lying.id)
        if bare:
            yield Idea(OWN, given, "A mask for the bare face.")
        elif not being.masks and fainted(scene, being):
            yield Idea(WOKEN, given, "A mask for a friend.")
        worth = max([fainting(scene, enemy) for enemy in looking_for(scene, being, lying)], default=0.0)
        if worth and "Rahi" not in being.sheet.tags:
            yield Idea(TAKEN * worth, given, "Without it they may faint.")


def masks_to_fetch(scene: Scene, being: Being) -> Iterator[Goal]:
    """Where a walk is worth it for a mask: the own, or that of a friend, or to the friend with it."""
    if not scene.lying and not being.masks:
        return
    friends = fainted(scene, being)
    worth = OWN if "Unmasked" in being.states else WOKEN if friends and not being.masks else 0.0
    if worth:
        for lying in masks_about(scene):
            yield Goal.at_hex(lying.at, (worth, worth))
    for friend in friends if being.masks else ():
        yield Goal.at_hex(friend.at, (WOKEN, WOKEN))


def masks_about(scene: Scene) -> list[Lying]:
    return [lying for lying in scene.lying if lying.kind == "mask"]


def fainted(scene: Scene, being: Being) -> list[Being]:
    """Friends who lie there for want of a mask."""
    return [ally for ally in scene.allies(being) if {"Unmasked", "Unconscious"} <= ally.states]


def looking_for(scene: Scene, being: Being, mask: Lying) -> list[Being]:
    """Enemies with a bare face who could go and get this mask."""
    return [
        enemy
        for enemy in scene.enemies(being)
        if "Unmasked" in enemy.states
        and not enemy.beaten
        and not enemy.masks
        and scene.distance_to(enemy, mask.at) <= enemy.sheet.speed + 1
    ]
