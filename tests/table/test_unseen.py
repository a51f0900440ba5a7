"""Two scene files of each game, one with somebody or something that the players may not know and one without: whatever
a player or a spectator asks or does, with every name of the secret in every place for a name, is answered alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from ludex.core.files.codec import encode
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.table.campaign.doing import DOINGS, Doing
from ludex.table.campaign.scenes import OpenScene, Prepare
from ludex.table.campaign.seating import HandOver
from ludex.table.campaign.settings import Set
from ludex.table.document import looking
from ludex.table.document.log import told
from ludex.table.document.looking import LOOKS
from ludex.table.document.show import Documents
from ludex.table.play.commands import Command
from ludex.table.play.mastering import Call
from ludex.table.records.seat import Role
from tests.table.tables import Kept

OWN = {"being", "actor", "one"}  # fields for somebody of one's own
INVENTED = ("somebody_0123456789ab", "Nobody at All", "nobody_in_particular", "z9_9")  # of which the first are enough
FEW = 2


class Secret(NamedTuple):
    """What is in both scene files, what the one has in addition and the other in its place, and who plays."""

    game: str
    both: dict[str, Any]
    here: dict[str, Any]
    there: dict[str, Any]
    own: str


def beings(*given: tuple[str, dict[str, Any]]) -> dict[str, Any]:
    return dict(given)


def vahki(at: list[int], **more: Any) -> dict[str, Any]:
    return {"from": "vahki_patroller", "at": at, **more}


def cur(at: list[int], **more: Any) -> dict[str, Any]:
    return {"from": "tunnel_cur", "at": at, **more}


HIDDEN_VAHKI = vahki([9, 5], conditions=["Hidden"], seen=False)
HIDDEN_CUR = cur([8, 4], conditions=[{"name": "Hidden", "value": 14, "note": "quiet_steps"}])
PILGRIM = {"from": "hollow_pilgrim", "at": "z1_0"}


def cellar(*zones: tuple[str, str, list[int]]) -> dict[str, Any]:
    known = [{"id": "stair", "name": "Stair", "at": [3, 3]}, {"id": "hall", "name": "Hall", "at": [4, 3]}]
    return {"zones": [*known, *({"id": id_, "name": name, "at": at} for id_, name, at in zones)]}


TREASURY = {
    "board": cellar(("vault", "Vault", [5, 3]), ("treasury", "Treasury", [6, 3]), ("crypt", "Crypt", [4, 4])),
    "chests": [{"name": "sea_chest", "at": "treasury", "contents": ["rope"]}],
    "lying": [{"thing": "rope", "at": "crypt"}],
    "beings": beings(
        ("marlow", {"at": "stair"}),
        ("wrecker_1", {"from": "wrecker", "name": "Wrecker 1", "at": "treasury"}),
        ("wrecker_2", {"from": "wrecker", "name": "Wrecker 2", "at": "hall"}),
        ("witch", {"from": "salt_witch", "at": "treasury"}),
        ("wrecker_3", {"from": "wrecker", "name": "Wrecker 3", "at": "hall"}),
    ),
}
NO_TREASURY = {
    "board": cellar(("pantry", "Pantry", [5, 3]), ("cistern", "Cistern", [4, 4])),
    "beings": beings(
        ("marlow", {"at": "stair"}),
        ("wrecker_1", {"from": "wrecker", "at": "hall"}),
        ("wrecker_2", {"from": "wrecker", "at": "hall"}),
    ),
}
SECRETS = [
    Secret(
        "bluebox",
        {"board": "broken_causeway", "turn": {"of": "tahra", "order": ["tahra"]}},
        {
            "beings": beings(
                ("tahra", {"at": [0, 3]}), ("vahki_1", vahki([9, 1])), ("vahki_2", HIDDEN_VAHKI),
                ("bear", {**HIDDEN_VAHKI, "from": "ash_bear", "at": [6, 5]}), ("vahki_3", vahki([9, 3])),
            )
        },
        {"beings": beings(("tahra", {"at": [0, 3]}), ("vahki_1", vahki([9, 1])), ("vahki_2", vahki([9, 3])))},
        "tahra",
    ),
    Secret(
        "cloudbreaker",
        {"board": {"width": 3, "height": 1}},
        {
            "beings": beings(
                ("pip", {"at": "z0_0"}), ("pilgrim_1", {**PILGRIM, "disguised": False}),
                ("pilgrim_2", {**PILGRIM, "disguised": True}), ("pilgrim_3", {**PILGRIM, "disguised": False}),
            )
        },
        {
            "beings": beings(
                ("pip", {"at": "z0_0"}), ("pilgrim_1", {**PILGRIM, "disguised": False}),
                ("traitor", {**PILGRIM, "disguised": True, "name": "The Traitor"}),
                ("pilgrim_2", {**PILGRIM, "disguised": False}),
            )
        },
        "pip",
    ),
    Secret(
        "crawl",
        {"board": "kennel_gallery", "turn": {"of": "brannoc", "order": ["brannoc"]}},
        {
            "beings": beings(
                ("brannoc", {"from": "brannoc_ironway", "at": [-1, 2]}), ("cur_1", cur([9, 2])),
                ("cur_2", HIDDEN_CUR), ("cur_3", cur([7, 5])),
            )
        },
        {
            "beings": beings(
                ("brannoc", {"from": "brannoc_ironway", "at": [-1, 2]}), ("cur_1", cur([9, 2])),
                ("cur_2", cur([7, 5])),
            )
        },
        "brannoc",
    ),
    Secret("navyblue", {"mode": "dungeon"}, TREASURY, NO_TREASURY, "marlow"),
    Secret(
        "vitality",
        {
            "board": "the_kennels",
            "beings": beings(("bram_holloway", {"at": [-1, 4]}), ("vesper", {"at": [8, 5], "side": "foes"})),
        },
        {"traps": [{"owner": "vesper", "attack": "last_light", "at": [3, 5]}]},
        {},
        "bram_holloway",
    ),
]  # fmt: skip
EACH = pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.game)


class Told(Kept):
    """A table with such a scene, and all that a player and a spectator are told."""

    def __init__(self, secret: Secret, own: dict[str, Any], legality: str = "strict") -> None:
        super().__init__(secret.game)
        self.do(Set(settings={"legality": legality, "lab": True}))
        prepared = self.do(Prepare(title="A scene", tables={**secret.both, **own}))["scene"]
        self.do(OpenScene(scene=prepared, begin=False))
        self.ann, self.eve = self.seat("Ann", secret.own), self.seat("Eve", role="spectator")
        self.documents = Documents(self.table)

    def told(self) -> bytes:
        seats = [self.table.seats[seat] for seat in (self.ann, self.eve)]
        # To mypy: a scene is on the table
        logs = [[told(self.table, s, number) for number in range(len(self.table.watched(s).log))] for s in seats]  # type: ignore[union-attr]
        return msgspec.json.encode([[self.documents.of(seat) for seat in seats], logs])

    def reply(self, what: Doing | looking.Look, seat: str) -> str:
        try:
            if isinstance(what, looking.Look):
                return msgspec.json.encode(looking.look(self.documents, seat, what)).decode()
            return str(self.do(what, seat))
        except (BadInput, Refused) as fault:
            return f"{type(fault).__name__}: {fault}"

    def names(self) -> set[str]:
        """Every name of what the player may not know: ids and names of beings and zones."""
        truth = self.live.scene
        known = self.table.game.view(truth, truth.beings[self.table.seats[self.ann].beings[0]].side)
        found = {word for b in truth.beings.values() if b.id not in known.beings for word in (b.id, b.name)}
        board, seen = getattr(truth.board, "zones", {}), getattr(known.board, "zones", {})
        found |= {zone.name for zone in board.values() if seen.get(zone.id) != zone}
        return found | {zone for zone in board if zone not in seen}


def written(tables: dict[str, Any]) -> set[str]:
    """The names in a scene file that its author has chosen, for somebody or some place."""
    zones = tables.get("board", {}).get("zones", ()) if isinstance(tables.get("board"), dict) else ()
    return {*tables.get("beings", {}), *(zone["id"] for zone in zones)}


def asked(kept: Told, own: str, word: str) -> Iterator[Doing | looking.Look]:
    """Everything that a player can ask or do, with the word wherever a name can stand."""
    players = [kind for kind, done in DOINGS.items() if Role.PLAYER in done.roles]
    for kind in (*LOOKS, *players):
        fields = {field.name for field in msgspec.structs.fields(kind)}
        if {"args", "action"} & fields:
            yield from about_actions(kept, kind, fields, own, word)
        else:
            yield from filled(kind, fields, own, word)


def filled(kind: Any, fields: set[str], own: str, word: str) -> Iterator[Any]:
    """The message with the word in all its fields, and in all but those for somebody of one's own."""
    for mine in (own, word):
        given = {name: mine if name in OWN else word for name in fields - {"force", "waive", "file", "faces"}}
        try:
            yield msgspec.convert({"do": kind.__struct_config__.tag, **given}, kind)
        except msgspec.ValidationError:
            continue


