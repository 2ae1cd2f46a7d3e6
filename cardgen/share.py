"""Where the bundled data, templates, sheets and fonts are: in the wheel, or beside the package in a clone."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE / "share" if (_PACKAGE / "share").is_dir() else _PACKAGE.parent

DATA = _ROOT / "data"
TEMPLATES = _ROOT / "templates"
SHEETS = _ROOT / "sheets"
FONTS = _ROOT / "fonts"
