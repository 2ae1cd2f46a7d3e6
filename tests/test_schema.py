"""The JSON Schema that an editor completes from."""

from __future__ import annotations

import json
import re

from cardgen.check import CHECKS
from cardgen.schema import schema


def test_every_key_is_explained_in_japanese() -> None:
    whole = schema()
    silent = [
        f"{name}.{key}"
        for name, model in {"game": whole, **whole["$defs"]}.items()
        for key, value in model.get("properties", {}).items()
        if not re.search("[ぁ-んァ-ヶ一-龥]", value.get("description", ""))
    ]
    assert silent == []


def test_unknown_keys_are_refused_and_checks_told_apart_by_kind() -> None:
    whole = schema()
    assert all(model["additionalProperties"] is False for model in [whole, *whole["$defs"].values()])
    assert set(whole["properties"]["checks"]["items"]["discriminator"]["mapping"]) == set(CHECKS)
    assert "is" in whole["$defs"]["CountCheck"]["properties"]
    json.dumps(whole)
