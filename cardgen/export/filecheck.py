"""What a PDF as a whole must hold to be printed from, and what it must not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_ACTIVE = ("/OpenAction", "/AA", "/AcroForm", "/OCProperties", "/Collection", "/AF")
"""Entries of the catalogue that make a file do something, or show something else than it prints."""


def has_intent(document: Any) -> bool:
    """Whether an output intent carries a profile of four inks (ISO 32000-1, 14.11.5)."""
    intents = document.Root.get("/OutputIntents", [])
    profiles = [intent.DestOutputProfile for intent in intents if "/DestOutputProfile" in intent]
    return any(int(profile.get("/N", 0)) == 4 for profile in profiles)


def active(document: Any) -> Iterator[str]:
    """Actions, scripts, forms to fill in, layers, attached files and encryption, as the PDF names them.

    PDF/X-1a (ISO 15930-1 and -4) forbids encryption, actions, scripts, attached files and, within the bleed,
    forms to fill in; the versions of PDF it is made of know no layers. Shops that ask for less than PDF/X do
    not want them, either: what is printed must not depend on who opens the file. A file in which none is
    found is no PDF/X for that.
    """
    if document.is_encrypted:
        yield "/Encrypt"
    root = document.Root
    yield from (key for key in _ACTIVE if key in root)
    yield from (key for key in ("/JavaScript", "/EmbeddedFiles") if key in root.get("/Names", {}))
    if any("/AA" in page for page in document.pages):
        yield "/Page /AA"


def annotated(page: Any) -> list[str]:
    """The kinds of annotations on a page, each once."""
    found = (str(note.get("/Subtype", "?")).lstrip("/") for note in page.get("/Annots", []))
    return list(dict.fromkeys(found))
