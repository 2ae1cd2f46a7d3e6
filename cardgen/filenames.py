"""Names that cannot be a file's or a folder's on every system."""

from __future__ import annotations

import re

_DEVICES = re.compile(r"con|prn|aux|nul|com\d|lpt\d", flags=re.IGNORECASE)


def is_device(name: str) -> bool:
    """Whether Windows keeps the name for a device: no file there can be called so, whatever its suffix."""
    return _DEVICES.fullmatch(name) is not None
