"""What a print shop asks of its files: a YAML file that ships with cardgen or is the designer's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from cardgen.explain import explain
from cardgen.export.base import Options
from cardgen.layout.faces import BLEED
from cardgen.model import Model, Number, Text
from cardgen.problems import Place, Problem, Problems, Term, nearest
from cardgen.source import Source, read_yaml

FORMAT = "shop"
FOLDER = Path(__file__).parent.parent / "profiles"

LEAST_RUBY = 3.0
"""Points. Ruby of no profile may be smaller unless it says so: kana that small close up in print."""

Lenient = Literal["bleed", "safe", "dpi", "ink", "type", "line"]
"""The checks whose findings a profile may tell as warnings."""

Positive = Annotated[Number, Field(gt=0)]
Distance = Annotated[Number, Field(ge=0, le=20)]
TwoSides = Annotated[list[Positive], Field(min_length=2, max_length=2)]


class Pictures(Model):
    """A picture of each face with its bleed, as a proof or as what the shop prints from."""

    format: Literal["png", "jpeg"]
    dpi: Annotated[Number, Field(ge=50, le=1200)]


class Profile(Model):
    """The demands of one shop. Lengths in mm, type in points, `most_ink` in per cent of all four inks.

    `taken_from` and `unverified` say where the demands come from. `sizes` are the trim sizes the shop cuts;
    without them any size goes. `pages` gives every copy a page or every design one. `pdf: false` is a shop
    that prints from the pictures. `intent` is whether an ICC output intent has to be there.
    """

    name: Text
    taken_from: Annotated[list[Text], Field(min_length=1)]
    unverified: list[Text] = Field(default_factory=list)
    bleed: Distance = 3.0
    safe: Distance = 3.0
    sizes: dict[Text, Annotated[list[Positive], Field(min_length=2, max_length=2)]] = Field(
        default_factory=dict
    )
    pages: Literal["copies", "designs"] = "designs"
    order: Literal["separate", "back-front"] = "separate"
    pdf: bool = True
    marks: Literal["none", "tombo"] = "none"
    colour: Literal["cmyk", "rgb"] = "cmyk"
    intent: Literal["required", "optional", "none"] = "optional"
    fonts: Literal["embedded", "outlined"] = "embedded"
    transparency: bool = False
    version: Literal["1.3", "1.4", "1.5", "1.6", "1.7"] = "1.4"
    least_dpi: Positive = 300.0
    most_ink: Annotated[Number, Field(ge=100, le=400)] | None = None
    least_type: Positive | None = None
    least_ruby: Positive | None = None
    least_line: Positive | None = None
    pictures: Pictures | None = None
    warn: list[Lenient] = Field(default_factory=list)

    @property
    def ruby(self) -> float | None:
        """The least size of ruby and emphasis dots, which are half as large as what they stand beside."""
        if self.least_ruby is not None or self.least_type is None:
            return self.least_ruby
        return min(self.least_type, max(LEAST_RUBY, self.least_type / 2))


def wanted(options: Options) -> tuple[str, Profile]:
    """The profile that the options ask for, and a name for its folder.

    Raises Problems for a profile that is not named, unknown or faulty, and for a missing ICC profile.
    """
    if options.profile is None:
        facts = {"expected": list(bundled())}
        raise Problems([Problem("shop-no-profile", None, "--profile", facts)])
    name, profile = find(options.profile)
    if profile.intent == "required" and options.icc is None:
        raise Problems([Problem("shop-needs-icc", None, "--icc", {"shop": profile.name})])
    if options.icc is not None and not options.icc.is_file():
        raise Problems([Problem("file-missing", Place(options.icc), "--icc")])
    return name, profile


def bleed(options: Options) -> float:
    """How far art has to reach beyond the trim for all that will be made of it, in mm. Raises as `wanted`."""
    if FORMAT in options.formats:
        return max(BLEED, wanted(options)[1].bleed)
    for name, given in (("--profile", options.profile), ("--icc", options.icc)):
        if given is not None:
            raise Problems([Problem("shop-not-asked", None, name)])
    return BLEED


def bundled() -> Mapping[str, Path]:
    """The profiles that ship with cardgen, by name."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.yaml"))}


def find(name: str) -> tuple[str, Profile]:
    """The profile of that name (or the shop's own), or in that file, and a name for its folder.

    Raises Problems: unknown names with the nearest, files with all that is wrong in them.
    """
    known = bundled()
    if name in known:
        return name, read(known[name])
    if Path(name).suffix in (".yaml", ".yml"):
        return Path(name).stem, read(Path(name))
    for id, file in known.items():
        profile = read(file)
        if profile.name == name:
            return id, profile
    facts = {"found": name, "expected": list(known), "nearest": nearest(name.lower(), known)}
    raise Problems([Problem("unknown-profile", None, "--profile", facts)])


def read(file: Path) -> Profile:
    """The profile in a file. Raises Problems with every fault of it."""
    source = read_yaml(file)
    if not isinstance(source.value, dict):
        raise Problems([Problem("wrong-type", source.place(), facts={"expected": Term("kind-map")})])
    try:
        profile = Profile.model_validate(source.value)
    except ValidationError as error:
        raise Problems(explain(error, Profile, source.place, source.key)) from None
    _consistent(profile, source)
    return profile


def _consistent(profile: Profile, source: Source) -> None:
    place: Place = source.place(("pdf",))
    if not profile.pdf and profile.pictures is None:
        raise Problems([Problem("profile-makes-nothing", place)])