def about_actions(kept: Told, kind: Any, fields: set[str], own: str, word: str) -> Iterator[Any]:
    """The message for every action, with the word for all its arguments, and for each alone."""
    for name, action in kept.table.game.actions.items():
        if action.by_gm:
            continue
        named = {"being", "actor"} & fields
        base = {"do": kind.__struct_config__.tag, **dict.fromkeys(named, own)}
        if "action" in fields:
            words = {"words": word} if "words" in fields else {}
            for chosen in ({"chosen": ()}, {"chosen": (word,)}) if "chosen" in fields else ({},):
                yield msgspec.convert({**base, **words, **chosen, "action": name}, kind)
        else:
            key = {"key": "x"} if "key" in fields else {}
            args = [arg.name for arg in action.args]
            for some in (dict.fromkeys(args, word), *({arg: word} for arg in args)) if args else ():
                yield msgspec.convert({**base, **key, "name": name, "args": some}, kind)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("secret", "legality"),
    [
        *((secret, "strict") for secret in SECRETS),
        (SECRETS[0], "ask"),  # where the game master is asked nothing depends on the game
        *(pytest.param(secret, "ask", marks=pytest.mark.long) for secret in SECRETS[1:]),
    ],
    ids=lambda part: getattr(part, "game", part),
)
def test_what_is_not_known_is_answered_like_what_is_not_there(
    secret: Secret, legality: str, pytestconfig: pytest.Config
) -> None:
    here, there = Told(secret, secret.here, legality), Told(secret, secret.there, legality)
    assert encode(here.live.scene) != encode(there.live.scene)
    assert here.told() == there.told()
    known = here.told().decode()
    words = {
        *here.names(),
        *written(secret.here),
        *written(secret.there),
        *INVENTED[: None if pytestconfig.option.long else FEW],
    }
    for word in sorted(word for word in words if f'"{word}"' not in known):
        for what in asked(here, secret.own, word):
            for seat in ("ann", "eve"):
                one, other = (kept.reply(what, getattr(kept, seat)) for kept in (here, there))
                assert one == other, f"{word}, {seat}: {what}"
    assert here.told() == there.told()


