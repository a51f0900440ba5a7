"""What may be typed after `ludex`: every command, with its options and its help."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

import ludex.games.known  # noqa: F401  # registers the games
from ludex.cli.commands import Argument, Commands, Option, command, first
from ludex.cli.library_commands import app as packs_app
from ludex.cli.operating import AtAddress, Data, Database, Json, folder_of
from ludex.cli.operating import app as tables_app
from ludex.cli.options import Content, Lab
from ludex.core.kernel.ruling import BadInput, Refused
from ludex.text.echo import echo

if TYPE_CHECKING:
    from ludex.text.terminal import Console

app = Commands(
    help="Tabletop role-playing games as rules that run: play, exact odds, simulated fights, rules with citations.",
    no_args_is_help=True,
)


def tell_version(asked: bool) -> None:
    """What an operator is asked for first: the version of Ludex, and that of the stores that it opens."""
    if asked:
        from ludex.core.files.version import version_here
        from ludex.table.desk.store_shape import MIGRATIONS

        echo(f"Ludex {version_here()}, stores up to version {len(MIGRATIONS)}")
        raise click.exceptions.Exit


@first(app)
def ludex_itself(
    version: Annotated[bool, Option("--version", help="Tell which Ludex this is.", at_once=tell_version)] = False,
) -> None:
    pass


PLAYED_BY = "beginner, simple, hard, merciless, random; or a style, alone or after a level: hard+beast"
Game = Annotated[str, Argument(help="A game, as `ludex games` lists it.")]
Plain = Annotated[bool, Option("--plain", help="For screen readers: no boxes, redraws or colour.")]
Seed = Annotated[int | None, Option("--seed", help="The same seed gives the same dice.")]
Policies = Annotated[
    list[str] | None,
    Option(
        "--policy",
        value="SIDE=NAME",
        help="Who plays a side, or one name for all sides. A class of your own is named as MODULE:CLASS.",
    ),
]
Settings = Annotated[
    list[str] | None,
    Option("--set", value="FIELD=VALUE", help="Changes the second scene, as in beings.gali.ac=8; may be repeated."),
]
Lan = Annotated[bool, Option("--lan", help="Let everybody in the local network come.")]
PublicUrl = Annotated[
    str, Option("--public-url", value="ADDRESS", help="The address at which others reach it, of a tunnel or a proxy.")
]


@command(app)
def games(as_json: Json = False) -> None:
    """The games there are."""
    from ludex.cli.games import list_games

    list_games(as_json)


@command(app)
def rules(
    game: Game,
    words: Annotated[list[str] | None, Argument(help="Words to look for, or a rule's id.")] = None,
    coverage: Annotated[bool, Option("--coverage", help="Which rules the last `make test` has shown.")] = False,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    """Search and read the rules of a game."""
    from ludex.text.rules import show_coverage, show_rules

    console = terminal()
    if coverage:
        raise click.exceptions.Exit(show_coverage(game, as_json, console))
    raise click.exceptions.Exit(show_rules(game, " ".join(words or ()), as_json, console, plain))


@command(app, short_help="Play the scripts of scene files strictly; with a seed, tell that fight of the lab.")
def run(
    scenes: Annotated[
        list[Path], Argument(help="A scene file, the name of a scene; or several, or folders and packs.")
    ],
    content: Content = None,
    seed: Seed = None,
    policy: Policies = None,
    settings: Annotated[
        list[str] | None,
        Option("--set", value="FIELD=VALUE", help="Changes the scene, as in beings.gali.ac=8; may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play the script of a scene file strictly; with a seed or without a script, let the scene play itself: the very
    fight that the lab has under that seed. With folders, packs or many files, all scripts are played on all cores."""
    from ludex.core.pack.reading import is_pack
    from ludex.lab.variants import read_policies, read_settings
    from ludex.text.run import run_scene
    from ludex.text.run_many import run_scenes

    content = [*(content or ()), *(path for path in scenes if is_pack(path) and path not in (content or ()))]
    scene = scenes[0]
    if len(scenes) > 1 or scene.is_dir() or is_pack(scene):
        if seed is not None or policy or settings:
            raise BadInput("--seed, --policy and --set go with one scene")
        raise click.exceptions.Exit(run_scenes(scenes, tuple(content or ()), as_json, terminal()))
    played = read_policies(policy) if policy else ""
    raise click.exceptions.Exit(
        run_scene(scene, tuple(content or ()), as_json, terminal(), seed, played, read_settings(settings or ()))
    )


