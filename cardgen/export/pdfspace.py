"""The colour spaces of a PDF (ISO 32000-1, 8.6): what they come to in print, and which inks they name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Kind = Literal["grey", "rgb", "cmyk", "pattern", "other"]

REGISTRATION = "All"
"""The colourant that prints on every plate (8.6.6.4)."""

_PROCESS = frozenset({"Cyan", "Magenta", "Yellow", "Black", "None"})
"""Colourants that ask for no plate beside the four."""


@dataclass(frozen=True, slots=True)
class Space:
    """A colour space. `name` is that of its family, without the slash; `inks` are the colourants it names.

    The `kind` of Separation and DeviceN is that of the space that stands in for them. `base` is the space of
    the colours of an uncoloured pattern.
    """

    kind: Kind
    name: str
    inks: tuple[str, ...] = ()
    base: Space | None = None

    @property
    def spots(self) -> tuple[str, ...]:
        """The inks that are none of the four."""
        return tuple(ink for ink in self.inks if ink not in _PROCESS)

    def is_white(self, parts: tuple[float, ...]) -> bool:
        """Whether a colour of this space leaves no ink."""
        if self.inks:
            return set(self.inks) == {"None"} or set(parts) == {0.0}
        return set(parts) == {0.0 if self.kind == "cmyk" else 1.0}


GREY = Space("grey", "DeviceGray")

_FAMILIES: dict[str, Space] = {
    **dict.fromkeys(("/DeviceGray", "/G"), GREY),
    **dict.fromkeys(("/DeviceRGB", "/RGB"), Space("rgb", "DeviceRGB")),
    **dict.fromkeys(("/DeviceCMYK", "/CMYK"), Space("cmyk", "DeviceCMYK")),
    "/CalGray": Space("grey", "CalGray"),
    "/CalRGB": Space("rgb", "CalRGB"),
    "/Lab": Space("rgb", "Lab"),
    "/Pattern": Space("pattern", "Pattern"),
}

_DEFAULTS = {
    "DeviceGray": "/DefaultGray",
    "DeviceRGB": "/DefaultRGB",
    "DeviceCMYK": "/DefaultCMYK",
}
"""Resources that take the place of a device's own colours (8.6.5.6)."""

_OF_ICC: dict[int, Kind] = {1: "grey", 3: "rgb", 4: "cmyk"}


def space_of(value: Any, resources: Any = None) -> Space:
    """The colour space of a name, an array, or a name that the resources explain."""
    named = {} if resources is None else resources.get("/ColorSpace", {})
    if not _is_array(value):
        name = str(value)
        if name in named and str(named[name]) != name:
            return space_of(named[name], resources)
        space = _FAMILIES.get(name, Space("other", name.lstrip("/")))
        default = named.get(_DEFAULTS.get(space.name, ""))
        return space_of(default) if _is_array(default) else space
    family = str(value[0])
    match family:
        case "/ICCBased":
            return Space(_OF_ICC.get(int(value[1].get("/N", 0)), "other"), "ICCBased")
        case "/Indexed" | "/I":
            return space_of(value[1], resources)
        case "/Separation":
            return Space(space_of(value[2]).kind, "Separation", (_plain(value[1]),))
        case "/DeviceN":
            return Space(space_of(value[2]).kind, "DeviceN", tuple(_plain(name) for name in value[1]))
        case "/Pattern" if len(value) > 1:
            return Space("pattern", "Pattern", base=space_of(value[1], resources))
    return _FAMILIES.get(family, Space("other", family.lstrip("/")))


def _plain(name: Any) -> str:
    return str(name).removeprefix("/")


def _is_array(value: Any) -> bool:
    import pikepdf

    return isinstance(value, pikepdf.Array)


# ------------------------------------------------------------------ shadings


def heaviest(shading: Any) -> tuple[float, ...]:
    """The colour of a shading whose parts come to most, of those at the ends of its functions' pieces.

    Empty for meshes that state their colours point by point, and for functions that are programs.
    """
    if "/Function" not in shading:
        return ()
    if _is_array(shading.Function):
        parts = [_ends(function) for function in shading.Function]
        colours = [tuple(part[0] for part in colour) for colour in zip(*parts, strict=False)]
    else:
        colours = _ends(shading.Function)
    return max(colours, key=sum, default=())


def _ends(function: Any) -> list[tuple[float, ...]]:
    """What a function of one number gives at the ends of its pieces (ISO 32000-1, 7.10)."""
    match int(function.FunctionType):
        case 0 if int(function.BitsPerSample) == 8:
            limits = [float(value) for value in function.get("/Decode", function.Range)]
            count, data = len(limits) // 2, function.read_bytes()
            scales = [(low, (high - low) / 255) for low, high in zip(limits[::2], limits[1::2], strict=True)]
            samples = (data[i : i + count] for i in range(0, len(data) - count + 1, count))
            return [
                tuple(low + step * value for (low, step), value in zip(scales, sample, strict=True))
                for sample in samples
            ]
        case 2:
            return [tuple(float(value) for value in function.get(key, [end])) for key, end in _C]
        case 3:
            return [colour for piece in function.Functions for colour in _ends(piece)]
    return []


_C = (("/C0", 0), ("/C1", 1))
