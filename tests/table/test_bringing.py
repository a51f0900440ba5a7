"""What somebody gets by bringing or taking up a character: that character, and no word of what they may not know."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from ludex.core.content.content import convert
from ludex.core.content.references import references
from ludex.core.files.codec import as_plain
from ludex.core.kernel.domain import OneOf
from ludex.core.kernel.procedure import Question
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.core.kernel.timing import DECLINE
from ludex.core.kernel.toml import toml_lines
from ludex.table.campaign.characters import MOST_ALONG, Bring, CharacterFile, alone, character_file, plain_entry
from ludex.table.campaign.likenesses import Depict
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import Reseat, StandingAnswer, TakeUp
from ludex.table.campaign.settings import AddContent, Set
from ludex.table.campaign.uses import renamed_entry, words_in
from ludex.table.desk.portable import character_from, character_toml
from ludex.table.document.show import Documents
from ludex.table.play.deciding import deciders
from ludex.table.play.mastering import Call
from tests.table.tables import Kept, called


@pytest.fixture
def kept() -> Kept:
    return Kept("bluebox")


def tahra(kept: Kept, **other: Any) -> dict[str, Any]:
    return {**plain_entry(kept.table.game.starter.shelves["character"].get("tahra")), **other}


def brought(kept: Kept, seat: str, **other: Any) -> Any:
    return kept.do(Bring(file=CharacterFile(game="bluebox", character=tahra(kept, **other))), seat)


def lurks(kept: Kept) -> None:
    kept.do(Call(name="spawn", args={"from": "fikou_venom_spider", "name": "Lurker", "hidden": True}))


def test_a_character_with_the_id_of_a_foe_gives_nobody_the_foe(kept: Kept) -> None:
    ann = kept.seat("Ann")
    brought(kept, ann, id="vahki_1")
    kept.open()
    seat = kept.table.seats[ann]
    assert kept.live.scene.beings["vahki_1"].side == "foes"
    assert deciders(kept.table, "vahki_1") == (kept.gm,)
    assert kept.table.knowledge(seat) == "party"
    assert "vahki_1" not in (Documents(kept.table).of(seat)["offers"] or {})
    file = character_file(kept.table, seat, "vahki_1")
    assert (file.character["name"], file.state) == ("Tahra", "")


def test_that_somebody_hidden_has_the_id_of_a_character_is_not_told(kept: Kept) -> None:
    kept.open()
    ann = kept.seat("Ann")
    lurks(kept)
    lurker = called(kept, "Lurker")
    assert brought(kept, ann, id=lurker)["character"] == lurker
    assert deciders(kept.table, lurker) == (kept.gm,)
    assert lurker not in Documents(kept.table).of(kept.table.seats[ann])["beings"]


def test_content_of_the_tables_own_is_told_to_nobody_who_guesses(kept: Kept) -> None:
    blade = {**plain_entry(next(iter(kept.table.library.all("weapon")))), "id": "kingslayer", "name": "Kingslayer"}
    king = tahra(kept, id="traitor_king", name="The Traitor King")
    kept.do(AddContent(name="act three", tables={"weapon": [blade], "character": [king]}))
    ann = kept.seat("Ann")
    with pytest.raises(BadInput, match="there is no weapon 'zqx'; expected one of") as fault:
        brought(kept, ann, id="mine", weapons=["zqx"])
    assert "kingslayer" not in str(fault.value)
    with pytest.raises(BadInput, match="there is no weapon 'kingslayer'; expected one of") as guessed:
        brought(kept, ann, id="mine", weapons=["kingslayer"])
    assert str(guessed.value).replace("kingslayer", "zqx") == str(fault.value), "as if there were none"
    brought(kept, ann, id="kingslayer")
    with pytest.raises(BadInput, match="there is no weapon 'kingslayer'"):  # what they are called is nothing they have
        brought(kept, ann, id="kingslayer", weapons=["kingslayer"])
    with pytest.raises(BadInput, match="kingslayer"):
        brought(kept, kept.gm, id="mine", weapons=["zqx"])
    with pytest.raises(Refused, match="there is no character 'traitor_king' whom nobody plays"):
        kept.do(TakeUp(being="traitor_king"), ann)


def test_standing_answers_do_not_tell_that_somebody_hidden_is_asked(kept: Kept) -> None:
    kept.open(begin=False)
    ann = kept.seat("Ann", "tahra")
    lurks(kept)
    rule = "bb.reaction.opportunity"
    kept.do(StandingAnswer(rule=rule, answer="always"), ann)
    ways = OneOf((DECLINE, "bite", "claws"))
    kept.live.open = Question(who=called(kept, "Lurker"), domain=ways, rule=rule, about={}, default=DECLINE)
    assert Documents(kept.table).of(kept.table.seats[ann])["you"]["standing"] == {rule: "always"}


# ---------------------------------------------------------------- what comes along with a character


def needle(kept: Kept, **other: Any) -> dict[str, Any]:
    return {**plain_entry(next(iter(kept.table.game.starter.all("weapon")))), "id": "needle", "name": "Needle", **other}


def made(kept: Kept, **other: Any) -> CharacterFile:
    """A character with a weapon that only they have."""
    character = tahra(kept, id="nixie", name="Nixie", weapons=["needle"])
    return CharacterFile(game="bluebox", character=character, content={"weapon": [needle(kept)]}, **other)


def test_a_character_brings_along_what_they_were_made_with(kept: Kept) -> None:
    ann = kept.seat("Ann")
    kept.do(Bring(file=made(kept)), ann)
    brought = kept.table.characters["nixie"]
    assert brought.entry["weapons"] == ["needle-of-nixie"]
    library = kept.table.library
    assert library.shelves["weapon"].get("needle-of-nixie").name == "Needle"
    assert "needle-of-nixie" not in [entry.id for entry in library.offered("weapon")]
    taken_home = character_file(kept.table, kept.table.seats[ann], "nixie")
    assert character_from(character_toml(taken_home)) == taken_home
    other = Kept("bluebox")
    other.do(Bring(file=taken_home))
    assert other.table.library.shelves["weapon"].get("needle-of-nixie").name == "Needle"
    assert other.table.characters["nixie"].entry == brought.entry


def test_what_comes_along_may_be_called_as_something_of_another_kind(kept: Kept) -> None:
    """A weapon that is called as the core it is built on, and the core is not the character's own."""
    blade = needle(kept, id="blade", name="Blade", core="blade")
    character = tahra(kept, id="nixie", name="Nixie", weapons=["blade"])
    kept.do(Bring(file=CharacterFile(game="bluebox", character=character, content={"weapon": [blade]})))
    assert kept.table.characters["nixie"].entry["weapons"] == ["blade-of-nixie"]
    assert kept.table.library.shelves["weapon"].get("blade-of-nixie").core == "blade"


