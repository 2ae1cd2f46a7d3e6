"""Sentences: every problem raised anywhere has one in each language, and its facts fill the blanks."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardgen
from cardgen.messages import TAIL, as_json, blanks, describe, say
from cardgen.problems import Place, Problem, Term
from cardgen.sentences import SENTENCES

PACKAGE = Path(cardgen.__file__).parent


@pytest.mark.parametrize("id", SENTENCES)
def test_both_languages_have_the_same_blanks(id: str) -> None:
    japanese, english = SENTENCES[id]
    assert japanese.strip()
    assert english.strip()
    assert blanks(japanese) == blanks(english)


def test_no_id_is_given_twice() -> None:
    tree = ast.parse((PACKAGE / "sentences.py").read_text(encoding="utf-8"))
    (table,) = (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "SENTENCES"
    )
    assert isinstance(table, ast.Dict)
    ids = [key.value for key in table.keys if isinstance(key, ast.Constant)]
    assert [id for id in ids if ids.count(id) > 1] == []


def calls(*names: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call of a function or class of that name in the package, with where it stands."""
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", getattr(node.func, "attr", "")) in names
            ):
                yield f"{file.relative_to(PACKAGE)}:{node.lineno}", node


def test_every_id_that_is_raised_has_a_sentence() -> None:
    named = [
        (where, str(call.args[0].value))
        for where, call in calls("Problem", "Misfit", "Term", "say", "_stop", "problem", "wrong", "unknown")
        if call.args and isinstance(call.args[0], ast.Constant)
    ]
    assert len(named) > 50
    assert [(where, id) for where, id in named if id not in SENTENCES] == []


def test_facts_written_out_fill_every_blank() -> None:
    short = []
    for where, call in calls("Problem"):
        facts = (
            call.args[3]
            if len(call.args) > 3
            else next((k.value for k in call.keywords if k.arg == "facts"), None)
        )
        if isinstance(call.args[0], ast.Constant) and isinstance(facts, ast.Dict) and None not in facts.keys:
            given = {key.value for key in facts.keys if isinstance(key, ast.Constant)}
            missing = blanks(SENTENCES[call.args[0].value][0]) - given
            short += [(where, missing)] if missing else []
    assert short == []


def test_a_problem_says_place_subject_sentence_found_expected_and_nearest() -> None:
    place = Place(Path("data/x/game.yaml"), 3, 5)
    facts = {"found": "siut", "expected": ["suit", "number"], "nearest": "suit"}
    problem = Problem("unknown-field", place, "事件カード", facts)
    assert describe(problem, "ja") == (
        "data/x/game.yaml:3:5: 事件カード: 「siut」という項目はありません"
        "（書けるもの: suit、number。もしかして 「suit」）。"
    )
    assert describe(problem, "en") == (
        'data/x/game.yaml:3:5: 事件カード: There is no field "siut" '
        '(expected suit, number; did you mean "suit"?).'
    )


def test_a_warning_says_that_it_is_one() -> None:
    assert describe(Problem("file-empty", level="warning"), "en") == "warning: The file is empty."


def test_words_in_facts_speak_both_languages() -> None:
    assert say("wrong-type", "ja", expected=Term("kind-integer")) == "整数を書く所です。"
    assert say("wrong-type", "en", expected=Term("kind-integer")) == "Write a whole number here."


def test_long_lists_and_texts_are_cut_and_control_characters_shown() -> None:
    listed = describe(Problem("unknown-field", facts={"found": "x", "expected": range(100)}), "en")
    assert "88 more" in listed
    long = describe(Problem("unknown-table", facts={"found": "あ" * 500 + "\x1b[31m"}), "ja")
    assert len(long) < 100
    assert "\\x1b" in describe(Problem("unknown-table", facts={"found": "\x1b[31m"}), "ja")


def test_lists_in_lists_and_empty_lists_are_told_apart() -> None:
    facts = {"found": [["a", "b"], ["c"]], "rule": "r", "expected": [["a"], ["b", "c"], []]}
    assert describe(Problem("example-differs", facts=facts), "ja") == (
        "計算例の答えは （a、b）、（c） ですが、ルール r の答えは （a）、（b、c）、（空） です。"
    )
    facts = {"found": {"points": {"A": 7}, "out": []}, "rule": "r", "expected": []}
    assert describe(Problem("example-differs", facts=facts), "en") == (
        "The worked example says points: (A: 7), out: (nothing), but rule r gives nothing."
    )


def test_json_carries_plain_values() -> None:
    problem = Problem(
        "wrong-type", Place(Path("a.yaml"), 1, 2), facts={"expected": Term("kind-map"), "found": (1, 2)}
    )
    told = json.loads(json.dumps(as_json(problem, "en")))
    assert (told["file"], told["line"], told["column"]) == ("a.yaml", 1, 2)
    assert told["facts"] == {"expected": "a mapping (key: value)", "found": [1, 2]}
    assert told["message"].startswith("Write a mapping")


def test_the_tail_has_its_own_sentences() -> None:
    assert all(f"tail-{name}" in SENTENCES for name in TAIL)
