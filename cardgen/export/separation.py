"""Drawings in the four inks of a press: black type in black ink alone, all else by profile or by formula.

Without an ICC profile a colour is separated by the formula of ISO 32000-1, 10.3.4 with full black generation
and undercolour removal: k = 1 - max(r, g, b), c = (1 - r - k) / (1 - k), and so on. Neutral colours are black
ink alone in either case, and so is type that is as good as neutral: type of several inks never registers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cardgen.export import inkfile
from cardgen.export.pictureink import total
from cardgen.layout.frame import Colour, Frame, Group, Item, Paint, Picture, Shape, Text
from cardgen.layout.raster import opened
from cardgen.problems import Place, Problem, Problems
from cardgen.workers import Share, Tell, counted, side_by_side, untold

if TYPE_CHECKING:
    from PIL.Image import Image

_NEUTRAL = 0.5 / 255
"""Parts of a colour that differ by less are the same part."""

_GREY = 2
"""Steps of 255 by which the parts of a grey picture may differ: noise of its compression."""

_NEARLY = 0.12
_DARK = 0.32
"""Type whose parts differ by less than the one is printed in black; if all are below the other, in K100."""

PHOTOGRAPH = 95
"""Quality of a converted JPEG, without subsampling of its inks."""

_RELATIVE, _BLACK_POINT = 1, 0x2000
"""lcms: relative colorimetric intent, black point compensation."""


class Icc:
    """The colour profile of a press, as its file holds it."""

    def __init__(self, file: Path, data: bytes, description: str):
        self.file, self.data, self.description = file, data, description

    @classmethod
    def load(cls, file: Path) -> Icc:
        """Raises Problems when the file cannot be read or is no profile of four inks."""
        from PIL import ImageCms

        try:
            data = file.read_bytes()
        except FileNotFoundError:
            raise Problems([Problem("file-missing", Place(file))]) from None
        except OSError as error:
            facts = {"reason": error.strerror or str(error)}
            raise Problems([Problem("file-unreadable", Place(file), facts=facts)]) from None
        try:
            profile = ImageCms.ImageCmsProfile(BytesIO(data))
        except (OSError, ImageCms.PyCMSError):
            raise Problems([Problem("icc-broken", Place(file))]) from None
        space = profile.profile.xcolor_space.strip()
        if space != "CMYK":
            raise Problems([Problem("icc-not-cmyk", Place(file), facts={"space": space})])
        return cls(file, data, (profile.profile.profile_description or file.stem).strip())

    @cached_property
    def digest(self) -> str:
        return sha256(self.data).hexdigest()[:16]

    def converted(self, picture: Image) -> Image:
        """An RGB picture in four inks, read by the profile inside it or else as sRGB."""
        from PIL import ImageCms

        own = picture.info.get("icc_profile")
        way = self._from(ImageCms.ImageCmsProfile(BytesIO(own))) if own else self._from_srgb
        return _applied(way, picture)

    def colour(self, colour: Colour) -> Colour:
        """The inks of an sRGB colour."""
        from PIL import Image

        dot = Image.new("RGB", (1, 1), cast(Any, tuple(round(part * 255) for part in colour)))
        inks = _applied(self._from_srgb, dot).getpixel((0, 0))
        return tuple(ink / 255 for ink in cast(tuple[int, ...], inks))

    @cached_property
    def _from_srgb(self) -> Any:
        from PIL import ImageCms

        return self._from(ImageCms.createProfile("sRGB"))

    def _from(self, source: Any) -> Any:
        from PIL import ImageCms

        press = ImageCms.ImageCmsProfile(BytesIO(self.data))
        intent, flags = cast(Any, _RELATIVE), cast(Any, _BLACK_POINT)
        return ImageCms.buildTransform(source, press, "RGB", "CMYK", intent, flags)


def _applied(way: Any, picture: Image) -> Image:
    from PIL import ImageCms

    made = ImageCms.applyTransform(picture, way)
    assert made is not None, "only a picture changed in place is None"
    return made


class Separation:
    """Turns drawings into four inks of at most `most_ink` per cent together.

    Pictures that had to be converted are written into `folder`, which has to last until the PDF is made.
    `sources` names the designer's own file for one that was made of it.
    """

    def __init__(self, icc: Icc | None, most_ink: float | None, folder: Path, sources: Mapping[Path, Path]):
        self.icc, self.folder, self.sources = icc, folder, sources
        self.limit = (most_ink or 400) / 100
        self._colours: dict[Colour, Colour] = {}
        self._pictures: dict[tuple[str, bool], tuple[Path, str]] = {}
        self._done: dict[str, Frame] = {}

    def frame(self, frame: Frame) -> Frame:
        """The same drawing in four inks. Raises Problems for a picture that cannot be converted."""
        return rebuilt(frame, self.item, self._done)

    def item(self, item: Shape | Text | Picture) -> Item:
        match item:
            case Shape():
                return replace(item, paint=self.paint(item.paint))
            case Text():
                colour = black_type(cast(Colour, item.run.colour or (0.0, 0.0, 0.0)))
                return replace(item, run=replace(item.run, colour=self.colour(colour)))
            case Picture():
                return self.picture(item)

    def paint(self, paint: Paint) -> Paint:
        fill = None if paint.fill is None else self.colour(paint.fill)
        stroke = None if paint.stroke is None else self.colour(paint.stroke)
        return replace(paint, fill=fill, stroke=stroke)

    def colour(self, colour: Colour) -> Colour:
        """The inks of a colour; inks that were asked for by name stay as they are."""
        if len(colour) == 4:
            return colour
        if colour not in self._colours:
            self._colours[colour] = limited(self._inks(colour), self.limit)
        return self._colours[colour]

    def _inks(self, colour: Colour) -> Colour:
        if max(colour) - min(colour) < _NEUTRAL or self.icc is None:
            return inks(colour)
        return self.icc.colour(colour)

    def prepare(self, pictures: Iterable[Picture], tell: Share) -> None:
        """Convert those pictures by all cores. Raises Problems for one that cannot be converted."""
        wanted = {(picture.digest, picture.grey): picture for picture in pictures}
        found = side_by_side(_converted, map(self._task, wanted.values()), len(wanted))
        self._pictures |= zip(wanted, counted(found, len(wanted), tell), strict=True)

    def picture(self, picture: Picture) -> Picture:
        key = picture.digest, picture.grey
        if key not in self._pictures:
            self._pictures[key] = _converted(self._task(picture))
        file, digest = self._pictures[key]
        return replace(picture, file=file, digest=digest)

    def _task(self, picture: Picture) -> _Task:
        source = self.sources.get(picture.file, picture.file)
        return _Task(picture, source, self.icc.file if self.icc else None, self.folder, self.limit)


# ------------------------------------------------------------------ pictures


@dataclass(frozen=True, slots=True)
class _Task:
    """A picture to be converted into a file in `folder`; `source` is what the designer knows it by."""

    picture: Picture
    source: Path
    icc: Path | None
    folder: Path
    limit: float


_press = lru_cache(2)(Icc.load)


def _converted(task: _Task, tell: Tell = untold) -> tuple[Path, str]:
    """The file of a picture in inks, and its digest. Raises Problems when it takes a profile and has none, or
    has one of its own that is of no use."""
    from PIL.ImageCms import PyCMSError

    picture = task.picture
    with opened(picture.file) as pixels:
        if picture.grey or pixels.mode in ("L", "CMYK"):
            return picture.file, picture.digest
        colours, photograph = pixels.convert("RGB"), pixels.format == "JPEG"
    if _neutral(colours):
        return _kept(colours.convert("L"), f"{picture.digest}-grey", task.folder, photograph)
    if task.icc is None:
        raise Problems([Problem("picture-needs-icc", Place(task.source))])
    press = _press(task.icc)
    try:
        made = press.converted(colours)
    except (PyCMSError, OSError) as error:  # the profile inside it is broken, or not of RGB
        raise Problems([Problem("picture-profile", Place(task.source))]) from error
    name = f"{picture.digest}-{press.digest}-{task.limit:g}"
    return _kept(thinned(made, task.limit), name, task.folder, photograph)


_NOISE = 0.05
"""By how much less ink a picture gets than is allowed: its compression adds some here and there."""


def thinned(picture: Image, limit: float) -> Image:
    """A picture of four inks with as much ink as `limit` (1 for each ink), as `limited` does for a colour."""
    from PIL import Image as pillow
    from PIL import ImageMath

    bands = picture.split()
    if cast(int, total(picture).getextrema()[1]) * 4 <= limit * 255:
        return picture
    most = (limit - _NOISE) * 255

    def part(args: dict[str, Any]) -> Any:
        coloured = args["float"](args["c"]) + args["m"] + args["y"]
        room = args["max"](most - args["float"](args["k"]), 0)
        return args["min"](room / args["max"](coloured, 1), 1)

    def less(args: dict[str, Any]) -> Any:
        return args["convert"](args["ink"] * args["share"], "L")

    share = ImageMath.lambda_eval(part, **dict(zip("cmyk", bands, strict=True)))
    coloured = [ImageMath.lambda_eval(less, ink=ink, share=share) for ink in bands[:3]]
    return pillow.merge("CMYK", (*coloured, bands[3]))


def _kept(picture: Image, digest: str, folder: Path, photograph: bool) -> tuple[Path, str]:
    """What came without loss stays so; a JPEG stays one, at a quality that adds no loss to be seen."""
    if photograph:
        file = folder / f"{digest}.jpg"
        picture.save(file, quality=PHOTOGRAPH, subsampling=0)
    else:
        file = folder / f"{digest}.png"
        inkfile.save(picture, file)
    return file, digest


def pictures_of(frame: Frame) -> Iterator[Picture]:
    """All pictures in a drawing."""
    for item in frame.items:
        if isinstance(item, Picture):
            yield item
        elif isinstance(item, Group):
            yield from pictures_of(item.frame)


def _neutral(picture: Image) -> bool:
    """Whether an RGB picture is grey all over: black ink alone prints it."""
    from PIL import ImageChops

    red, green, blue = picture.split()
    spread = (ImageChops.difference(red, green), ImageChops.difference(green, blue))
    return all(cast(int, part.getextrema()[1]) <= _GREY for part in spread)


# ------------------------------------------------------------------ colours


def inks(colour: Colour) -> Colour:
    """RGB in four inks by the formula of the module; four inks as they are."""
    if len(colour) == 4:
        return colour
    black = 1 - max(colour)
    if black >= 1:
        return 0.0, 0.0, 0.0, 1.0
    if max(colour) - min(colour) < _NEUTRAL:
        return 0.0, 0.0, 0.0, black
    return (*((1 - part - black) / (1 - black) for part in colour), black)


def black_type(colour: Colour) -> Colour:
    """The colour of type: K100 for what reads as black, a tint of black for what reads as grey."""
    if len(colour) == 4 or max(colour) - min(colour) >= _NEARLY:
        return colour
    red, green, blue = colour
    black = 1.0 if max(colour) <= _DARK else 1 - (0.299 * red + 0.587 * green + 0.114 * blue)
    return 0.0, 0.0, 0.0, black


def limited(colour: Colour, limit: float) -> Colour:
    """The inks with cyan, magenta and yellow reduced alike until all four are `limit` (1 for each ink)."""
    cyan, magenta, yellow, black = colour
    coloured = cyan + magenta + yellow
    if coloured + black <= limit:
        return colour
    share = max(0.0, limit - black) / coloured
    return cyan * share, magenta * share, yellow * share, black


# ------------------------------------------------------------------ walking


def rebuilt(frame: Frame, change: Callable[[Shape | Text | Picture], Item], done: dict[str, Frame]) -> Frame:
    """The frame with every item changed that is no group. `done` holds those that are placed many times."""
    if frame.key in done:
        return done[frame.key]
    items: list[Item] = []
    for item in frame.items:
        if isinstance(item, Group):
            items.append(replace(item, frame=rebuilt(item.frame, change, done)))
        else:
            items.append(change(item))
    made = frame.changed(items, frame.key)
    if frame.key:
        done[frame.key] = made
    return made
