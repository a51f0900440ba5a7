"""Commands made of functions: what may be typed stands beside their parameters, as `Option` and `Argument`, and Click
reads it. Typer would do the same with pydantic, which takes longer to read than most commands do what they are for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter, getdoc, signature
from math import inf
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import click

F = TypeVar("F", bound=Callable[..., None])
VALUES: dict[type, str] = {int: "NUMBER", float: "NUMBER", Path: "FILE", str: "NAME"}  # what is called how in help


class Option(NamedTuple):
    """`--name`, with what is said of it and by which word its value is called, else one that follows from its kind;
    where it is asked `at_once`, before all else, nothing else is done."""

    name: str
    help: str
    value: str = ""
    min: int | None = None
    max: int | None = None
    envvar: str | None = None
    at_once: Callable[[bool], None] | None = None


class Argument(NamedTuple):
    help: str = ""


class Commands(click.Group):
    """Listed as they stand in the code, each with all that is said of it in short."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, in_short(each)) for name, each in self.commands.items()])


class OneCommand(click.Command):
    """With words in place of those that only programmers say."""

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        told = [
            (each.make_metavar(ctx), each.help)
            for each in self.params
            if isinstance(each, click.Argument) and each.help
        ]
        if told:
            with formatter.section("What it takes"):
                formatter.write_dl(told)


class Number(click.ParamType[Any]):
    """A number within bounds, if there are any; Click would speak of an INTEGER RANGE, and of 0<=x<=9."""

    name = "number"

    def __init__(self, kind: type, least: int | None, most: int | None) -> None:
        self.kind, self.least, self.most = kind, least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            found = self.kind(value)
        except ValueError:
            found = None
        low = -inf if self.least is None else self.least
        high = inf if self.most is None else self.most
        if found is None or not low <= found <= high:
            self.fail(f"expected {self.expected()}, not {value!r:.60}", param, ctx)
        return found

    def expected(self) -> str:
        words = "a whole number" if self.kind is int else "a number"
        if self.most is not None:
            return f"{words} from {self.least or 0} to {self.most}"
        return words if self.least is None else f"{words} from {self.least} on"


def in_short(each: click.Command) -> str:
    return each.short_help or " ".join((each.help or "").partition("\n\n")[0].split())


def command(app: click.Group, name: str = "", short_help: str | None = None) -> Callable[[F], F]:
    """Make a function a command, by its own name or another."""

    def decorate(function: F) -> F:
        app.add_command(
            OneCommand(
                name or function.__name__, callback=called(function), params=parameters(function),
                help=getdoc(function), short_help=short_help,
            )
        )  # fmt: skip
        return function

    return decorate


def first(app: click.Group) -> Callable[[F], F]:
    """What is done before a command of these, and where there is none."""

    def decorate(function: F) -> F:
        app.callback = called(function)
        app.params = parameters(function)
        return function

    return decorate


def called(function: Callable[..., None]) -> Callable[..., None]:
    """What may be given several times comes in lists, and options of a group in their group."""
    groups = {name: kind for name, kind in get_type_hints(function).items() if is_group(kind)}

    def call(**given: Any) -> None:
        given = {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
        for name, kind in groups.items():
            given[name] = kind(**{field: given.pop(field) for field in kind._fields})
        function(**given)

    return call


def parameters(function: Callable[..., None]) -> list[click.Parameter]:
    return list(parameters_of(function))


def parameters_of(function: Callable[..., Any]) -> Iterator[click.Parameter]:
    hints = get_type_hints(function, include_extras=True)
    for name, each in signature(function).parameters.items():
        if is_group(hints[name]):
            yield from parameters_of(hints[name])
        else:
            yield made(each, hints[name])


def is_group(hint: Any) -> bool:
    """Is it a named tuple of options that several commands have?"""
    return isinstance(hint, type) and issubclass(hint, tuple)


def made(parameter: Parameter, hint: Any) -> click.Parameter:
    hint, said = get_args(hint) if get_origin(hint) is Annotated else (hint, Argument())
    kind, many = kind_of(hint)
    required = parameter.default is Parameter.empty
    default = {} if required else {"default": parameter.default}  # None is one, too
    if isinstance(said, Argument):
        return click.Argument(
            [parameter.name], type=type_of(kind), required=required, nargs=-1 if many else 1, help=said.help or None,
            **default,
        )  # fmt: skip
    at_once = said.at_once
    return click.Option(
        [parameter.name, said.name], type=type_of(kind, said), is_flag=kind is bool, multiple=many,
        metavar=None if kind is bool else said.value or VALUES[kind],
        help=said.help, envvar=said.envvar, show_default=bool(default.get("default")) and kind is not bool,
        required=required, is_eager=at_once is not None,
        callback=None if at_once is None else lambda _context, _option, value: at_once(value), **default,
    )  # fmt: skip


def kind_of(hint: Any) -> tuple[type, bool]:
    """What one is of, and whether there may be many: of `list[Path] | None` it is a path, and many."""
    if isinstance(hint, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if get_origin(hint) is list:
        return get_args(hint)[0], True
    return hint, False


def type_of(kind: type, said: Option | None = None) -> click.ParamType[Any]:
    if kind is Path:
        return click.Path(path_type=Path)
    if kind in (int, float):
        return Number(kind, *(said.min, said.max) if said is not None else (None, None))
    return click.types.convert_type(kind)
