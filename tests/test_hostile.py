"""Numbers, names and characters that nobody writes on purpose: each is told, none is drawn wrong or lost."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment
from PIL import Image
from press import GAME, faces_of, make_game, write_game

from cardgen import share
from cardgen.export import pdf
from cardgen.export.book import Paragraph, pages
from cardgen.export.pieces import unset
from cardgen.layout.faces import lay_out
from cardgen.layout.frame import Text, dump
from cardgen.layout.raster import opened
from cardgen.layout.sandbox import Sandbox
from cardgen.layout.small import small_print
from cardgen.load import load
from cardgen.text.fonts import Catalogue

RECT = '<rect width="9" height="9"/>'

TEMPLATES = {
    "a path beyond all measure": ('<path d="M0 0 L1e400 3 L5 5"/>', "bad-attribute"),
    "an arc of radii too large": ('<path d="M0 0 A1e6 1e-300 0 0 1 9 5"/>', "bad-attribute"),
    "scales upon scales": (f'<g transform="{"scale(1000)" * 9}">{RECT}</g>', "bad-attribute"),
    "a skew to the horizon": (f'<g transform="skewX(90)">{RECT}</g>', "bad-attribute"),
    "an opacity in per cent without its sign": ('<rect width="9" height="9" opacity="50"/>', "bad-attribute"),
    "a focus beyond the picture": (
        '<image href="clock.svg" width="9" height="9" focus="50% 120%"/>',
        "bad-attribute",
    ),
    "loops in loops that write nothing": (
        "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}",
        "template-steps",
    ),
    "macros that call each other twice": (
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
        "template-steps",
    ),
    "a power of a power": ("{{ 10 ** (10 ** 9) }}", "template-failed"),
    "chance": ("{{ [1, 2] | random }}", "template-unknown-filter"),
    "values as a programmer sees them": ("{{ [1, 2] | pprint }}", "template-unknown-filter"),
    "a name longer than any file's": (
        f'<image href="{"絵" * 300}.png" width="9" height="9"/>',
        "file-not-found",
    ),
    "half a surrogate pair": (
        '<text width="30" height="9">{{ "\\ud83d" }}</text>',
        "control-character",
    ),
    "an element of a namespace of its own": ('<x:rect width="9" height="9"/>', "unknown-element"),
    "a word that display does not know": (f'<g display="hidden">{RECT}</g>', "bad-attribute"),
    "a clip turned inside out": (f'<g clip="0 0 -9 9">{RECT}</g>', "bad-attribute"),
    "text in no colour": ('<text width="30" height="9" fill="none">字</text>', "bad-attribute"),
    "text with an outline": ('<text width="30" height="9" stroke="red">字</text>', "unknown-attribute"),
    "a picture with a fill": (
        '<image href="clock.svg" width="9" height="9" fill="red"/>',
        "unknown-attribute",
    ),
    "a line that nobody sees": ('<line x2="9"/>', "missing-attribute"),
    "text inside of a line break": ('<text width="30" height="9">一<br>二</br></text>', "element-not-empty"),
    "a reading of nothing": (
        '<text width="30" height="9"><ruby><rt>か</rt></ruby></text>',
        "ruby-without-base",
    ),
    "a smallest size above the size": (
        '<text width="30" height="9" size="9" min-size="12">字</text>',
        "bad-attribute",
    ),
    "a place in a style": ('<rect width="9" height="9" style="x: 4"/>', "attribute-in-style"),
    "a control character": ('<text width="30" height="9">{{ "\\x07" }}</text>', "control-character"),
}


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_told_what_cannot_be_drawn(tmp_path: Path, name: str) -> None:
    body, id = TEMPLATES[name]
    _, problems = lay_out(make_game(tmp_path, f"<face>\n{body}\n</face>"))
    assert [(problem.id, problem.place and problem.place.line) for problem in problems] == [(id, 2)]


MANY = 10**8
WIDE = "('x' * 10000)"

OUTGROWING = [
    f"'x' * {MANY}",
    f"{MANY} * [1]",
    f"{WIDE} * 9999",
    f"[{WIDE}] * 9999",
    *(f"'x' | {filter}" for filter in (f"center({MANY})", f"center(width={MANY})")),
    *(f"'x'.{method}({MANY})" for method in ("center", "ljust", "rjust", "zfill")),
    f"('x' | safe).center({MANY})",
    f"'x' | attr('ljust') ({MANY})",
    f"('\\t' * 9999).expandtabs({MANY // 9999})",
    f"('\\t' * 9999).expandtabs(tabsize={MANY // 9999})",
    *(f"'x' | indent({width}, true)" for width in (MANY, f"{WIDE} * 9999")),
    f"('x\\n' * 9999) | indent({MANY // 9999})",
    f"('x\\n' * 9999) | indent(width={WIDE})",
    f"'%{MANY}d' % 1",
    f"'%.{MANY}f' % 1",
    f"'%*d' % ({MANY}, 1)",
    f"'%.*f' % ({MANY}, 1)",
    f"'%(a){MANY}s' % {{'a': 1}}",
    f"'%((a)b){MANY}s' % {{'(a)b': 1}}",
    f"('%(a)s' * 9999) % {{'a': {WIDE}}}",
    f"'%*d' | format({MANY}, 1)",
    f"'%(a){MANY}s' | format(a=1)",
    f"'{{:{MANY}}}'.format(1)",
    f"'{{:.{MANY}f}}'.format(1)",
    f"'{{:{{}}}}'.format(1, {MANY})",
    f"'{{:{{}}{str(MANY)[1:]}}}'.format(1, 1)",
    "'{:１００００００００}'.format(1)",
    f"'{{a:{MANY}}}'.format_map({{'a': 1}})",
    f"('{{:{MANY}}}' | safe).format(1)",
    f"('{{0}}' * 9999).format({WIDE})",
    f"{WIDE} | replace('x', {WIDE})",
    f"{WIDE} | replace('', {WIDE})",
    f"{WIDE} | replace(new={WIDE}, old='x')",
    f"{WIDE}.replace('x', {WIDE})",
    f"('&' * 9999) | replace('a', {WIDE} | safe)",
    f"range(9999) | join({WIDE})",
    f"range(9999) | map('string') | join({WIDE})",
    f"(range(9999) | list) | reverse | join(d={WIDE})",
    "([tables.suits.red] * 999999) | join(attribute='name')",
    f"{WIDE}.join(['x'] * 9999)",
    f"{WIDE}.join((['x'] * 9999) | map('upper'))",
    f"{WIDE} | wordwrap(1, wrapstring={WIDE})",
    f"{WIDE}.translate({{120: {WIDE}}})",
    f"('a.com ' * 9999) | urlize(target={WIDE})",
    f"[[1]] | tojson({MANY})",
    f"[1] | batch({MANY}, 0) | list",
    f"[1] | slice({MANY}) | list",
    f"1 | round({MANY}, 'floor')",
    f"1 | round(-{MANY})",
    "range(99999) | map('center', 1000) | list",
    "range(99999) | map('center', 1000) | join",
    f"([[{WIDE}]] * 9999) | sum(start=[])",
    f"[{WIDE} * 100, {WIDE} * 100, {WIDE} * 100, {WIDE} * 100, {WIDE} * 100]",
    f"{{1: {WIDE} * 300, 2: {WIDE} * 300}}",
    f"{WIDE} * 300 ~ {WIDE} * 300",
]


@pytest.mark.parametrize("text", OUTGROWING)
def test_a_text_that_outgrows_every_face_is_never_made(tmp_path: Path, text: str) -> None:
    """Nothing of it is written, so that only its making can be told."""
    _, problems = lay_out(make_game(tmp_path, f"<face>\n{{% set _ = {text} %}}</face>"))
    assert [(problem.id, problem.place and problem.place.line) for problem in problems] == [
        ("template-endless", 2)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{% set ns = namespace(x='xx') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
        "{% set ns = namespace(x='xx') %}{% for i in range(99) %}{% set ns.x = ns.x + ns.x %}{% endfor %}",
        "{% set x %}{% for i in range(9999) %}{{ 'x' * 9999 }}{% endfor %}{% endset %}",
        "{% macro m() %}{% for i in range(999) %}{{ 'x' * 9999 }}{% endfor %}{% endmacro %}{% set x = m() %}",
        "{% filter center(100000000) %}x{% endfilter %}",
    ],
)
def test_a_text_that_outgrows_every_face_bit_by_bit_is_stopped(tmp_path: Path, text: str) -> None:
    _, problems = lay_out(make_game(tmp_path, f"<face>{text}</face>"))
    assert [problem.id for problem in problems] == ["template-endless"]


WITHIN = [
    "'x' | center(9) ~ 'y'.ljust(3) ~ '7'.zfill(3) ~ 'a\\tb'.expandtabs(4)",
    "'a\\nb' | indent(2, true) ~ 'a\\nb' | indent('> ')",
    "'%05.1f %s %(x' | replace('(x', 'd') | format(2.5, 'あ', 12345678)",
    "'%s %s 10000000円' % (1, '<b>')",
    "('<b>%s</b>' | safe) % '<i>'",
    "'%(a)s %(b)03d' % {'a': '札', 'b': 7}",
    "'{:>5} {a:*^{w}} {b[0]} {c!r}'.format('x', a='<', w=5, b=[1], c='い')",
    "('<b>{}</b>' | safe).format('<i>') ~ '{a}'.format_map({'a': 3})",
    "'a&b' | replace('&', '<br/>' | safe) ~ 'abc'.replace('', '-')",
    "[1, 'い', 2.5] | join(', ') ~ ', '.join(['a', 'b']) ~ 'abc' | join('-')",
    "[1, 2, 3] | map('string') | map('center', 3) | join('|')",
    "[3, 1, 2] | sort | reverse | join ~ [[1], [2]] | sum(start=[]) ~ range(4) | sum",
    "[1, 2, 3] | batch(2, '×') | list ~ [1, 2, 3] | slice(2) | list",
    "'あ い う' | wordwrap(3) ~ 'long text' | truncate(6) ~ url | urlize(target='b')",
    "{'a': [1, 2]} | tojson(indent=2) ~ {'a': 1}.items() | list ~ {'a': '<'} | xmlattr",
    "12345678 | default(0) ~ 2.345 | round(2) ~ 2.345 | round(1, 'ceil') ~ -7 % 3 ~ 2 ** 64",
    "'ab'.translate({97: 'x', 98: none}) ~ 'ab' | upper ~ 'ab' | attr('upper')() ~ ['a'] * 3 ~ (1, 2)",
    "'<i>' ~ (url | safe) ~ 1",
]


@pytest.mark.parametrize("text", WITHIN)
def test_within_bounds_all_is_as_jinja_has_it(text: str) -> None:
    for source in (f"{{{{ {text} }}}}", f"{{% autoescape false %}}{{{{ {text} }}}}{{% endautoescape %}}"):
        bounded, plain = (
            environment.from_string(source).render(url="http://a.com/?b&c")
            for environment in (Sandbox({}, autoescape=True), ImmutableSandboxedEnvironment(autoescape=True))
        )
        assert bounded == plain


@pytest.mark.parametrize("text", ["'x'.encode()", "(1).to_bytes(9)", "'x' | attr('encode')()"])
def test_a_template_makes_no_bytes(tmp_path: Path, text: str) -> None:
    _, problems = lay_out(make_game(tmp_path, f"<face>\n{{{{ {text} }}}}</face>"))
    assert [problem.id for problem in problems] == ["template-forbidden"]


@pytest.mark.parametrize(
    "prologue", ['<!DOCTYPE face SYSTEM "a.dtd">', '<!DOCTYPE face [<!ENTITY nbsp SYSTEM "a">]>']
)
def test_an_entity_defined_elsewhere_is_not_left_out(tmp_path: Path, prologue: str) -> None:
    text = '<text width="30" height="9">赤&nbsp;組</text>'
    _, problems = lay_out(make_game(tmp_path, f"{prologue}<face>\n{text}</face>"))
    assert [problem.id for problem in problems] == ["xml-broken"]


SVG = '<svg viewBox="{}"{}><rect width="9" height="9"/>{}</svg>'

SVGS = {
    "a side of zero": ('<svg width="0" height="5"><path d=""/></svg>', "svg-no-size"),
    "a side below zero": ('<svg width="-5" height="5"><path d=""/></svg>', "svg-no-size"),
    "a view of next to nothing": (SVG.format("0 0 1e-300 1e-300", "", ""), "bad-attribute"),
    "colours in a sheet of the definitions": (
        SVG.format("0 0 9 9", "", "<defs><style>rect { fill: red }</style></defs>"),
        "svg-unsupported",
    ),
    "colours in a sheet of another file": (
        '<?xml-stylesheet href="a.css"?>' + SVG.format("0 0 9 9", "", ""),
        "svg-unsupported",
    ),
    "a turned whole": (SVG.format("0 0 9 9", ' transform="rotate(9)"', ""), "svg-unsupported"),
    "a size in its style": (
        SVG.format("0 0 9 9", "", '<rect style="width: 3px; height: 3px"/>'),
        "attribute-in-style",
    ),
    "an encoding": (
        '<?xml version="1.0" encoding="Shift_JIS"?>' + SVG.format("0 0 9 9", "", ""),
        "xml-broken",
    ),
    "entities without end": (
        "<!DOCTYPE svg ["
        + "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 20}">' for n in range(9))
        + '<!ENTITY e0 "eeeeeeeeee">]>'
        + SVG.format("0 0 9 9", "", "<title>&e9;</title>"),
        "xml-broken",
    ),
}


@pytest.mark.parametrize("name", SVGS)
def test_an_svg_is_told_what_cannot_be_drawn(tmp_path: Path, name: str) -> None:
    svg, id = SVGS[name]
    folder = write_game(tmp_path, '<face><use href="art.svg" width="20" height="20"/></face>')
    (folder / "art.svg").write_text(svg, encoding="utf-8")
    _, problems = lay_out(load(folder))
    assert id in [problem.id for problem in problems]


def drawn(folder: Path, svg: str) -> list[str]:
    write_game(folder, '<face bleed="0"><use href="art.svg" width="9" height="9" color="red"/></face>')
    (folder / "art.svg").write_text(svg, encoding="utf-8")
    return dump(faces_of(load(folder))[0].frame).splitlines()


def test_what_an_svg_says_of_its_whole_counts(tmp_path: Path) -> None:
    assert "opacity 0.5" in "".join(drawn(tmp_path, SVG.format("0 0 9 9", ' opacity="0.5"', "")))
    assert not any("shape" in line for line in drawn(tmp_path, SVG.format("0 0 9 9", ' display="none"', "")))


def test_a_symbol_paints_what_it_holds(tmp_path: Path) -> None:
    symbol = '<symbol id="a" fill="blue"><circle r="4"/></symbol><use href="#a"/>'
    assert [line for line in drawn(tmp_path, SVG.format("0 0 9 9", "", symbol)) if "fill 0 0 1" in line]


def test_a_template_without_a_name_is_missing(tmp_path: Path) -> None:
    folder = write_game(tmp_path, "<face/>", GAME.replace("front: card.xml", 'front: ""'))
    _, problems = lay_out(load(folder))
    assert {problem.id for problem in problems} == {"template-missing"}


def test_a_grey_of_sixteen_bits_is_as_dark_as_it_was(tmp_path: Path) -> None:
    folder = write_game(tmp_path, '<face><image href="a.png" width="20" height="20"/></face>')
    Image.new("I;16", (300, 300), 100 * 257).save(folder / "a.png")
    assert opened(folder / "a.png").getextrema() == (100, 100)
    file = pdf.write(tmp_path / "a.pdf", [faces_of(load(folder))[0].frame], "a")
    page = pypdfium2.PdfDocument(file)[0].render(scale=1).to_pil().convert("L")
    assert page.getpixel((30, 30)) == 100


@pytest.mark.parametrize("words", ["長" * 5000, "一行\n二行", "🔥" * 9 + "火", "", "長い名前のゲーム"])
def test_small_print_gives_way_and_never_stops_a_build(words: str) -> None:
    faces = (Catalogue([share.FONTS]).find("BIZ UDGothic"),)
    set_ = [item.run.source for item in small_print(words, faces, (0, 0, 60, 4)) if isinstance(item, Text)]
    kept = "".join(set_).removesuffix("…")
    assert words.replace("\n", "").replace("🔥", "").startswith(kept)
    assert len(kept) >= min(4, len(words.replace("🔥", "")))


PIECES = """\
title: コマ
draft: 草案1
players: [2]
components:
  good: {name: 駒, count: 1, shape: round, size: {width: 20, height: 20}}
  small: {name: 犯罪現場の目撃者の一覧, count: 1, shape: round, size: {width: 3, height: 3}}
  odd: {name: 火🔥, count: 1, shape: square}
  die: {name: 賽, count: 1, shape: die, faces: ["1", "2", "3", "4", "5", "🔥"]}