@pytest.mark.parametrize("game", ["bluebox", "cloudbreaker", "crawl", "navyblue", "vitality"])
def test_whatever_an_entry_names_is_renamed_by_its_kind(game: str) -> None:
    library = Kept(game).table.game.starter
    ids = {(kind, one.id): f"{kind}-{one.id}" for kind in library.shelves for one in library.all(kind)}
    for kind, shelf in library.shelves.items():
        for entry in library.all(kind):
            raw = plain_entry(entry)
            own = convert(renamed_entry(raw, shelf.record, ids), shelf.record, entry.id)
            for before, after in zip(references(entry), references(own), strict=True):
                kinds = [one for one in before.to.kinds if (one, before.id) in ids and before.id in words_in(raw)]
                assert after.id == (f"{kinds[0]}-{before.id}" if kinds else before.id), (kind, entry.id, before)


def test_an_id_in_a_field_that_says_no_kind_is_renamed_too() -> None:
    shelf = Kept("vitality").table.game.starter.shelves["character"]
    entry = next(one for one in shelf.entries.values() if one.archetypes.attack)
    attack = entry.archetypes.attack
    own = renamed_entry(plain_entry(entry), shelf.record, {("archetype", attack): "mine"})
    assert own["archetypes"] == {**plain_entry(entry)["archetypes"], "attack": "mine"}