@command(app)
def simulate(
    scene: Annotated[str, Argument(help="A scene file, the name of a scene, a day file, or an adventure.")],
    party: Annotated[
        int, Option("--party", help="With so many characters, and as many foes as the scene has for them.")
    ] = 0,
    policy: Policies = None,
    rules: Annotated[bool, Option("--rules", help="List the rules that were never applied.")] = False,
    *,
    lab: Lab,
) -> None:
    """Fight a scene many times: who wins, how often, who goes down, and what is left."""
    from ludex.cli.lab import Asked, run_simulate

    raise click.exceptions.Exit(run_simulate(scene, Asked(lab, policy, rules), party))


@command(app)
def compare(
    first: Annotated[str, Argument(help="A scene file, or the name of a scene.")],
    second: Annotated[str, Argument(help="Another one; where not given, the same with what is set.")] = "",
    settings: Settings = None,
    policy_b: Annotated[
        list[str] | None, Option("--policy-b", value="SIDE=NAME", help="Who plays a side of the second.")
    ] = None,
    content_b: Annotated[
        list[Path] | None, Option("--content-b", value="FOLDER", help="A folder of content for the second alone.")
    ] = None,
    also: Annotated[
        list[str] | None, Option("--also", help="Repeat it with this policy on all sides; may be repeated.")
    ] = None,
    policy: Policies = None,
    *,
    lab: Lab,
) -> None:
    """Two scenes, or a scene and the same with something changed, with the same dice: what is the difference?"""
    from ludex.cli.lab import Asked, run_compare

    others = tuple(settings or ()), tuple(policy_b or ()), tuple(content_b or ()), tuple(also or ())
    raise click.exceptions.Exit(run_compare(first, second, Asked(lab, policy), *others))


@command(app)
def sweep(
    scene: Annotated[str, Argument(help="A scene file, or the name of a scene.")],
    vary: Annotated[
        str,
        Option(
            "--vary",
            value="FIELD=VALUES",
            help="A field with up to 100 values: beings.gali.ac=6..12, options.NAME=true,false, policy.foes=a,b.",
        ),
    ],
    policy: Policies = None,
    *,
    lab: Lab,
) -> None:
    """One field of a scene with many values, with the same dice for each: the curve of the win rate."""
    from ludex.cli.lab import Asked, run_sweep

    raise click.exceptions.Exit(run_sweep(scene, vary, Asked(lab, policy)))


@command(app)
def tournament(
    scenes: Annotated[list[str], Argument(help="Scene files, or names of scenes.")],
    policy: Annotated[
        list[str] | None,
        Option("--policy", help="Who takes part; may be repeated. By default random, simple and search."),
    ] = None,
    *,
    lab: Lab,
) -> None:
    """Policies against each other in a scene, each fight on both sides of it: which one plays better?"""
    from ludex.cli.lab import Asked, run_tournament

    raise click.exceptions.Exit(run_tournament(tuple(scenes), tuple(policy or ()), Asked(lab)))