"""


def test_counters_and_dice_lose_no_words_in_silence(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(PIECES, encoding="utf-8")
    found = [(p.id, p.subject, p.level) for p in unset(load(tmp_path))]
    assert found == [
        ("lettering-no-room", "犯罪現場の目撃者の一覧", "warning"),
        ("no-glyph", "火🔥", "error"),
        ("no-glyph", "賽", "error"),
    ]


def test_a_font_role_that_nothing_uses_is_told(tmp_path: Path) -> None:
    template = '<face><text width="30" height="9" font="own">字</text></face>'
    fonts = "fonts: {titel: [BIZ UDMincho], own: [BIZ UDMincho]}\n"
    _, problems = lay_out(make_game(tmp_path, template, GAME + fonts))
    assert [(p.id, p.facts["nearest"]) for p in problems] == [("font-role-unused", "title")]


def test_a_ruling_longer_than_any_page_goes_on(tmp_path: Path) -> None:
    blocks = (Paragraph("長い" * 9000),)
    fonts = (Catalogue([share.FONTS]).find("BIZ UDGothic"),)
    assert len(pages(blocks, 210, 297, lambda role: fonts, "題")) > 1


def test_the_opacity_of_a_fill_is_that_of_a_text(tmp_path: Path) -> None:
    text = '<face><text width="30" height="9" fill-opacity="0.5">字</text></face>'
    assert "opacity 0.5" in dump(faces_of(make_game(tmp_path, text))[0].frame)
