"""Jinja that ends: nothing that a template makes grows beyond `LIMIT`, nothing in it goes on beyond `STEPS`.

What an expression makes is weighed as soon as it is made. What a few characters can make of memory beyond
all bounds (a width, a text put in for every letter of another) is worked out before it is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from types import GeneratorType
from typing import Any

from jinja2 import nodes, pass_context
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, markup_join, str_join
from jinja2.sandbox import ImmutableSandboxedEnvironment, SandboxedFormatter
from jinja2.utils import _PassArg
from markupsafe import escape

from cardgen.layout.context import Record

LIMIT = 4_000_000
"""Characters of XML a template may render to, and of any text on the way; a face needs a few thousand."""

STEPS = 50_000
"""Turns of loops and calls of macros in one face; a face needs a few hundred."""

_BYTES = ("encode", "to_bytes")
"""What makes bytes, which no template needs and which would have to be weighed like texts."""


class TooLong(Exception):
    """A text or list that outgrows `LIMIT`."""


class TooMany(Exception):
    """Loops that go on beyond `STEPS`."""


class _Code(CodeGenerator):
    """Counts the turns of loops and the calls of macros, and holds what is joined or listed."""

    def visit_For(self, node: nodes.For, frame: Frame) -> None:
        node.body.insert(0, _STEP)
        super().visit_For(node, frame)

    def visit_Macro(self, node: nodes.Macro, frame: Frame) -> None:
        node.body.insert(0, _STEP)
        super().visit_Macro(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.joined(context.eval_ctx, (")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write("))")

    def visit_List(self, node: nodes.List, frame: Frame) -> None:
        self.write("environment.held(")
        super().visit_List(node, frame)
        self.write(")")

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:
        self.write("environment.held(")
        super().visit_Dict(node, frame)
        self.write(")")

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:
        loaded = node.ctx == "load"  # not the names of {% for a, b in … %}
        self.write("environment.held(" if loaded else "")
        super().visit_Tuple(node, frame)
        self.write(")" if loaded else "")


_STEP = nodes.ExprStmt(nodes.Call(nodes.EnvironmentAttribute("step"), [], [], None, None))


class Sandbox(ImmutableSandboxedEnvironment):
    """Templates that end. `filters` are had beside Jinja's own."""

    code_generator_class = _Code
    intercepted_binops = frozenset(["+", "*", "**", "%"])
    steps = 0

    def __init__(self, filters: Mapping[str, Callable[..., Any]], **options: Any):
        super().__init__(**options)
        known = {**self.filters, **filters}
        self.filters = {name: _watched(name, known[name]) for name in known}

    def step(self) -> None:
        self.steps += 1
        if self.steps > STEPS:
            raise TooMany

    def held(self, made: Any) -> Any:
        """`made`, as long as it is within bounds."""
        _weigh(made)
        return made

    def joined(self, how: EvalContext, parts: tuple[Any, ...]) -> str:
        """What `~` makes of its operands."""
        _weigh(parts)
        return markup_join(parts) if how.autoescape else str_join(parts)

    @staticmethod
    def concat(parts: Iterable[str]) -> str:
        """What a template, a macro or a block writes piece by piece."""
        found, length = [], 0
        for part in parts:
            found.append(part)
            length += len(part)
            _within(length)
        return "".join(found)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        match operator, left, right:
            case ("*", (str() | list() | tuple()) as many, int() as times) | (
                "*",
                int() as times,
                (str() | list() | tuple()) as many,
            ):
                _within(_weigh(many) * times)
            case "**" | "*", int(), int() if left.bit_length() * (right if operator == "**" else 1) > 4096:
                raise OverflowError(f"{operator} {right}")
            case "%", str(), _:
                _within(_formatted(left, right if isinstance(right, tuple) else (right,)))
        return self.held(super().call_binop(context, operator, left, right))

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return attr not in _BYTES and super().is_safe_attribute(obj, attr, value)

    def call(self, context: Context, obj: Any, /, *args: Any, **named: Any) -> Any:
        method = obj if hasattr(obj, "__self__") else getattr(obj, "__wrapped__", obj)  # format is wrapped
        text = getattr(method, "__self__", None)
        if isinstance(text, str):
            args = self._asked(text, method.__name__, args, named)
        return self.held(super().call(context, obj, *args, **named))

    def _asked(
        self, text: str, method: str, args: tuple[Any, ...], named: Mapping[str, Any]
    ) -> tuple[Any, ...]:
        """The arguments of a method of a text, once it is sure that nothing too long comes of them."""
        match method:
            case "format":
                _Trial(self).vformat(text, args, named)
            case "format_map":
                _Trial(self).vformat(text, (), *args, **named)
            case "join":
                args = _unrolled(args)
                _ask(method, *args, text)
            case _:
                _ask(method, text, *args, *named.values())
        return args


