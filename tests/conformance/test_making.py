"""Making a character of any game over the data alone: whatever is legal ends with a character that can be played, a
refusal changes nothing, budgets add up, and what falls out after a change is named, no more and no less."""

from __future__ import annotations

import itertools
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ludex.core.content.content import parse_toml
from ludex.core.creation import Chosen, Creation, Draft, library_with, next_step
from ludex.core.files.written import content_file, toml_scene
from ludex.core.game import Game
from ludex.core.refitting import refit
from ludex.table import doings
from ludex.table.campaign.characters import Bring, CharacterFile, plain_entry
from ludex.table.campaign.scenes import Prepare
from ludex.table.campaign.settings import AddContent
from tests.conformance.playing import KNOWN, named
from tests.conformance.walking import Pick, otherwise, walked

FEW = settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


DRAFTS = 12  # by luck; several tests look at the same ones


@cache
def drafted(game: Game[Any], seed: int) -> Draft:
    """By luck; where that comes to no end, by other luck."""
    assert game.creation is not None
    walks = (walked(game.creation, game.starter, Random(luck).randrange) for luck in itertools.count(seed, DRAFTS))
    return next(draft for draft in walks if draft is not None)


def made_by(game: Game[Any], data: st.DataObject) -> tuple[Creation, Draft, Pick]:
    assert game.creation is not None
    draft = drafted(game, data.draw(st.integers(0, DRAFTS - 1)))
    pick = Random(data.draw(st.integers(0, 1 << 20))).randrange
    return game.creation, draft, pick


@pytest.mark.parametrize("game", KNOWN, ids=named)
@FEW
@given(data=st.data())
def test_any_legal_path_ends_with_a_character_that_a_table_takes(game: Game[Any], data: st.DataObject) -> None:
    if game.creation is None:
        return
    creation, draft, _ = made_by(game, data)
    made = creation.finish(draft)
    library = library_with(game.starter, made)
    for kind, entries in made.items():
        for entry in entries:
            assert game.content_faults(library, kind, entry) == []
    entry = made["character"][-1]
    campaign = doings.found(game.name, "Evening", "Ada", "")
    master = next(iter(campaign.seats))
    others = parse_toml(content_file("made with it", {kind: made[kind] for kind in made if kind != "character"}))
    if others:
        campaign.do(master, AddContent(name="made with it", tables=others))
    file = CharacterFile(game=game.name, character=plain_entry(entry))
    assert campaign.do(master, Bring(file=file))["overrides"] == []
    campaign.do(master, Prepare(tables=parse_toml(toml_scene(creation.first_scene(entry)))))


@pytest.mark.parametrize("game", KNOWN, ids=named)
@FEW
@given(data=st.data())
def test_every_step_that_is_decided_is_listed_and_budgets_add_up(game: Game[Any], data: st.DataObject) -> None:
    if game.creation is None:
        return
    creation, draft, _ = made_by(game, data)
    for count in range(len(draft.chosen) + 1):
        part = Draft(draft.library, draft.chosen[:count])
        steps = list(creation.steps(part))
        assert [step.name for step in steps if part.has(step.name)] == [made.step for made in part.chosen]
        assert all([step.chapter for step in steps])
        names = [budget.name for budget in creation.budgets(part)]
        assert len(set(names)) == len(names)
        assert {step.budget for step in steps} - {""} <= {*names} or not names
        for budget in creation.budgets(part):
            assert budget.free == budget.total - sum(each.amount for each in budget.spent)
            assert {each.step for each in budget.spent} <= {made.step for made in part.chosen}
        for remark in creation.warnings(part):
            assert remark.text
            assert not remark.rule or remark.rule in {*game.rulebook.rules, *game.rulebook.gaps}
    assert all([budget.free >= 0 for budget in creation.budgets(draft)])


@pytest.mark.parametrize("game", KNOWN, ids=named)
@FEW
@given(data=st.data())
def test_the_same_choices_in_any_order_make_the_same_draft(game: Game[Any], data: st.DataObject) -> None:
    if game.creation is None:
        return
    creation, draft, _ = made_by(game, data)
    mixed = data.draw(st.permutations(draft.chosen))
    again = refit(creation, draft.library, mixed)
    assert again.draft == draft
    assert again.fell == ()


@pytest.mark.parametrize("game", KNOWN, ids=named)
@FEW
@given(data=st.data())
def test_what_is_refused_leaves_the_draft_as_it_was(game: Game[Any], data: st.DataObject) -> None:
    if game.creation is None:
        return
    creation, draft, pick = made_by(game, data)
    part = Draft(draft.library, draft.chosen[: pick(len(draft.chosen))])
    step = next_step(creation, part)
    assert step is not None
    refused = [option.value for option in step.options() if option.refusal is not None]
    assume(refused)
    value = refused[pick(len(refused))]
    tried = Chosen(step.name, (value,) if step.kind == "several" else value)
    assume(step.refusals(tried.choice))
    found = refit(creation, part.library, (*part.chosen, tried))
    assert found.draft == part
    assert [(fallen.made, list(fallen.refusals)) for fallen in found.fell] == [(tried, step.refusals(tried.choice))]


@pytest.mark.parametrize("game", KNOWN, ids=named)
@FEW
@given(data=st.data())
def test_what_falls_out_after_a_change_is_just_what_no_longer_fits(game: Game[Any], data: st.DataObject) -> None:
    if game.creation is None:
        return
    creation, draft, pick = made_by(game, data)
    changed = otherwise(creation, draft, pick(len(draft.chosen)), pick)
    assume(changed is not None)
    assert changed is not None
    found = refit(creation, draft.library, changed)
    assert refit(creation, draft.library, found.draft.chosen) == (found.draft, ())  # what stands, stands
    lost = [fallen.made.step for fallen in found.fell]
    kept = [made.choice for made in found.draft.chosen]
    for made in changed:
        along = any([made.step.startswith(f"{name} ") for name in lost])
        nothing = made.choice in ("", ())
        assert nothing or made.choice in kept or made.step in lost or along or renumbered(made, lost)
    for fallen in found.fell:
        assert fallen.told
        assert fallen.refusals
        again = refit(creation, draft.library, (*found.draft.chosen, fallen.made._replace(step=fallen.made.step)))
        assert again.draft == found.draft or found.draft.has(fallen.made.step)


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=pytest.mark.long if seed else ()) for seed in range(DRAFTS)])
@pytest.mark.parametrize("game", KNOWN, ids=named)
def test_any_choice_can_be_given_back_and_the_rest_is_told(game: Game[Any], seed: int) -> None:
    if game.creation is None:
        return
    creation, draft = game.creation, drafted(game, seed)
    for made in draft.chosen:
        left = refit(creation, draft.library, [other for other in draft.chosen if other is not made]).draft
        assert creation.sheet(left)
        assert creation.finish(left)["character"]
        told = [step.told(left.get(step.name)) for step in creation.steps(left) if left.has(step.name)]
        assert len(told) == len(left.chosen)
        assert all([remark.text for remark in creation.warnings(left)])
        step = next_step(creation, left)
        assert step is None or all([option.name for option in step.options()])


def renumbered(made: Chosen, lost: list[str]) -> bool:
    """One of a row of which another fell before it stands under another number, or fell under another."""
    word = made.step.split(" ")[0]
    return any([name.split(" ")[0] == word for name in lost])
