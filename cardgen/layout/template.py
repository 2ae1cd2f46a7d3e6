"""A card's template: Jinja in a sandbox, rendered to XML whose elements know their template's line."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from os.path import isdir, isfile  # unlike Path, they answer for what may not be looked at
from pathlib import Path
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from jinja2.exceptions import SecurityError, TemplateRuntimeError, UndefinedError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream
from jinja2.loaders import split_template_path
from jinja2.utils import missing

from cardgen.layout import context, tree
from cardgen.layout.fault import misnamed
from cardgen.layout.sandbox import LIMIT, STEPS, Sandbox, TooLong, TooMany
from cardgen.problems import Place, Problem, Problems
from cardgen.source import read_text

_NO_FILTER = re.compile(r"No filter named '(.*)'\.")
_START_TAG = re.compile(r"<!--.*?-->|<([A-Za-z][\w.:-]*)", re.DOTALL)


class Templates:
    """The templates found in `folders`, the first folder that has a name winning."""

    def __init__(self, folders: Sequence[Path]):
        self.folders = [folder for folder in folders if isdir(folder)]
        self._files: dict[str, Path] = {}
        self.env = Sandbox(
            context.FILTERS,
            loader=_Files(self.folders),
            autoescape=True,
            undefined=_Undefined,
            extensions=[_Marks, _Imports],
            auto_reload=False,
        )
        for names, unfit in (
            (self.env.filters, "random"),
            (self.env.filters, "pprint"),
            (self.env.globals, "lipsum"),
        ):
            del names[unfit]  # a card looks the same in every build, and shows no values to a programmer
        self.env.globals.update(context.FUNCTIONS)

    def render(self, name: str, values: Mapping[str, object]) -> tree.Node:
        """The XML of one face. Raises Problems: no such template, faults in it, or not XML."""
        self.env.steps = 0
        try:
            template = self.env.get_template(name)
            source = self.env.concat(template.generate(**values))
        except TemplateSyntaxError as fault:
            raise Problems([self._syntax(fault, name)]) from None
        except TemplateNotFound as fault:
            raise Problems([self._not_found(fault, name)]) from None
        except TooLong as fault:
            place = self._place(fault, name)
            raise Problems([Problem("template-endless", place, facts={"limit": LIMIT})]) from None
        except TooMany as fault:
            place = self._place(fault, name)
            raise Problems([Problem("template-steps", place, facts={"limit": STEPS})]) from None
        except Problems:
            raise
        except RecursionError as fault:
            raise Problems([Problem("template-recursion", self._place(fault, name))]) from None
        except Exception as fault:
            # A template may fail in any way Python can: a sum of text and number, a filter's refusal.
            raise Problems([self._failed(fault, name)]) from None
        return tree.parse(source, self.file(name), self._marked)

    def file(self, name: str) -> Path:
        """The file that template comes from; its name alone when there is none."""
        if name not in self._files:
            self._files[name] = next((f / name for f in self.folders if (f / name).is_file()), Path(name))
        return self._files[name]

    def names(self) -> list[str]:
        return [n for n in self.env.list_templates(extensions=["xml", "svg"]) if not n.startswith("icons/")]

    def _marked(self, mark: str) -> Place:
        name, _, line = mark.rpartition(":")
        return Place(self.file(name), int(line))

    def _syntax(self, fault: TemplateSyntaxError, name: str) -> Problem:
        place = Place(self.file(fault.name or name), fault.lineno)
        if found := _NO_FILTER.fullmatch(fault.message or ""):
            known = [*context.FILTERS, *self.env.filters]
            return Problem("template-unknown-filter", place, facts=misnamed(found[1], dict.fromkeys(known)))
        return Problem("template-syntax", place, facts={"reason": fault.message or ""})

    def _not_found(self, fault: TemplateNotFound, name: str) -> Problem:
        wanted = str(fault.name or fault)
        place = None if wanted == name else self._place(fault, name)
        return Problem("template-missing", place, facts=misnamed(wanted, self.names()))

    def _failed(self, fault: Exception, name: str) -> Problem:
        place = self._place(fault, name)
        match fault:
            case UnknownName():
                return Problem("template-unknown-name", place, facts=misnamed(fault.name, fault.known))
            case SecurityError():
                return Problem("template-forbidden", place, facts={"reason": str(fault)})
            case TemplateError():
                return Problem("template-syntax", place, facts={"reason": str(fault)})
            case _:
                reason = f"{type(fault).__name__}: {fault}"
                return Problem("template-failed", place, facts={"reason": reason})

    def _place(self, fault: BaseException, name: str) -> Place:
        """The innermost line of the traceback that lies in a template (Jinja rewrites it so that some do)."""
        ours = [
            frame
            for frame in traceback.extract_tb(fault.__traceback__)
            if any(Path(frame.filename).is_relative_to(folder) for folder in self.folders)
        ]
        return Place(Path(ours[-1].filename), ours[-1].lineno or 0) if ours else Place(self.file(name))


class _Files(FileSystemLoader):
    """Reads every file as the rest of a game is read: what is wrong with one names that one."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        parts = split_template_path(template)
        file = next((f for f in (Path(folder, *parts) for folder in self.searchpath) if isfile(f)), None)
        if file is None:
            raise TemplateNotFound(template)
        return read_text(file), str(file), lambda: True


class UnknownName(UndefinedError):
    """A name that a template used and nothing defines; `known` are the names there are."""

    def __init__(self, name: str, known: Iterable[str], message: str | None = None):
        super().__init__(message)
        self.name = name
        self.known = tuple(known)


class _Undefined(StrictUndefined):
    """Undefined names fail with the names that would have been right."""

    __slots__ = ()

    def __init__(
        self,
        hint: str | None = None,
        obj: Any = missing,
        name: str | None = None,
        exc: type[TemplateRuntimeError] = UndefinedError,
    ):
        if exc is UndefinedError:
            known = context.NAMES if obj is missing else context.names_of(obj)
            exc = partial(UnknownName, str(name), known)  # type: ignore[assignment]
        super().__init__(hint, obj, name, exc)


class _Marks(Extension):
    """Marks each start tag of a template's own text with the template's name and line."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type == "data":
                token = Token(token.lineno, "data", _marked(token.value, stream.name or "", token.lineno))
            yield token


class _Imports(Extension):
    """Macros of an imported file read `card`, `width` and all the rest, as if `with context` were written."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        words: list[str] = []
        for token in stream:
            if token.type == "block_begin":
                words = []
            elif token.type == "block_end":
                if words[:1] in (["import"], ["from"]) and "context" not in words:
                    yield from (Token(token.lineno, "name", word) for word in ("with", "context"))
            elif token.type == "name":
                words.append(token.value)
            yield token


def _marked(text: str, name: str, line: int) -> str:
    def mark(found: re.Match[str]) -> str:
        if not found[1]:
            return found[0]
        at = line + text.count("\n", 0, found.start())
        return f'{found[0]} {tree.MARK}="{name}:{at}"'

    return _START_TAG.sub(mark, text)