def test_a_file_that_was_made_in_the_terminal_can_be_brought_as_toml_and_as_json(kept: Kept) -> None:
    tables = {"weapon": [needle(kept)], "character": [tahra(kept, id="nixie", name="Nixie", weapons=["needle"])]}
    toml = "\n".join(f"[[{kind}]]\n{toml_lines(raw)}" for kind, entries in tables.items() for raw in entries)
    for text in (toml, msgspec.json.encode(tables).decode()):
        file = character_from(text)
        assert (file.character, file.content) == (tables["character"][0], {"weapon": tables["weapon"]})
        kept.do(Bring(file=file))
    assert kept.table.characters["nixie"].entry["weapons"] == ["needle-of-nixie"]
    with pytest.raises(BadInput, match=r"expected one \[\[character\]\] in the file, not 2"):
        character_from(toml + f"[[character]]\n{toml_lines(tahra(kept))}")


def test_what_comes_along_tells_nothing_of_the_content_of_the_game_master(kept: Kept) -> None:
    secret = needle(kept, name="The Kingslayer")
    kept.do(AddContent(name="act three", tables={"weapon": [secret]}))
    ann = kept.seat("Ann")
    kept.do(Bring(file=made(kept)), ann)
    assert kept.table.library.shelves["weapon"].get("needle").name == "The Kingslayer"
    assert "Kingslayer" not in character_toml(character_file(kept.table, kept.table.seats[ann], "nixie"))
    armed = tahra(kept, id="mara", name="Mara", weapons=["needle"])
    kept.do(Bring(file=CharacterFile(game="bluebox", character=armed)))
    kept.do(Reseat(seat=ann, beings=("nixie", "mara")))
    assert character_file(kept.table, kept.table.seats[ann], "mara").content == {}
    assert character_file(kept.table, kept.table.seats[kept.gm], "mara").content == {"weapon": [secret]}


def test_what_comes_along_is_checked_and_bounded(kept: Kept) -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"weapon": [needle(kept, id=f"n{n}") for n in range(MOST_ALONG + 1)]}, "expected at most"),
        ({"weapon": [needle(kept), needle(kept)]}, "each with an id of its own"),
        ({"weapon": [{"name": "without an id"}]}, "each with an id of its own"),
        ({"character": [tahra(kept)]}, "expected no other characters"),
        ({"weapon": [needle(kept, sharpness=3)]}, "there is no field 'sharpness'"),
        ({"starship": [{"id": "x"}]}, "no kind of content"),
    ]
    for content, words in wrong:
        with pytest.raises(BadInput, match=words):
            kept.do(Bring(file=CharacterFile(game="bluebox", character=tahra(kept, id="nixie"), content=content)))


def test_nobody_stands_with_what_they_guess_to_be_there(kept: Kept) -> None:
    """Nor does somebody who comes as they stood elsewhere; what the game master has given them, they bring again."""
    blade = {**plain_entry(next(iter(kept.table.library.all("weapon")))), "id": "kingslayer", "name": "Kingslayer"}
    kept.do(AddContent(name="act three", tables={"weapon": [blade]}))
    ann, entry = kept.seat("Ann"), tahra(kept, id="mine", name="Mine", weapons=["cinder_hook"])
    kept.do(Bring(file=CharacterFile(game="bluebox", character=entry)), ann)
    state = as_plain(alone(kept.table, kept.table.library, "mine"))
    faults = []
    for word in ("kingslayer", "nothing_at_all"):
        words = msgspec.json.encode(state).decode().replace("cinder_hook", word)
        with pytest.raises(BadInput) as fault:
            kept.do(Bring(file=CharacterFile(game="bluebox", character=entry, state=words)), ann)
        faults.append(str(fault.value).replace(word, "it"))
    assert faults[0] == faults[1]
    armed = {**entry, "weapons": ["kingslayer"]}
    kept.do(Bring(file=CharacterFile(game="bluebox", character=armed)))
    kept.do(Bring(file=CharacterFile(game="bluebox", character={**armed, "name": "Mine again"})), ann)
    assert kept.table.characters["mine"].entry["weapons"] == ["kingslayer"]