@command(app, short_help="The exact odds of an action: outcomes, harm, and what each modifier is worth.")
def odds(
    scene: Annotated[Path, Argument(help="The name of a scene (`ludex games` lists them), or a scene file.")],
    actor: Annotated[str, Option("--actor", help="Who acts: somebody in the scene, by name.")],
    action: Annotated[str, Option("--action", help="An action, or the name of what is used: a weapon, a spell.")],
    target: Annotated[
        str, Option("--target", value="WHOM", help="On whom or where: a being or a place of the map.")
    ] = "",
    given: Annotated[list[str] | None, Option("--with", value="NAME=VALUE", help="What else is to be chosen.")] = None,
    answers: Annotated[
        list[str] | None, Option("--answer", value="RULE=VALUE", help="How a question on the way is answered.")
    ] = None,
    content: Content = None,
    as_json: Json = False,
) -> None:
    """The exact odds of an action in a scene as it is set up, in the actor's turn. Where somebody stands too far away,
    a scene file of your own can place them; what is refused is told with what could be done."""
    from ludex.text.odds import show_odds

    folders, more, told = tuple(content or ()), tuple(given or ()), tuple(answers or ())
    raise click.exceptions.Exit(show_odds(scene, folders, actor, action, target, more, as_json, terminal(), told))


