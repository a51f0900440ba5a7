"""What each game shows in its own way: counters as signs, the party as cards, armour by piece, how a defender is taken
to choose, and whether a hero would stay up. The slots of Navy Blue have a test of their own."""

from __future__ import annotations

import re
from textwrap import dedent

from playwright.sync_api import Page, expect

from tests.page.house import House, People
from tests.page.playing import action, aimed, deed, record, say_the_same, token
from tests.page.test_axe import SCENES
from tests.page.test_turn import ALLEY

RUSH = """
game = "crawl"
title = "The push"
turn = "ann"
board = { width = 9, height = 5 }

[[content.aspect]]
id = "bull_rush"
name = "Bull Rush"
skill = "attack"
inherits = ["strength"]
parts = [
  { part = "failure_chance", value = 8 },
  { part = "energy_point_cost", value = 1 },
  { part = "range", option = "melee" },
  { part = "damage", dice = 2, sides = 6, type = "kinetic" },
  { part = "kinetic_potential" },
]
use = { against = "defense", target = "enemy" }
text = "2d6, and a push of 10 KP."

[beings.ann]
aspects = ["bull_rush"]
at = [2, 2]
max_ep = 9

[beings.foe]
side = "foes"
defends = false
at = [3, 2]
max_hp = 60
"""
BOMB = """
game = "vitality"
title = "The bomb"
turn = "ann"
board = { width = 12, height = 6 }

[beings.ann]
tier = 4
at = [1, 2]
asks = "never"
attacks = [{ id = "bomb", name = "Bomb", type = "direct_area_damage", shape = "burst", upgrades = ["ranged_area"] }]

[beings.foe]
from = "alley_tough"
at = [5, 2]
tier = 4
hp_max = 100
hp = 100

[beings.other]
from = "alley_tough"
at = [9, 4]
tier = 4
"""


def seated(house: House, people: People, toml: str, *whom: str, phone: bool = False) -> tuple[dict[str, str], Page]:
    """The game master's seat, and the page of Ann who plays these; nobody else does anything."""
    game = re.search('game = "([a-z]+)"', toml)
    assert game is not None
    master = house.found(game[1], scenes=[{"toml": toml}])
    house.do(master, {"do": "open_scene", "scene": next(iter(house.do(master)["master"]["scenes"]))})
    return master, people.sit(house.seat(master, "Ann", *whom), phone=phone)


def scene_of(game: str) -> str:
    return f'game = "{game}"\ntitle = "Beside the enemy"\n{dedent(SCENES[game])}'


def sets_hp(house: House, master: dict[str, str], who: str, hp: int) -> None:
    house.do(master, {"do": "gm", "name": "set", "args": {"what": who, "field": "hp", "value": hp}})


def test_blue_box_counts_escalation_out_and_offers_a_blow_by_its_weapons(house: House, people: People) -> None:
    _, page = seated(house, people, ALLEY, "vahki")
    counter = page.locator("header .standing", has_text="Escalation Counter")
    expect(counter.locator("svg").first).to_be_attached()
    expect(counter).to_contain_text(re.compile(r"\d+ of \d+"))
    attacks = page.get_by_role("toolbar", name="What you can do").get_by_role("region", name="Attacks")
    cards = attacks.get_by_role("button")
    for card, weapon, reach in ((cards.nth(0), "Stun Staff", "melee"), (cards.nth(1), "Disk Launcher", "ranged")):
        expect(card).to_have_accessible_name(re.compile(rf"^{weapon}\b.*1 AP", re.DOTALL))
        expect(card).to_contain_text(re.compile(rf"\d%? ?.*hit; {reach}"))
    expect(attacks.get_by_role("button", name="Attack", exact=True)).to_have_count(0)