@EACH
def test_nothing_that_is_told_has_a_name_of_what_is_not_known(secret: Secret) -> None:
    kept = Told(secret, secret.here)
    known = kept.told().decode()
    assert not [word for word in kept.names() if word in known]


# ---------------------------------------------------------------- who comes to light


def shown(kept: Told) -> dict[str, str]:
    """Everybody whom the player knows, by id and name."""
    return {id_: being["name"] for id_, being in kept.documents.of(kept.table.seats[kept.ann])["beings"].items()}


def reveal(kept: Told, who: str) -> None:
    name = "remove_condition" if kept.table.game.name == "crawl" else "relieve"
    hidden = "Unmet" if kept.table.game.name == "navyblue" else "Hidden"
    kept.do(Call(name=name, args={"being": who, "condition": hidden}))


LURKING = [
    ("bluebox", {"board": "broken_causeway"}, "tahra", {"at": [0, 3]}, vahki([9, 1]), HIDDEN_VAHKI, "Vahki Patroller"),
    (
        "crawl", {"board": "kennel_gallery"}, "brannoc", {"from": "brannoc_ironway", "at": [-1, 2]}, cur([9, 2]),
        HIDDEN_CUR, "Tunnel Cur",
    ),
    (
        "navyblue", {"mode": "dungeon", "board": TREASURY["board"]}, "marlow", {"at": "stair"},
        {"from": "wrecker", "at": "hall"}, {"from": "wrecker", "at": "treasury"}, "Wrecker",
    ),
]  # fmt: skip