def standing(kept: Kept, **sheet: Any) -> CharacterFile:
    """Somebody of the game as they stand, with a sheet on which something else is written."""
    known = next(iter(kept.table.game.starter.shelves["character"].entries.values()))
    library = kept.table.library.copy()
    library.add({"character": [entry := {**plain_entry(known), "id": "mine", "name": "Mine"}]}, "the file")
    state = as_plain(alone(kept.table, library, "mine"))
    being = state["beings"]["mine"]
    being |= {"id": sheet.pop("id", "mine")}
    being["sheet"] |= sheet
    words = msgspec.json.encode(state).decode()
    return CharacterFile(game=kept.table.game.name, character=entry, shape=len(kept.table.game.migrations), state=words)


@pytest.mark.parametrize(
    ("game", "wrong", "why"),
    [
        ("bluebox", {"id": "onuri"}, "expected mine alone"),
        ("bluebox", {"size": "zqx"}, "nobody can stand so"),
        ("vitality", {"summoner": "mine"}, "whom nobody commands"),
    ],
)
def test_somebody_who_could_not_be_played_is_not_brought(game: str, wrong: dict[str, Any], why: str) -> None:
    kept = Kept(game)
    ann = kept.seat("Ann")
    kept.do(Bring(file=standing(kept)), ann)
    with pytest.raises(BadInput, match=why):
        kept.do(Bring(file=standing(kept, **wrong)), ann)


def test_who_says_to_be_made_from_a_character_of_somebody_elses_does_not_draw_theirs(kept: Kept) -> None:
    ann, ben = kept.seat("Ann"), kept.seat("Ben", "onuri")
    kept.do(Bring(file=standing(kept, kind="onuri")), ann)
    scene = kept.do(Prepare(title="A ledge", tables={"board": {"q": [0, 5], "r": [0, 5]}, "beings": {}}))["scene"]
    kept.do(OpenScene(scene=scene, party={"mine": {"at": [1, 1]}}))
    with pytest.raises(Refused, match="no character of yours"):
        kept.do(Depict(who="mine", look="hook"), ann)
    kept.do(Depict(who="onuri", look="hook"), ben)


def test_whoever_plays_a_character_they_brought_is_in_the_next_scene(kept: Kept) -> None:
    ann = kept.seat("Ann")
    scene = {"board": {"q": [0, 2], "r": [0, 0]}, "beings": {"vahki": {"from": "vahki_patroller", "at": [0, 0]}}}
    wide = kept.do(Prepare(title="A ledge", tables={**scene, "board": {"q": [0, 5], "r": [0, 5]}}))["scene"]
    brought(kept, ann, id="mine")
    brought(kept, "", id="spare")
    kept.do(OpenScene(scene=wide))
    assert set(kept.live.scene.beings) == {"vahki", "mine"}
    kept.do(OpenScene(scene=wide, without=("mine",)))
    assert set(kept.live.scene.beings) == {"vahki"}
    full = {f"vahki_{n}": {"from": "vahki_patroller", "at": [n, 0]} for n in range(3)}
    narrow = kept.do(Prepare(title="No room", tables={**scene, "beings": full}))["scene"]
    kept.do(OpenScene(scene=narrow))
    assert set(kept.live.scene.beings) == {*full}


def test_what_the_table_has_added_is_for_players_where_the_game_master_says_so(kept: Kept) -> None:
    blade = {**plain_entry(next(iter(kept.table.library.all("weapon")))), "id": "kingslayer", "name": "Kingslayer"}
    kept.do(AddContent(name="act three", tables={"weapon": [blade]}))
    ann = kept.seat("Ann")
    kept.do(Set(settings={"making": "table"}))
    assert brought(kept, ann, id="mine", weapons=["kingslayer"])["character"] == "mine"


def test_who_brought_a_character_and_who_plays_them_now_both_draw_them(kept: Kept) -> None:
    ann, ben = kept.seat("Ann"), kept.seat("Ben")
    kept.do(Bring(file=standing(kept)), ann)
    kept.do(Reseat(seat=ben, beings=("mine",)))
    for seat, look in ((ann, "hook"), (ben, "hammer")):
        kept.do(Depict(who="mine", look=look), seat)
        assert kept.table.likenesses["mine"].look == look