def test_cloudbreaker_lays_out_the_others_of_the_party_while_others_act(house: House, people: People) -> None:
    master, page = seated(house, people, scene_of("cloudbreaker"), "marrow")
    party = page.get_by_role("list", name="The party").get_by_role("listitem")
    expect(party).to_have_count(1)  # Marrow stands beside it, whole
    pip = party.filter(has_text="Pip")
    expect(pip).to_contain_text("Spirit")
    expect(page.locator("header .standing", has_text="Morale").locator("svg").first).to_be_attached()
    sets_hp(house, master, "pip", 3)
    expect(pip).to_contain_text("3/")


def test_vitality_tells_before_a_survival_check_how_it_would_end(house: House, people: People) -> None:
    master, page = seated(house, people, scene_of("vitality"), "ilse_brandt")
    expect(token(page, "Ilse")).to_be_visible()
    ends = page.get_by_role("list", name="Would they stay up?")
    expect(ends).to_have_count(0)
    sets_hp(house, master, "ilse_brandt", 4)
    expect(ends.first).to_contain_text("If Ilse Brandt loses 5 HP")
    expect(ends.first).to_contain_text(re.compile(r"stays up \d+"))


def test_the_crawl_shows_armour_by_piece_and_how_the_defender_is_taken_to_choose(house: House, people: People) -> None:
    _, page = seated(house, people, scene_of("crawl"), "brannoc", "sefa")
    armour = page.locator(".armour")
    expect(armour).to_contain_text("DR")
    expect(armour).to_contain_text(re.compile("head.*torso", re.DOTALL))
    blows = page.get_by_role("toolbar", name="What you can do").get_by_role("region", name="Attacks")
    assert aimed(page, blows.get_by_role("button").filter(has_text="Mace").first, token(page, "Crawl Scavenger"))
    odds = page.get_by_role("region", name="Odds")
    expect(odds).to_contain_text(re.compile("Assuming Crawl Scavenger (takes the blow|defends with)"))


def test_the_crawl_draws_how_far_a_blow_pushes_and_says_how_likely_each_place_is(house: House, people: People) -> None:
    _, page = seated(house, people, RUSH, "ann")
    action(page, "^Bull Rush").click()
    ends = page.get_by_role("main", name="The board").locator("g:has(> .arrow)")
    expect(ends).to_have_count(1)
    expect(ends.locator(".end")).to_have_count(4)
    pushed = page.get_by_role("region", name="Odds").get_by_role("table", name="Foe is pushed")
    rows = pushed.get_by_role("row").filter(has_not_text="stays there").get_by_role("cell").filter(has_text="%")
    expect(rows).to_have_count(4)
    say_the_same(ends.locator("text"), rows)  # chances are told at once, and more closely after


def test_vitality_shows_what_an_area_covers_and_moves_it_to_where_one_points(house: House, people: People) -> None:
    _, page = seated(house, people, BOMB, "ann")
    action(page, "^Bomb").click()
    area = page.locator("path.area")
    expect(area).to_be_attached()
    expect(deed(page)).to_be_visible()
    around_foe = area.get_attribute("d")
    token(page, "Alley Tough 2").click()
    expect(area).not_to_have_attribute("d", around_foe or "")


def test_vitality_joins_a_die_with_the_die_that_it_brought(house: House, people: People) -> None:
    master, page = seated(house, people, BOMB, "ann")
    house.do(master, {"do": "settings", "settings": {"dice": "typed"}})
    assert aimed(page, action(page, "^Basic ranged"), token(page, "Alley Tough 1"))
    deed(page).click()
    throw = page.get_by_role("region", name="Throw the dice")
    for sides, faces in ((20, (15,)), (6, (6, 2, 3, 4))):
        fields = throw.get_by_role("spinbutton", name=re.compile(rf"\bd{sides}\b"))
        for number, face in enumerate(faces):  # the last of them is asked for by the six
            fields.nth(number).fill(str(face))
        throw.get_by_role("button", name="That fell").click()
    told = record(page).locator(".rolled").filter(has=page.locator(".chain"))
    expect(told.locator(".die")).to_have_count(4)
    expect(told.locator(".arcs path:not(.head)")).to_have_count(1)
    expect(told).to_contain_text("brought by a die before")