@pytest.mark.parametrize("open_ones", [0, 1, 2])
@pytest.mark.parametrize(("game", "both", "own", "mine", "seen", "hidden", "name"), LURKING)
def test_numbers_are_given_in_the_order_in_which_the_players_come_to_know_them(
    game: str, both: Any, own: str, mine: Any, seen: Any, hidden: Any, name: str, open_ones: int
) -> None:
    places = [[9, 1], [9, 3], [8, 6], [6, 6], [5, 5]] if game != "navyblue" else ["hall"] * 2 + ["treasury"] * 3
    foes = [seen] * open_ones + [hidden] * 3
    spots = places[:open_ones] + places[2:]
    lurking = {f"foe_{5 - number}": {**foe, "at": at} for number, (foe, at) in enumerate(zip(foes, spots, strict=True))}
    kept = Told(Secret(game, both, {}, {}, own), {"beings": {own: mine, **lurking}})
    before = [name] if open_ones == 1 else [f"{name} {number + 1}" for number in range(open_ones)]
    assert [called for id_, called in shown(kept).items() if id_ != own] == before
    secret = [being for being in kept.live.scene.beings.values() if being.id not in shown(kept)]
    assert [being.name for being in secret] == [f"{name} (unseen)", f"{name} (unseen 2)", f"{name} (unseen 3)"]
    known = shown(kept)
    for number, being in enumerate(reversed(secret), open_ones + 1):
        reveal(kept, being.id)
        known[being.id] = f"{name} {number}" if number > 1 else name
        assert shown(kept) == known
    # To mypy: a scene is on the table
    assert kept.folded().playing.live.scene.beings.keys() == kept.live.scene.beings.keys()  # type: ignore[union-attr]


@pytest.mark.parametrize("game", [each[0] for each in LURKING])
def test_of_two_who_come_in_hidden_the_second_tells_nothing_of_the_first(game: str) -> None:
    secret = next(each for each in SECRETS if each.game == game)
    kept = Told(secret, secret.there)
    kind = next(b for b in kept.live.scene.beings.values() if b.side == "foes").sheet.kind
    before = {*kept.live.scene.beings}
    for _ in range(2):
        kept.do(Call(name="spawn", args={"from": kind, "hidden": True}))
    first, second = (id_ for id_ in kept.live.scene.beings if id_ not in before)
    assert not {first, second} & {f"{kind}{tail}" for tail in ("", "_1", "_2")}
    reveal(kept, second)
    assert shown(kept)[second].endswith(" 3")
    assert first not in kept.told().decode()


def test_who_is_played_from_a_seat_already_keeps_the_id_by_which_they_are_known() -> None:
    secret = next(each for each in SECRETS if each.game == "bluebox")
    kept = Kept("bluebox")
    kept.seat("Ben", "vahki_3")
    prepared = kept.do(Prepare(title="A scene", tables={**secret.both, **secret.here}))["scene"]
    kept.do(OpenScene(scene=prepared, begin=False))
    seen = kept.table.game.view(kept.live.scene, "party").beings
    assert [*seen] == ["tahra", "vahki_1", "vahki_3"]
    assert "vahki_2" not in kept.live.scene.beings


def test_whom_a_machine_plays_is_hidden_like_others_and_it_goes_on_to_play_them() -> None:
    secret = next(each for each in SECRETS if each.game == "bluebox")
    kept = Kept("bluebox")
    for who, policy in (("vahki_2", "random"), ("vahki_3", "simple")):
        kept.do(HandOver(who=who, policy=policy))
    prepared = kept.do(Prepare(title="A scene", tables={**secret.both, **secret.here}))["scene"]
    kept.do(OpenScene(scene=prepared, begin=False))
    seen = kept.table.game.view(kept.live.scene, "party").beings
    assert [*seen] == ["tahra", "vahki_1", "vahki_2"]
    hidden = kept.live.scene.beings.keys() - seen.keys()
    assert {who: policy for who, policy in kept.table.policies.items() if who not in hidden} == {"vahki_2": "simple"}
    assert [policy for who, policy in kept.table.policies.items() if who in hidden] == ["random"]


def test_a_way_on_has_the_same_id_when_it_has_been_seen() -> None:
    secret = next(each for each in SECRETS if each.game == "navyblue")
    kept = Told(secret, {**secret.here, "beings": {"marlow": {"at": "stair"}}})
    zones = kept.documents.of(kept.table.seats[kept.ann])["board"]["zones"]
    assert {id_: zone["name"] for id_, zone in zones.items()} == {
        "stair": "Stair", "hall": "Hall", "z2_0": "unexplored east of Hall", "z1_1": "unexplored south of Hall",
    }  # fmt: skip
    kept.do(Command(actor="marlow", name="advance", args={"zone": "hall"}), kept.ann)
    zones = kept.documents.of(kept.table.seats[kept.ann])["board"]["zones"]
    assert (zones["z2_0"]["name"], zones["z1_1"]["name"]) == ("Vault", "Crypt")
    assert zones["z3_0"]["name"] == "unexplored east of Vault"