class _Trial(SandboxedFormatter):
    """What str.format would do, given up as soon as it grows too long. A width may come of a field itself."""

    weight = 0

    def format_field(self, value: Any, format_spec: str) -> Any:
        self.weight += _weigh([value]) + sum(map(int, re.findall(r"\d+", format_spec)))
        _within(self.weight)
        return super().format_field(value, format_spec)


def _watched(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """A filter within bounds. As it takes the context, Jinja does not work it out beforehand."""
    wants = _PassArg.from_obj(function)

    @pass_context
    @wraps(function)
    def watched(context: Context, *args: Any, **named: Any) -> Any:
        if name in _ASKED:
            args = _unrolled(args)
            _ask(name, *args, *(named[key] for key in sorted(named, reverse=True)))  # replace: old, then new
        given: dict[_PassArg | None, tuple[Any, ...]] = {
            None: (),
            _PassArg.context: (context,),
            _PassArg.eval_context: (context.eval_ctx,),
            _PassArg.environment: (context.environment,),
        }
        made = function(*given[wants], *args, **named)
        if isinstance(made, GeneratorType):
            return _counted(made)
        _weigh(made)
        return made

    return watched


# ------------------------------------------------------------------ how much there is


def _within(size: int) -> None:
    if size > LIMIT:
        raise TooLong


def _weigh(value: Any) -> int:
    """How many characters and values it holds, in all that it holds. Raises TooLong beyond `LIMIT`."""
    weight, rest = 0, [value]
    while rest:
        many: Iterable[Any] = ()
        match rest.pop():
            case str() as text:
                weight += len(text)
            case int() as number:
                weight += number.bit_length() // 3
            case list() | tuple() | set() as values:
                weight += len(values)
                many = values
            case dict() as pairs:
                weight += 2 * len(pairs)
                many = (*pairs, *pairs.values())
            case Record() as record:
                weight += len(record)
                many = (record[name] for name in record)
        _within(weight)
        rest += many
    return weight


def _counted(values: Iterator[Any]) -> Iterator[Any]:
    """The same values one by one, as long as all of them together are within bounds."""
    weight = 0
    for value in values:
        weight += 1 + _weigh(value)
        _within(weight)
        yield value


def _unrolled(values: Iterable[Any]) -> tuple[Any, ...]:
    """Iterators as lists, so that they can be looked at and read all the same."""
    return tuple([*value] if isinstance(value, Iterator) else value for value in values)


# ------------------------------------------------------------------ how much is asked for


def _ask(name: str, value: Any, *args: Any) -> None:
    if name in _ASKED:
        _within(_ASKED[name](value, args))


def _letters(args: Iterable[Any]) -> int:
    return sum(len(escape(arg)) for arg in args if isinstance(arg, str))


def _width(args: Iterable[Any]) -> int:
    """Numbers ask for so many characters, texts for themselves."""
    return sum(abs(arg) for arg in args if isinstance(arg, int)) + _letters(args)


def _replaced(value: Any, args: Sequence[Any]) -> int:
    old, *new = map(str, args)
    return (str(value).count(old) + escape(value).count(old)) * _letters(new)


_CONVERSION = re.compile(r"([0-9]*)\.?([0-9]*)\*?[hlL]?[diouxXeEfFgGcrsa]")


def _formatted(text: str, args: Sequence[Any]) -> int:
    """What % could make of a text: for each of its %, all widths and values together."""
    widths = sum(int(number) for found in _CONVERSION.findall(text) for number in found if number)
    starred = sum(abs(arg) for arg in args if isinstance(arg, int)) if "*" in text else 0
    return text.count("%") * (widths + starred + _weigh(args))


_ASKED: Mapping[str, Callable[[Any, Sequence[Any]], int]] = {
    **dict.fromkeys(
        ("center", "ljust", "rjust", "zfill", "batch", "slice"), lambda value, args: _width(args)
    ),
    "expandtabs": lambda text, args: text.count("\t") * _width(args or (8,)),
    "format": lambda text, args: _formatted(str(text), args),
    "indent": lambda text, args: (len(str(text).splitlines()) + 1) * (_width(args) + 4),
    "join": lambda items, args: _weigh(items) + len(items) * _letters(args),
    "replace": _replaced,
    "round": lambda number, args: 1000 * _width(args),
    "tojson": lambda value, args: _weigh(value) * (1 + _weigh(value) * _width(args)),
    "translate": lambda text, args: len(text) * _weigh(args),
    "urlize": lambda text, args: len(str(text)) * _letters(args),
    "wordwrap": lambda text, args: len(str(text)) * _letters(args),
}
"""About how many characters a filter or a method of a text makes, at most, of a value and its arguments."""
