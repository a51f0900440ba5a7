"""The pictures of adventures, drawn as SVG and kept as small WebP.

    python -m press.drawings ADVENTURE            renders press/drawings/GAME/ADVENTURE/*.svg into its pictures/
    python -m press.drawings GAME BOARD [PACK]    prints an SVG to begin with: a board in its own units

A map under a board is drawn in cells: the middle of the hex [q, r] is at (q + r/2, r·√3/2), of the square or the zone
[x, y] at (x, y). Then the `viewBox` says where it lies; the line for the board is printed.
"""

from __future__ import annotations

import sys
from base64 import b64decode
from collections.abc import Iterator
from math import cos, pi, sin
from pathlib import Path
from xml.etree import ElementTree

from playwright.sync_api import Page, sync_playwright
from tests.page.house import CHROMIUM, FLAGS

from ludex.core.game import GAMES
from ludex.core.plan.plan import Cell, Plan
from press.site import ROOT

DRAWINGS = ROOT / "press" / "drawings"
WIDE = 1600  # pixels
QUALITY = 82
MOST = 300_000  # bytes of a picture
ROW = 0.866  # from one row of hexes to the next, in cells


def pictures_of(adventure: str) -> list[tuple[Path, Path]]:
    """The drawings of an adventure, and what they become."""
    found = sorted(DRAWINGS.glob(f"*/{adventure}/*.svg"))
    assert found, f"there is nothing in {DRAWINGS}/GAME/{adventure}"
    return [
        (path, GAMES.home(path.parts[-3]) / "adventures" / adventure / "pictures" / f"{path.stem}.webp")
        for path in found
    ]


def render(page: Page, drawing: Path, picture: Path) -> None:
    x, y, wide, high = view_box(drawing)
    size = {"width": WIDE, "height": round(WIDE * high / wide)}
    page.set_viewport_size(size)  # type: ignore[arg-type]  # it is one
    style = "html, body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }"
    page.set_content(f"<style>{style}</style>{drawing.read_text(encoding='utf-8')}")
    line = page.context.new_cdp_session(page)
    data = b64decode(line.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})["data"])
    assert len(data) < MOST, f"{drawing.name}: {len(data)} bytes are too many"
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_bytes(data)
    onto = [[x, y], [round(x + wide, 3), round(y + high, 3)]]
    under = f'picture = "{picture.name}", spots = [[0, 0], [1, {high / wide:.4f}]], onto = {onto}, seen = "everybody"'
    print(f"{picture.name}: {len(data) // 1000} kB; under a board: map = {{ {under} }}")


def view_box(drawing: Path) -> tuple[float, float, float, float]:
    x, y, wide, high = map(float, ElementTree.parse(drawing).getroot().attrib["viewBox"].split())
    return x, y, wide, high


# ---------------------------------------------------------------- to begin with


def begun(plan: Plan) -> Iterator[str]:
    """The outlines of a board, one group for each paint."""
    spots = [spot(plan, cell) for cell in plan.cells] or [room.at for room in plan.rooms]
    left, top = min(x for x, _ in spots) - 1, min(y for _, y in spots) - 1
    wide, high = max(x for x, _ in spots) + 1 - left, max(y for _, y in spots) + 1 - top
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:.3f} {wide:g} {high:.3f}">'
    yield f'  <rect x="{left:g}" y="{top:.3f}" width="{wide:g}" height="{high:.3f}" fill="#f3ead6"/>'
    yield '  <g id="cells" fill="none" stroke="#2c2620" stroke-opacity=".2" stroke-width=".02">'
    yield from (f"    {outline(plan, cell)}" for cell in plan.cells)
    yield "  </g>"
    for drawn in plan.drawn:
        yield f'  <g id="{drawn.paint}" fill="#2c2620" fill-opacity=".3"><!-- {drawn.values or ""} -->'
        yield from (f"    {outline(plan, cell)}" for cell in drawn.cells)
        yield "  </g>"
    for room in plan.rooms:
        yield f'  <rect x="{room.at[0] - 0.5}" y="{room.at[1] - 0.5}" width="1" height="1" id="{room.id}" fill="none"/>'
    yield "</svg>"


def spot(plan: Plan, cell: Cell) -> tuple[float, float]:
    q, r = cell
    return (q + r / 2, r * ROW) if plan.kind == "hexes" else (q, r)


def outline(plan: Plan, cell: Cell) -> str:
    x, y = spot(plan, cell)
    if plan.kind == "squares":
        return f'<rect x="{x - 0.5:g}" y="{y - 0.5:g}" width="1" height="1"/>'
    ends = [pi / 6 + side * pi / 3 for side in range(6)]
    return f'<polygon points="{" ".join(f"{x + cos(end) * 0.577:.3f},{y + sin(end) * 0.577:.3f}" for end in ends)}"/>'


def main(game: str, board: str = "", *packs: str) -> None:
    if board:
        library = GAMES[game].library(*map(Path, packs))
        plans = GAMES[game].plans
        assert plans is not None
        print("\n".join(begun(plans.read(library.shelves["board"].get(board)))))
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page()
        for drawing, picture in pictures_of(game):
            render(page, drawing, picture)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
