"""Click in two languages: what `--help` looks like, and what is wrong with a command line.

Help texts of commands and options are sentence ids, worded when they are shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from cardgen.messages import Lang, message, say
from cardgen.problems import Problem, nearest


def lang_of(context: click.Context) -> Lang:
    """The language of the run, which is the object of its outermost context. Japanese or else English."""
    return "ja" if context.find_root().obj == "ja" else "en"


class Misuse(click.UsageError):
    """A fault of the command line in our own words."""

    def __init__(self, problem: Problem, context: click.Context | None):
        super().__init__(problem.id, context)
        self.problem = problem


def misnamed(
    id: str, context: click.Context | None, found: str, known: Sequence[str], **facts: object
) -> Misuse:
    """A name that is not among the known ones, with the nearest."""
    facts = {**facts, "found": found, "expected": known, "nearest": nearest(found, known)}
    return Misuse(Problem(id, facts=facts), context)


class OneOf(click.Choice[str]):
    """One of some words, in either case."""

    def __init__(self, choices: Sequence[str]):
        super().__init__(choices, case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            assert param is not None, "words are read for an option or an argument"
            raise misnamed("usage-bad-choice", ctx, value, self.choices, option=_named(param)) from None

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        begun = incomplete.casefold()
        return [CompletionItem(word) for word in self.choices if word.casefold().startswith(begun)]


class Amount(click.FloatRange):
    """A number within bounds, and a number: nan is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        return found if math.isfinite(found) else self.fail("", param, ctx)


def _named(param: click.Parameter) -> str:
    return param.opts[0] if isinstance(param, click.Option) else param.human_readable_name


# ------------------------------------------------------------------ commands


class _Worded(click.Command):
    """A command whose help is in the language of the run."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click leaves it out where a value is missing
            raise

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option:
            option.help = "help-help"
        return option

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, say("head-usage", lang_of(ctx)) + " ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_paragraph()
        _write(formatter, say(self.help or "", lang_of(ctx)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = lang_of(ctx)
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        rows = [(", ".join(_shown(option, ctx)), say(option.help or "", lang)) for option in options]
        with formatter.section(say("head-options", lang)):
            formatter.write_dl(rows)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = lang_of(ctx)
        with formatter.section(say("head-examples", lang)):
            _write(formatter, say(self.epilog or "", lang))


def _write(formatter: click.HelpFormatter, text: str) -> None:
    """Line for line: click would measure Japanese by the character and break it at spaces."""
    for line in text.splitlines():
        formatter.write(" " * formatter.current_indent + line + "\n")


def _shown(option: click.Option, context: click.Context) -> Iterator[str]:
    yield from option.opts[:-1]
    takes = "" if option.is_flag else " " + option.make_metavar(context)
    yield option.opts[-1] + takes


class Command(_Worded):
    """A command; what stands on the line beyond its arguments is refused."""

    allow_extra_args = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        super().parse_args(ctx, args)
        if ctx.args and not ctx.resilient_parsing:
            raise Misuse(Problem("usage-surplus", facts={"found": ctx.args}), ctx)
        return ctx.args


class Group(_Worded, click.Group):
    """The commands of cardgen, listed with the first sentence of their help."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known and not ctx.resilient_parsing:
            raise misnamed("unknown-command", ctx, args[0], known)
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        _Worded.format_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        lang = lang_of(ctx)
        rows = [(name, say(child.help or "", lang).splitlines()[0]) for name, child in self.commands.items()]
        with formatter.section(say("head-commands", lang)):
            formatter.write_dl(rows)


# ------------------------------------------------------------------ faults


def told(error: click.UsageError, lang: Lang) -> str:
    """What is wrong with the command line, in our own words, and where help is."""
    command = error.ctx.command_path if error.ctx else "cardgen"
    return f"{message(problem_of(error), lang)}\n{say('usage-see-help', lang, command=command)}"


_NUMBERS: dict[type[Any], str] = {
    click.IntRange: "usage-out-of-range",
    Amount: "usage-out-of-range",
    click.types.IntParamType: "usage-not-integer",
    click.types.FloatParamType: "usage-not-number",
}


def _bounds(param: click.Parameter) -> dict[str, object]:
    kind = param.type
    return {"least": kind.min, "most": kind.max} if isinstance(kind, click.IntRange | Amount) else {}


def problem_of(error: click.UsageError) -> Problem:
    """The fault that click found, with what it knows of it."""
    match error:
        case Misuse(problem=problem):
            return problem
        case click.NoSuchOption(option_name=option):
            return Problem("usage-no-option", facts={"option": option, "nearest": _meant(option, error.ctx)})
        case click.BadOptionUsage(option_name=option):
            count = next((param.nargs for param in _params(error.ctx) if option in param.opts), 1)
            facts = {"option": option, **({"count": count} if count > 1 else {})}
            return Problem("usage-no-values" if count > 1 else "usage-no-value", facts=facts)
        case click.MissingParameter(param=click.Parameter() as param):
            return Problem("usage-missing", facts={"name": _named(param)})
        case click.BadParameter(param=click.Parameter() as param) if type(param.type) in _NUMBERS:
            return Problem(_NUMBERS[type(param.type)], facts={"option": _named(param), **_bounds(param)})
        case click.BadParameter(param=click.Parameter() as param):
            return Problem("usage-bad-value", facts={"option": _named(param)})
        case _:
            return Problem("usage-error", facts={"what": error.format_message()})


def _meant(option: str, context: click.Context | None) -> str | None:
    """The nearest option, or the one that takes such a word: --backs duplex for --duplex."""
    for param in _params(context):
        if isinstance(param.type, OneOf) and option.lstrip("-") in param.type.choices:
            return f"{param.opts[0]} {option.lstrip('-')}"
    known = [name for param in _params(context) for name in param.opts if name.startswith("--")]
    return nearest(option, known)


def _params(context: click.Context | None) -> list[click.Parameter]:
    return context.command.get_params(context) if context else []