@command(app)
def play(
    scene: Annotated[str, Argument(help="Text game: a scene or a scene file; asked for when left out.")] = "",
    text: Annotated[bool, Option("--text", help="Play in the terminal, not in a browser.")] = False,
    data: Annotated[
        Path | None, Option("--data", value="FOLDER", help="The folder in which the tables are kept.")
    ] = None,
    port: Annotated[int, Option("--port", min=0, max=65535, help="The port; another one where it is taken.")] = 8765,
    lan: Lan = False,
    public_url: PublicUrl = "",
    browser: Annotated[bool, Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    game: Annotated[str, Option("--game", help="Text game: one of `ludex games`.")] = "",
    adventure: Annotated[
        str, Option("--adventure", help="Text game: an adventure by its id, or a pack that is one.")
    ] = "",
    side: Annotated[
        str, Option("--side", value="SIDE", help="Text game: party, foes, gm, both (or all), or none.")
    ] = "",
    opponent: Annotated[
        str, Option("--opponent", help=f"Text game: who plays the other side: {PLAYED_BY}.")
    ] = "simple",
    content: Content = None,
    seed: Seed = None,
    resume: Annotated[bool, Option("--resume", help="Text game: go on where a game was left.")] = False,
    party: Annotated[int, Option("--party", help="Text game: with so many characters of the party.")] = 0,
    demo: Annotated[bool, Option("--demo", help="Text game: a fight plays itself and is narrated.")] = False,
    typed_dice: Annotated[
        bool,
        Option("--typed-dice", help="Text game: throw all dice by hand, and type them in."),
    ] = False,
    plain: Plain = False,
) -> None:
    """Play: starts the tables of this machine, prints the links and opens the page. With --text, in the terminal."""
    from ludex.text.play.starting import Options

    chosen = Options(
        game=game, scene=scene, adventure=adventure, side=side, opponent=opponent, folders=tuple(content or ()),
        seed=seed, resume=resume, demo=demo, typed_dice=typed_dice, plain=plain, party=party,
    )  # fmt: skip
    if not text:
        from ludex.cli.play import play_on_page
        from ludex.cli.serve import Served
        from ludex.text.play.kept import home

        if chosen != Options():
            raise BadInput("a scene, a side and the like are chosen on the page; for the text game add --text")
        how = Served(
            data or home() / "tables", port=port, lan=lan, public_url=public_url, any_port=True, browse=browser,
            show_link=True,
        )  # fmt: skip
        code = play_on_page(how)
        if code is not None:
            raise click.exceptions.Exit(code)
    from ludex.text.play.play import play

    raise click.exceptions.Exit(play(chosen))


@command(app)
def serve(
    data: Annotated[Path, Option("--data", value="FOLDER", help="The folder in which the tables are kept.")] = Path(
        "ludex-data"
    ),
    database: Database = "",
    host: Annotated[
        str, Option("--host", value="ADDRESS", help="The address to listen at; by default this machine alone.")
    ] = "",
    port: Annotated[int, Option("--port", min=0, max=65535, help="The port; 0 for any that is free.")] = 8765,
    lan: Lan = False,
    public_url: PublicUrl = "",
    open_house: Annotated[bool, Option("--open", help="Let anybody who comes found tables.")] = False,
    proxy: Annotated[
        bool, Option("--trust-proxy", help="Believe a proxy on this machine when it says for whom it asks.")
    ] = False,
    metrics_token: Annotated[
        Path | None,
        Option("--metrics-token-file", help="A file with a token; whoever has it may ask for /metrics, from anywhere."),
    ] = None,
    log_level: Annotated[
        str, Option("--log-level", value="LEVEL", help="How much is logged: debug, info, warning or error.")
    ] = "info",
    log_format: Annotated[
        str, Option("--log-format", value="FORMAT", help="text or json, a line for each thing.")
    ] = "text",
    log_file: Annotated[Path | None, Option("--log-file", help="Write the log there, not to standard error.")] = None,
    log_addresses: Annotated[
        bool, Option("--log-addresses", help="Log from which address something is asked.")
    ] = False,
    quota: Annotated[
        list[str] | None,
        Option("--quota", value="NAME=AMOUNT", help="How much may be used, as in table=1GB; docs/hosting.md has all."),
    ] = None,
    allowed_host: Annotated[
        list[str] | None,
        Option("--allowed-host", help="A name by which the server is reached, besides that of --public-url."),
    ] = None,
    helpers: Annotated[
        int | None,
        Option("--helpers", min=0, max=64, help="Processes for odds and files; by default one a core."),
    ] = None,
    workers: Annotated[
        int, Option("--workers", min=1, max=64, help="Processes that hold tables, shared out among them.")
    ] = 1,
    webhooks_to: Annotated[
        list[str] | None,
        Option("--webhooks-to", value="ADDRESS", help="A server to which game masters may have the record sent."),
    ] = None,
    assistants: Annotated[
        bool, Option("--assistants", help="Let assistants come to /mcp; docs/assistants.md tells how.")
    ] = False,
) -> None:
    """Tables for several people, over the network."""
    from ludex.cli.serve import Served
    from ludex.cli.serve import serve as run_server
    from ludex.server.watch.logs import Logging

    how = Served(
        data, database, host, port, lan, public_url, open_house, proxy,
        metrics_token, Logging(log_level, log_format, log_file), log_addresses,
        tuple(quota or ()), tuple(allowed_host or ()), helpers=helpers, workers=workers, assistants=assistants,
        webhooks_to=tuple(webhooks_to or ()),
    )  # fmt: skip
    raise click.exceptions.Exit(run_server(how))


@command(app, short_help="Let an assistant ask and play: the Model Context Protocol, over standard input.")
def mcp(
    seat: Annotated[
        str,
        Option("--seat", value="LINK", envvar="LUDEX_SEAT", help="The link of the seat at which the assistant sits."),
    ] = "",
    content: Content = None,
) -> None:
    """Let an assistant look up rules, check drafts, work out odds and fights, and sit at a table. It is started by the
    assistant's program, which speaks the Model Context Protocol with it; docs/assistants.md tells how it is set up."""
    from ludex.cli.mcp import serve_assistant

    raise click.exceptions.Exit(serve_assistant(seat, tuple(content or ())))


@command(app, short_help="What is installed, what is missing, and whether a browser can reach it.")
def doctor(
    data: Data = None,
    port: Annotated[int, Option("--port", min=1, max=65535, help="The port to check.")] = 8765,
    as_json: Json = False,
) -> None:
    """Check that everything is there to play: the page, extras, the folder of the tables, the port and the way to it.
    What it prints can be sent to whoever helps you: there are no tokens or names in it. It changes nothing."""
    from ludex.cli.doctor import doctor as look_at_all
    from ludex.text.play.kept import home

    raise click.exceptions.Exit(look_at_all(data or home() / "tables", port, as_json))


@command(app, short_help="A new link for somebody who has lost theirs; without a table, lists the tables.")
def link(
    table: Annotated[str, Argument(help="A table by its title or id; left out: lists all tables.")] = "",
    data: Data = None,
    database: Database = "",
    public_url: AtAddress = "",
    seat: Annotated[
        str,
        Option(
            "--seat",
            help="Whose link: the name or id of a seat. By default that of the game master, or where the machine leads "
            "that of the player.",
        ),
    ] = "",
    host: Annotated[bool, Option("--host", help="The link of the host, which founds tables.")] = False,
) -> None:
    """A new link for a seat of a table, printed here; the old one is void. For whoever runs the server: it needs the
    folder of the tables, and works while the server runs. With --host, the link of the host, which stays as it is."""
    from ludex.cli.link import host_link
    from ludex.cli.link import link as renew
    from ludex.text.play.kept import home

    if host:
        raise click.exceptions.Exit(host_link(data or home() / "tables", public_url))
    raise click.exceptions.Exit(renew(table, data or home() / "tables", database, public_url, seat))


@command(app)
def backup(
    file: Annotated[Path, Argument(help="The file to write; it must not be there yet.")],
    data: Data = None,
    database: Database = "",
) -> None:
    """Copy all tables into one file, while the server runs."""
    from ludex.cli.backup import backup as copy

    raise click.exceptions.Exit(copy(file, folder_of(data), database))


@command(app)
def restore(
    file: Annotated[Path, Argument(help="A file that `ludex backup` has written.")],
    data: Data = None,
    database: Annotated[
        str,
        Option("--database", value="ADDRESS", help="Into a PostgreSQL database, which must be empty."),
    ] = "",
    aside: Annotated[bool, Option("--aside", help="Move the tables that are there aside.")] = False,
) -> None:
    """Put the tables of a backup in place, after it was checked. The server must not run."""
    if database:
        from ludex.cli.moving import restore_into

        raise click.exceptions.Exit(restore_into(file, database))
    from ludex.cli.backup import restore as put_back

    raise click.exceptions.Exit(put_back(file, folder_of(data), aside))


@command(app)
def create(
    game: Game,
    out: Annotated[
        Path,
        Option("--out", value="FOLDER", help="The folder to write the character to; what is in it can be chosen too."),
    ] = Path("my-content"),
    content: Content = None,
    seed: Seed = None,
    plain: Plain = False,
) -> None:
    """Make a character step by step; only what is legal is offered."""
    from ludex.cli.create import create as walk

    raise click.exceptions.Exit(walk(game, out, terminal(no_color=plain or None), plain, seed, tuple(content or ())))


@command(app)
def check(files: Annotated[list[Path], Argument(help="Files, folders or packs.")], as_json: Json = False) -> None:
    """Check content files, content folders, packs or scene files. What a pack needs is looked up among the others."""
    from ludex.cli.check import check as look

    raise click.exceptions.Exit(look(tuple(files), terminal(), as_json))


@command(app, short_help="Put a folder of content with a pack.toml into one file, to be given to others.")
def pack(
    folder: Annotated[Path, Argument(help="A folder with a pack.toml, content, scenes and pictures.")],
    out: Annotated[Path | None, Option("--out", help="The file to write; by default FOLDER.ludex.")] = None,
    needed: Annotated[list[Path] | None, Option("--with", help="A pack that this one needs; may be repeated.")] = None,
) -> None:
    """Check a pack and put it into one file. The same folder always gives the same bytes."""
    from ludex.cli.packing import pack as put

    raise click.exceptions.Exit(put(folder, out, tuple(needed or ()), terminal()))


@command(app)
def unpack(
    file: Annotated[Path, Argument(help="A pack in one file, NAME.ludex.")],
    out: Annotated[Path | None, Option("--out", value="FOLDER", help="The folder to write; by default NAME.")] = None,
) -> None:
    """Put a pack that is one file into a folder, to be read and changed."""
    from ludex.cli.packing import unpack as take_out

    raise click.exceptions.Exit(take_out(file, out, terminal()))


@command(app, short_help="Work out the dice of an evening again, and say on whose word they rest.")
def verify(
    file: Annotated[Path, Argument(help="What /api/tables/TABLE/dice gave, or a journal of `ludex play --text`.")],
    seal: Annotated[
        str, Option("--seal", value="SEAL", help="The seal that was shown before, of the one evening.")
    ] = "",
) -> None:
    """Work out every throw of the evenings in a file again: from the seed that was told when each was closed, and from
    the links that those at the table have added. docs/dice.md has what that proves, and what not."""
    from ludex.cli.verify import verify_file

    raise click.exceptions.Exit(verify_file(file, seal))


@command(app, short_help="What was played: as a page that plays by itself, as text, as a journal, in numbers.")
def replay(
    file: Annotated[Path, Argument(help="A replay, the page of one, or a table that was exported.")],
    out: Annotated[
        Path | None, Option("--out", help="The file to write; by default the name of FILE, as .html or .md.")
    ] = None,
    text: Annotated[bool, Option("--text", help="Play it in the terminal.")] = False,
    journal: Annotated[bool, Option("--journal", help="Write what happened as prose, in Markdown.")] = False,
    numbers: Annotated[bool, Option("--numbers", help="In the journal: dice, sums and statistics.")] = False,
    statistics: Annotated[
        bool, Option("--statistics", help="Tell who did what, and how dice fell; with --out in Markdown.")
    ] = False,
    as_replay: Annotated[bool, Option("--file", help="Write a replay, to be given to others.")] = False,
    seat: Annotated[str, Option("--seat", help="Of a table: as this seat saw it; by default as all players did.")] = "",
    scene: Annotated[int | None, Option("--scene", min=1, help="Of a table: the first scene, or 2, 3 …")] = None,
    evening: Annotated[int | None, Option("--evening", min=1, help="Of a table: of this evening.")] = None,
) -> None:
    """Look at what was played without the table. Writes one page that plays by itself in any browser, without a server;
    docs/replays.md tells what is in it, and what a replay is made of."""
    from ludex.cli.replay import Ways, replay_file

    chosen = Ways(text, journal, statistics, as_replay, numbers)
    raise click.exceptions.Exit(replay_file(file, out, chosen, seat, scene, evening))


@command(app, short_help="Read the content of a game: characters, weapons, powers, enemies, boards, scenes.")
def show(
    game: Game,
    kind: Annotated[str, Argument(help="A kind of content, such as character or weapon; or a name.")] = "",
    name: Annotated[str, Argument(help="The id of an entry, or the name of a scene.")] = "",
    content: Content = None,
) -> None:
    """An entry of the content as the TOML in which it is written, to read, copy and change. Without a name, all there
    are of a kind; without a kind, all there are."""
    from ludex.cli.show import show as look

    raise click.exceptions.Exit(look(game, kind, name, content or ()))


@command(app, "new-game", short_help="Make the beginnings of a new game, for whoever writes one.")
def new_game(
    name: Annotated[str, Argument(help="Its name in code: small letters, digits and _, such as iron_keep.")],
) -> None:
    """Make the beginnings of a new game in this checkout: its rooms with one attack in them, content, a scene, and a
    scene file as its first test. It can be played at once; docs/adding-a-game.md tells how it grows."""
    from ludex.cli.new_game import new_game as make

    make(name)


app.add_command(tables_app, "tables")
app.add_command(packs_app, "packs")


def terminal(**how: Any) -> Console:
    """With colours and tables; whoever prints lines alone need not wait for it."""
    from ludex.text.terminal import Console

    return Console(**how)


def obey() -> int:
    """Do what was typed, and say in words what cannot be done; gives the exit code. Ctrl-C comes through."""
    try:
        return app.main(standalone_mode=False) or 0
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except click.Abort as stopped:  # what Click makes of Ctrl-C, and of an end of the input
        if isinstance(stopped.__context__, KeyboardInterrupt):
            raise stopped.__context__ from None
        echo("ludex: the input has ended", err=True)
        return 1
    except Exception as fault:
        code = exit_code(fault)
        if code is None:
            raise
        echo(f"ludex: {fault}", err=True)
        return code


def exit_code(fault: Exception) -> int | None:
    """With what a fault ends that is told in words; none: it is a breakdown. Their rooms are imported only here, as
    most commands end well and need not wait for them."""
    from ludex.core.files.journal import JournalError
    from ludex.lab.trial import LabError

    if isinstance(fault, BadInput | JournalError):
        return 2
    return 1 if isinstance(fault, Refused | LabError) else None
