"""Small faults put into a function, one at a time, to see whether the tests notice."""

from __future__ import annotations

import ast
import copy
import inspect
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator
from types import CodeType, FrameType, FunctionType
from typing import Any

SWAPPED: dict[type[ast.AST], ast.AST] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.Gt: ast.GtE(),
    ast.GtE: ast.Gt(),
    ast.Lt: ast.LtE(),
    ast.LtE: ast.Lt(),
    ast.Eq: ast.NotEq(),
    ast.NotEq: ast.Eq(),
    ast.In: ast.NotIn(),
    ast.NotIn: ast.In(),
    ast.And: ast.Or(),
    ast.Or: ast.And(),
}
NAMES = {"max": "min", "min": "max", "sum": "len", "any": "all", "all": "any"}


def function_of(callable_: Callable[..., Any]) -> FunctionType:
    """The plain function behind a method, a partial or a function."""
    inner = getattr(callable_, "func", callable_)
    inner = getattr(inner, "__func__", inner)
    assert isinstance(inner, FunctionType)
    return inner


def lines_run(functions: Collection[FunctionType], run: Callable[[], object]) -> set[tuple[str, int]]:
    """The lines of these functions that `run` comes through, each with the name of its function.

    Rules hold branches for rulings that a game does not take; faults there cannot show in its play.
    """
    codes = {function.__code__: function.__qualname__ for function in functions}
    found: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        if frame.f_code not in codes:
            return None
        found.add((codes[frame.f_code], frame.f_lineno - frame.f_code.co_firstlineno + 1))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return found


def mutants(function: FunctionType) -> Iterator[tuple[str, int, CodeType]]:
    """Each fault with its description, its line in the function, and the code to put in place."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    [definition] = tree.body
    assert isinstance(definition, ast.FunctionDef)
    inside = {id(node) for statement in definition.body for node in ast.walk(statement)}
    for index, node in enumerate(ast.walk(tree)):
        if id(node) not in inside:  # defaults of parameters belong to the function, not to its code
            continue
        for what in _faults(node):
            broken = copy.deepcopy(tree)
            target = list(ast.walk(broken))[index]
            line = getattr(target, "lineno", 0)
            before = ast.unparse(target)
            _break(target, what)
            code = _compiled(broken, function)
            yield f"{function.__qualname__}: {before} -> {what}", line, code


def _faults(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.BinOp(op=op) if type(op) in SWAPPED:
            yield "other operator"
        case ast.BoolOp(op=op) if type(op) in SWAPPED:
            yield "other operator"
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield "other operator"
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield "one more"
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield NAMES[name]


def _break(node: Any, what: str) -> None:
    match node:
        case ast.BinOp() | ast.BoolOp():
            node.op = SWAPPED[type(node.op)]
        case ast.Compare():
            node.ops = [SWAPPED[type(node.ops[0])]]
        case ast.Constant():
            node.value += 1
        case ast.Call():
            node.func.id = what


def _compiled(tree: ast.Module, function: FunctionType) -> CodeType:
    ast.fix_missing_locations(tree)
    space: dict[str, Any] = dict(function.__globals__)
    exec(compile(tree, "<mutant>", "exec"), space)
    code = function_of(space[function.__name__]).__code__
    assert code.co_freevars == function.__code__.co_freevars
    return code
