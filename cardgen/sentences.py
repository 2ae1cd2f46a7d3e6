"""Every sentence that a user reads, in Japanese and English, by id.

A table and nothing else, so it is as long as there are things to say. A blank `{name}` is filled from the
facts. Write for the designer, not for the programmer: what stands there, what should stand there. Subjects
are written "事件カード / red-1 / suit".
"""

from __future__ import annotations

SENTENCES: dict[str, tuple[str, str]] = {
    # ------------------------------------------------------------ words that facts name by Term
    "kind-text": ("文字", "text"),
    "kind-integer": ("整数", "a whole number"),
    "kind-number": ("数", "a number"),
    "kind-boolean": ("true か false のどちらか", "true or false"),
    "kind-list": ("リスト", "a list"),
    "kind-map": ("「項目: 値」の組", "a mapping (key: value)"),
    "kind-nothing": ("空", "nothing"),
    "tail-found": ("書かれているもの: {found}", "found {found}"),
    "tail-expected": ("書けるもの: {expected}", "expected {expected}"),
    "tail-nearest": ("もしかして {nearest}", "did you mean {nearest}?"),
    "tail-more": ("ほか {n}", "{n} more"),
    "warning": ("注意", "warning"),
    # ------------------------------------------------------------ source: files
    "file-missing": ("ファイルがありません。", "There is no such file."),
    "file-is-folder": (
        "ファイルのあるべき所にフォルダーがあります。",
        "A folder stands where a file should be.",
    ),
    "file-special": (
        "ふつうのファイルではありません。",
        "This is not a regular file.",
    ),
    "file-unreadable": (
        "ファイルを読めません（{reason}）。",
        "The file cannot be read ({reason}).",
    ),
    "file-too-large": (
        "ファイルが大きすぎます（{size} MB。{limit} MB まで）。",
        "The file is too large ({size} MB; the limit is {limit} MB).",
    ),
    "file-empty": ("ファイルに何も書かれていません。", "The file is empty."),
    "not-utf8": (
        "UTF-8 の文字として読めません。",
        "The file is not UTF-8 text.",
    ),
    "not-utf8-cp932": (
        "UTF-8 ではなく Shift_JIS（CP932）のようです。UTF-8 で保存し直してください。",
        "The file seems to be Shift_JIS (CP932), not UTF-8. Save it again as UTF-8.",
    ),
    "control-character": (
        "使えない制御文字 {code} があります。",
        "The control character {code} cannot be used.",
    ),
    "file-forbidden": (
        "ファイルを読む権限がありません。",
        "There is no permission to read the file.",
    ),
    "not-utf8-utf16": (
        "UTF-16 のファイルです。UTF-8 で保存し直してください。",
        "The file is UTF-16. Save it again as UTF-8.",
    ),
    # ------------------------------------------------------------ source: YAML
    "yaml-broken": ("YAML として読めません。", "This is not valid YAML."),
    "yaml-colon": (
        "「: 」をここに置けません。引用符で囲むか、前の行の「:」の後に空白があるか確かめてください。",
        'A ": " cannot stand here. Quote the text, or see whether the line before lacks a space '
        "after its colon.",
    ),
    "yaml-no-colon": (
        "「項目: 値」の「:」がありません。",
        'There is no ":" of "key: value".',
    ),
    "yaml-wide-colon": (
        "全角の「：」は区切りになりません。半角の「: 」（後に空白）にしてください。",
        'A full-width "：" does not separate key and value. Write ": " with a space behind it.',
    ),
    "yaml-tab": (
        "タブは字下げに使えません。空白にしてください。",
        "A tab cannot indent. Use spaces.",
    ),
    "yaml-start": (
        "@ ` % で始まる文字は引用符で囲んでください。",
        "Text that begins with @, ` or % has to be quoted.",
    ),
    "yaml-star": (
        "* や & で始まる文字は引用符で囲んでください。",
        "Text that begins with * or & has to be quoted.",
    ),
    "yaml-open-quote": (
        "引用符が閉じていません。",
        "The quotation mark is never closed.",
    ),
    "yaml-open-list": ("「[」が閉じていません。", 'The "[" is never closed.'),
    "yaml-open-map": ("「{{」が閉じていません。", 'The "{{" is never closed.'),
    "yaml-escape": (
        "\" の中で使えない「\\」の書き方です。「\\\\」と重ねるか、' で囲んでください。",
        "This backslash sequence means nothing inside \" quotes. Double the backslash, or use ' quotes.",
    ),
    "yaml-no-value": (
        "値のあるべき所に「,」「]」「}}」などがあります。文字なら引用符で囲んでください。",
        'Where a value should be stands ",", "]", "}}" or the like. If it is text, quote it.',
    ),
    "yaml-flow-colon": (
        "「:」の後に空白がありません。",
        'A space is missing behind ":".',
    ),
    "yaml-dash": (
        "「- 」は行の頭に書いてください。",
        'A "- " has to begin its own line.',
    ),
    "yaml-block": (
        "「|」「>」の後は改行してください。",
        'After "|" or ">" the text begins on the next line.',
    ),
    "yaml-indent": (
        "字下げがそろっていないか、引用符や括弧の後に余分な文字があります。",
        "The indentation does not line up, or something stands behind a closing quote or bracket.",
    ),
    "yaml-alias": (
        "アンカーと別名（&{name}、*{name}）は使えません。* や & で始まる文字は引用符で囲んでください。",
        "Anchors and aliases (&{name}, *{name}) cannot be used. Quote text that begins with * or &.",
    ),
    "yaml-tag": (
        "タグ {tag} は使えません。! で始まる文字は引用符で囲んでください。",
        "The tag {tag} cannot be used. Quote text that begins with !.",
    ),
    "yaml-tag-broken": (
        "! で始まる文字は引用符で囲んでください。",
        "Text that begins with ! has to be quoted.",
    ),
    "yaml-hash": (
        '空白のあとの「#」からは YAML のコメントです。色は "#c8322f" のように引用符で囲んでください。',
        'From a "#" after a blank on, YAML reads a comment. Put the colour in quotes: "#c8322f".',
    ),
    "yaml-merge": ("「<<」による取り込みは使えません。", 'Merging with "<<" cannot be used.'),
    "yaml-key": (
        "項目の名前には文字か整数だけが使えます。「{{」や「[」で始まる文字は引用符で囲んでください。",
        'A key has to be text or a whole number. Quote text that begins with "{{" or "[".',
    ),
    "yaml-many-documents": (
        "「---」で区切られた二つ目の文書があります。一つのファイルに一つだけ書いてください。",
        'A second document begins here ("---"). A file holds only one.',
    ),
    "yaml-deep": (
        "入れ子が深すぎます（{limit} 段まで）。",
        "The nesting is too deep (at most {limit} levels).",
    ),
    "duplicate-key": (
        "「{key}」が二度書かれています（一つ目は {line} 行目）。",
        '"{key}" is written twice (first on line {line}).',
    ),
    # ------------------------------------------------------------ source: CSV
    "csv-quote": (
        "引用符が閉じていないか、閉じた後に余分な文字があります。",
        "A quotation mark is never closed, or something stands behind the closing one.",
    ),
    "csv-ragged": (
        "見出しは {expected} 列ですが、この行は {found} 列です。",
        "The header row has {expected} cells, this row has {found}.",
    ),
    "csv-empty-header": (
        "見出しの行の {number} 列目に名前がありません。",
        "Column {number} of the header row has no name.",
    ),
    "csv-double-header": (
        "見出しに「{name}」が二つあります。",
        'The header names "{name}" twice.',
    ),
    # ------------------------------------------------------------ explain: the shape of game.yaml
    "missing-field": ("「{name}」が書かれていません。", '"{name}" is missing.'),
    "unknown-field": ("「{found}」という項目はありません。", 'There is no field "{found}".'),
    "not-one-of": ("ここには決まった言葉を書きます。", "Only certain words can stand here."),
    "wrong-type": ("{expected}を書く所です。", "Write {expected} here."),
    "quoted-number": (
        "{expected}を書く所です。引用符を外してください。",
        "Write {expected} here, without quotation marks.",
    ),
    "odd-number": (
        "{expected}は半角で 12 のように書きます。先頭の 0 や 0x、_、: は使えません。",
        "Write {expected} here, plainly, as 12 (no full width, no leading 0, no 0x, _ or :).",
    ),
    "wrong-type-either": ("{expected}か{other}を書く所です。", "Write {expected} or {other} here."),
    "invalid-value": ("この値は使えません。", "This value cannot be used."),
    "bad-id": (
        "id に使えるのは文字・数字・_・- で、先頭に - は置けません。",
        "An id is made of letters, digits, _ and -, and does not begin with -.",
    ),
    "out-of-bounds": ("{expected}を書く所です。", "Write {expected} here."),
    "bound-above": ("{limit} より大きい数", "a number greater than {limit}"),
    "bound-least": ("{limit} 以上の数", "a number of at least {limit}"),
    "bound-below": ("{limit} より小さい数", "a number less than {limit}"),
    "bound-most": ("{limit} 以下の数", "a number of at most {limit}"),
    "bound-letters-least": ("{limit} 文字以上", "at least {limit} character"),
    "bound-length-least": ("{limit} 個以上", "at least {limit} of them"),
    "bound-length-most": ("{limit} 個以下", "at most {limit} of them"),
    "players-twice": ("{number}人が二度書かれています。", "{number} players are named twice."),
    "device-id": (
        "Windows ではファイルの名前にできない id です。",
        "Windows keeps this id for a device: no file there can bear it.",
    ),
    "back-without-front": (
        "back がありますが、front がないので印刷されません。",
        "There is a back but no front, so that nothing would be printed.",
    ),
    "front-without-cards": (
        "front がありますが、cards がないので印刷するものがありません。",
        "There is a front but there are no cards, so that nothing would be printed.",
    ),
    "front-on-die": (
        "front がありますが、shape: die のダイスには、面の言葉（faces）だけが刷られます。"
        "テンプレートで刷るなら、shape を消すか、round、square、hexagon にしてください。",
        "There is a front, but a die (shape: die) is printed from the words of its sides (faces) alone. "
        "To print a template, take shape away or make it round, square or hexagon.",
    ),
    "no-rows": (
        "カードの一覧にカードが1枚もありません。",
        "There is not one card in the card list.",
    ),
    # ------------------------------------------------------------ rows: card lists
    "missing-id": ("id が書かれていません。", "The id is missing."),
    "duplicate-id": (
        "id「{found}」が二度使われています（一つ目は {first}）。",
        'The id "{found}" is used twice (first at {first}).',
    ),
    "missing-column": (
        "見出しに「{name}」の列がありません。",
        'The header has no column "{name}".',
    ),
    "missing-value": (
        "「{name}」の値がありません。なくてもよい項目なら fields で optional: true と書いてください。",
        'There is no value for "{name}". If it may be absent, say optional: true in fields.',
    ),
    "not-in-table": (
        "表「{table}」に「{found}」はありません。",
        'The table "{table}" has no row "{found}".',
    ),
    "repeated-column": (
        "「{name}」は repeat が入れる項目なので、カードには書けません。",
        '"{name}" is filled in by repeat and cannot stand in the card list.',
    ),
    "too-many-cards": (
        "カードが {found} 種類になります（{limit} まで）。",
        "There would be {found} different cards (at most {limit}).",
    ),
    # ------------------------------------------------------------ load, references
    "unknown-size": ("「{found}」という大きさはありません。", 'There is no size called "{found}".'),
    "reserved-field": (
        "「{name}」はどのカードにもある列なので、fields には書けません。",
        '"{name}" is a column that every card has; it cannot stand in fields.',
    ),
    "unknown-table": ("「{found}」という表はありません。", 'There is no table "{found}".'),
    "outside-folder": (
        "「{found}」はゲームのフォルダーの外にあります。",
        '"{found}" lies outside the folder of the game.',
    ),
    "no-card-file": ("カードのファイル「{found}」がありません。", 'There is no card file "{found}".'),
    "card-file-kind": (
        "カードのファイルは YAML か CSV にしてください。",
        "A card file has to be YAML or CSV.",
    ),
    "no-such-param": ("params に「{found}」はありません。", 'params has no "{found}".'),
    "unknown-component": (
        "「{found}」というコンポーネントはありません。",
        'There is no component "{found}".',
    ),
    "not-per-player-count": (
        "プレイヤー人数ごとの整数（0 以上）を書いてください。",
        "Give every player count a whole number, 0 or more.",
    ),
    "check-without-bound": (
        "このチェックには比べる数がありません。",
        "This check has no number to compare with.",
    ),
    "field-kind": (
        "「{name}」は {found} の項目です。このチェックは {expected} の項目に使います。",
        'The field "{name}" holds {found}; this works on {expected}.',
    ),
    "check-no-in-play": (
        "このコンポーネントには in_play が書かれていません。",
        "This component has no in_play.",
    ),
    "no-such-player-count": (
        "players に {found} 人はありません。",
        "players does not list {found}.",
    ),
    # ------------------------------------------------------------ check
    "count-differs": (
        "count は {expected}{unit}ですが、カードの一覧（{file}）には {found}{unit}あります。",
        "count says {expected} {unit}, but the card list ({file}) holds {found}.",
    ),
    "too-few-groups": (
        "{players}人では {per} が {expected} 種類いりますが、{found} 種類しかありません。",
        "{players} players need {expected} different {per}, but there are only {found}.",
    ),
    "check-empty": (
        "調べるカードが1枚もありません。",
        "There is not one card to look at.",
    ),
    "check-exact": (
        "{what}は {expected} のはずですが、{found} です。",
        "{what} should be {expected} but is {found}.",
    ),
    "check-least": (
        "{what}は {expected} 以上のはずですが、{found} です。",
        "{what} should be at least {expected} but is {found}.",
    ),
    "check-most": (
        "{what}は {expected} 以下のはずですが、{found} です。",
        "{what} should be at most {expected} but is {found}.",
    ),
    "check-unnamed-group": (
        "この組（{found}）の数が is に書かれていません。",
        "is gives no number for this group (of {found}).",
    ),
    "check-distribution": (
        "内訳は（{expected}）のはずですが、（{found}）です。",
        "The distribution should be ({expected}) but is ({found}).",
    ),
    "check-unique": (
        "{fields} が {found} のカードが二つ以上あります。",
        "More than one card has {found} for {fields}.",
    ),
    "check-implies": (
        "値が {found} で、then の条件「{expected}」に合いません。",
        'The value is {found}, which does not meet the condition "{expected}" of then.',
    ),
    "check-disjoint": (
        "{first} と {second} の両方に {found} があります。",
        "Both {first} and {second} name {found}.",
    ),
    "check-covers": (
        "{plain} の {key} は {least} なのに、{better} では {found} です。",
        "{plain} has {key} {least}, but {better} has {found}.",
    ),
    "check-balance": (
        "使われる回数は {found} です（平均 {mean}、許される差 {within}）。",
        "It is used {found} times (mean {mean}, allowed distance {within}).",
    ),
    "check-no-correlation": (
        "どちらかの値がすべて同じなので、相関を計算できません。",
        "One of the two never changes, so there is no correlation.",
    ),
    "what-count": ("数", "The number of cards"),
    "what-groups": ("値の種類の数", "The number of different values"),
    "what-sum": ("合計", "The sum"),
    "what-value": ("値", "The value"),
    "what-largest": ("いちばん大きい値", "The largest value"),
    "what-length": ("長さ", "The length"),
    "what-correlation": ("順位相関", "The rank correlation"),
    "what-in-play": ("使う枚数", "The number of cards in play"),
    "tail-listed": ("ある値: {listed}", "there are {listed}"),
    "tail-cards": ("カード: {cards}", "cards {cards}"),
    "tail-at": ("カードは {at}", "the card is at {at}"),
    "tail-says": ("ルール: {says}", "the rules say {says}"),
    # ------------------------------------------------------------ engine: parameters and worked examples
    "wrong-param": ("パラメーターの値が使えません。", "The parameter cannot have this value."),
    "unknown-rule": (
        "計算例の rule に、このルールの関数ではない名前があります。",
        "The worked example names a rule that these rules do not have.",
    ),
    "example-arguments": (
        "計算例の given が、rule の受け取る項目と合いません。",
        "The worked example does not give what its rule takes.",
    ),
    "example-fails": (
        "計算例のとおりにルール {rule} を動かすと失敗します（{error}）。",
        "Rule {rule} fails on the worked example ({error}).",
    ),
    "example-differs": (
        "計算例の答えは {found} ですが、ルール {rule} の答えは {expected} です。",
        "The worked example says {found}, but rule {rule} gives {expected}.",
    ),
    # ------------------------------------------------------------ engine: self-play
    "play-fails": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）の途中でルールが失敗します: {error}",
        "The rules fail in self-play: {error} ({players} players, seed {seed}, move {move}).",
    ),
    "play-endless": (
        "自動対戦（{players}人、種 {seed}）が {move} 手を過ぎても終わりません。",
        "Self-play has no end after {move} moves ({players} players, seed {seed}).",
    ),
    "play-no-choice": (
        "自動対戦（{players}人、種 {seed}）が、一手も選ばないうちに終わります。",
        "Self-play is over before anything was chosen ({players} players, seed {seed}).",
    ),
    "play-no-seat": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、いない席 {seat} の手番になります。",
        "It is the turn of seat {seat}, which nobody has ({players} players, seed {seed}, move {move}).",
    ),
    "play-no-action": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、手番なのに選べる手がありません。",
        "A seat is to choose but has no legal action ({players} players, seed {seed}, move {move}).",
    ),
    "play-cards": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）"
        "で、カードの過不足が出ます（余り: {surplus}、不足: {lack}）。",
        "Cards appear or vanish in self-play: {surplus} too many, {lack} missing "
        "({players} players, seed {seed}, move {move}).",
    ),
    "play-cards-unknown": (
        "自動対戦（{players}人、種 {seed}）に、箱にないカードが出ます: {cards}",
        "Self-play uses cards that are not in the box: {cards} ({players} players, seed {seed}).",
    ),
    "play-cards-in-play": (
        "{players}人の自動対戦では{component}を {used} 枚しか使いませんが、in_play では {due} 枚です。",
        "With {players} players self-play uses only {used} of {component}, but in_play says {due}.",
    ),
    "play-faults": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）がルールに反する状態になります: {faults}",
        "Self-play reaches a position that the rules forbid: {faults} "
        "({players} players, seed {seed}, move {move}).",
    ),
    "play-action-twice": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、同じ手が二重に出ます: {actions}",
        "An action is offered twice: {actions} ({players} players, seed {seed}, move {move}).",
    ),
    "play-actions-unstable": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、席 {seat} の選べる手が尋ねるたびに変わります。",
        "The legal actions of seat {seat} change when asked again "
        "({players} players, seed {seed}, move {move}).",
    ),
    "play-accepts-illegal": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、選べない手が通ります: {action}",
        "An illegal action is accepted: {action} ({players} players, seed {seed}, move {move}).",
    ),
    "play-refusal-changes": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、選べない手を断ったのに状態が変わります: {action}",
        "A refused action changes the position: {action} ({players} players, seed {seed}, move {move}).",
    ),
    "play-clone-differs": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、状態の複製が元と違います。",
        "A clone differs from its original ({players} players, seed {seed}, move {move}).",
    ),
    "play-clone-shares": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、複製を進めると元の状態が変わります: {action}",
        "Playing on with a clone changes the original: {action} "
        "({players} players, seed {seed}, move {move}).",
    ),
    "play-hidden-shows": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、席 {seat} に見えないはずのものが見えています。",
        "Seat {seat} sees what should be hidden from it ({players} players, seed {seed}, move {move}).",
    ),
    "play-hidden-acts": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）"
        "で、席 {seat} に見えないものによって手番や選べる手が変わります。",
        "What is hidden from seat {seat} changes whose turn it is or what it may do "
        "({players} players, seed {seed}, move {move}).",
    ),
    "play-actions-after-end": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）で、終わったゲームに選べる手が残ります: {actions}",
        "A finished game still offers actions: {actions} ({players} players, seed {seed}, move {move}).",
    ),
    "play-returns": (
        "自動対戦（{players}人、種 {seed}、{move} 手目）"
        "で、勝ちの配分 {shares} の合計が {due} になりません。",
        "The shares of the win {shares} do not sum to {due} ({players} players, seed {seed}, move {move}).",
    ),
    # ------------------------------------------------------------ games: binding rules to a game
    "unknown-rules": ("その名前のルールはありません。", "There are no rules of that name."),
    "rules-untrusted": (
        "このゲームは自分の {file} を持っています。中身を信頼できるなら --trust を付けて実行してください。",
        "This game brings its own {file}. If you trust it, run with --trust.",
    ),
    "rules-broken": (
        "ルールのファイルを動かすと失敗します（{error}）。",
        "The rules file fails when it is run ({error}).",
    ),
    "call-without-end": (
        "{at}{name} が {seconds} 秒たっても終わりません",
        "{at}{name} has no end after {seconds} seconds",
    ),
    "examples-untested": (
        "rules がないので、計算例 {count} 件は確かめていません。",
        "The game has no rules, so its {count} worked examples were not tested.",
    ),
    "rules-not-named": (
        'ルールのファイルに RULES がありません。終わりに RULES = {{"名前": 関数}} のように書いてください。',
        'The rules file has no RULES. End it with RULES = {{"name": function}}, for example.',
    ),
    "rules-not-rules": (
        "RULES は、名前から関数を引く表か、Rules を継いだクラスでなければなりません。",
        "RULES has to be a mapping from names to functions, or a subclass of Rules.",
    ),
    "rules-component": (
        "このルールに要るコンポーネント {component} がありません。",
        "These rules need a component {component}.",
    ),
    "rules-field": (
        "このルールでは、コンポーネント {component} に列 {field} が要ります。",
        "These rules need a column {field} in component {component}.",
    ),
    "terror48-no-initial": (
        "初動時間に置ける、0 ではないタイムカードのない組があります。",
        "A set has no time card other than 0 for the pile of initial hours.",
    ),
    "rules-supply": (
        "{players}人で遊ぶには{what}が {expected} 要りますが、{found} しかありません。",
        "{players} players need {expected} of {what}, but there are only {found}.",
    ),
    # ------------------------------------------------------------ games: 24
    "terror24-one-design": (
        "24 のルールでは、このカードはどれも同じ 1 種類です。",
        "In the rules of 24 these cards are all alike: one design.",
    ),
    "terror24-no-detectives": (
        "刑事の表 detectives がありません。",
        "There is no table detectives.",
    ),
    "terror24-registration": (
        "登録ナンバー number は整数で書きます。",
        "The registration (number) is a whole number.",
    ),
    "terror24-ability": (
        "このスキル（ability）は 24 のルールにありません。",
        "The rules of 24 know no such skill (ability).",
    ),
    # ------------------------------------------------------------ games: 探偵無宿2
    "mushuku-no-people": (
        "登場人物の表 people がありません。",
        "There is no table people.",
    ),
    "mushuku-one-night": ("惨劇の夜はちょうど 1 枚です。", "There is exactly one 惨劇の夜."),
    "mushuku-person-cards": (
        "{person} の {component} の枚数が正しくありません。",
        "{person} has the wrong number of {component}.",
    ),
    "mushuku-unknown-person": (
        "登場人物の表 people にない人物です。",
        "The table people has no such person.",
    ),
    "mushuku-number-twice": (
        "イベントの番号が重なっています（先に {first}）。番号は 1 枚に 1 つです。",
        "This event number is taken (by {first}): every event has its own.",
    ),
    "mushuku-line": (
        "【捜査線】に並べる {line} 人が、死者が {deaths} 人出ても{black}のほかに残る数にします。",
        "A line of {line} needs {line} people other than {black} to be left when {deaths} have died.",
    ),
    "unknown-effect": ("この効果の言葉はありません。", "There is no such effect."),
    "effect-amount": (
        "効果 {word} の数は 1 から 9 までの整数です。",
        "The amount of the effect {word} is a whole number from 1 to 9.",
    ),
    "unknown-moment": (
        "スキルが働くとき（when）として、この言葉はありません。",
        "A skill (when) knows no such moment.",
    ),
    # ------------------------------------------------------------ layout: templates
    "template-missing": ("そのテンプレートはありません。", "There is no such template."),
    "template-syntax": (
        "テンプレート（Jinja）の書き方に誤りがあります（{reason}）。",
        "The template (Jinja) is not written right ({reason}).",
    ),
    "template-unknown-filter": ("このフィルターはありません。", "There is no such filter."),
    "template-unknown-name": (
        "テンプレートが知らない名前を使っています。",
        "The template uses a name that nothing defines.",
    ),
    "template-failed": (
        "テンプレートのこの行を計算できません（{reason}）。",
        "This line of the template cannot be worked out ({reason}).",
    ),
    "template-forbidden": (
        "テンプレートでは使えない操作です（{reason}）。",
        "A template may not do this ({reason}).",
    ),
    "template-recursion": (
        "テンプレートが自分自身を呼び続けています。",
        "The template goes on calling itself.",
    ),
    "template-endless": (
        "テンプレートの作る文字が {limit} 字を超えます。"
        "終わらない繰り返しや、大きすぎる数がないか見てください。",
        "The template makes more than {limit} characters: look for a loop that does not end or a number far "
        "too large.",
    ),
    "template-steps": (
        "テンプレートの繰り返しが {limit} 回を超えました。終わらない繰り返しがないか見てください。",
        "The template goes round more than {limit} times: look for a loop that does not end.",
    ),
    "template-no-face": (
        "テンプレートのいちばん外側は <face> にしてください。",
        "The outermost element of a template has to be <face>.",
    ),
    "xml-broken": ("XML として読めません（{reason}）。", "This is not well-formed XML ({reason})."),
    "xml-not-closed": (
        "<{tag}> が閉じられていないか、閉じる順が違います。",
        "<{tag}> is not closed, or closed in the wrong order.",
    ),
    "xml-too-deep": (
        "要素の入れ子が {limit} 段を超えました。",
        "Elements are nested more than {limit} deep.",
    ),
    "xml-token": (
        "記号が正しくありません。< と & は &lt; と &amp; と書きます",
        "a stray < or &, or a bad tag",
    ),
    "xml-empty": ("要素がないか、途中で終わっています", "no element, or it ends midway"),
    "xml-duplicate": ("同じ属性が二つあります", "an attribute is given twice"),
    "xml-entity": ("知らない実体参照です", "an entity that XML does not know"),
    "xml-junk": ("いちばん外側の要素が二つあります", "there is a second outermost element"),
    "xml-syntax": ("要素の前に文字があります", "text stands before the first element"),
    "xml-encoding": (
        "読めない文字コードです。UTF-8 で保存し直してください",
        "an encoding that cannot be read: use UTF-8",
    ),
    "xml-growth": ("実体参照がふくらみ続けます", "its entities grow without end"),
    "xml-tag": ("開いていない要素を閉じています", "something is closed that was not opened"),
    "too-many-elements": (
        "要素が {limit} 個を超えました。終わらない繰り返しがないか見てください。",
        "There are more than {limit} elements: look for a repetition without end.",
    ),
    "unknown-element": ("この要素はありません。", "There is no such element."),
    "element-not-empty": (
        "<{element}> の中には何も書けません。",
        "Nothing can stand inside <{element}>.",
    ),
    "text-outside": (
        "<text> の外に文字があります。",
        "There is text outside of any <text>.",
    ),
    "unknown-attribute": (
        "<{element}> にこの属性はありません。",
        "<{element}> has no such attribute.",
    ),
    "missing-attribute": (
        "<{element}> に {attribute} がありません。",
        "<{element}> has no {attribute}.",
    ),
    "bad-attribute": ("{attribute} の値を読めません。", "The value of {attribute} cannot be read."),
    "ruby-without-base": (
        "<rt> の前に、ルビを振る文字がありません。",
        "There is nothing before <rt> for it to stand beside.",
    ),
    "attribute-in-style": (
        "{name} は style の中には書けません。属性にしてください。",
        "{name} cannot stand in style: write it as an attribute.",
    ),
    # ------------------------------------------------------------ layout: pictures
    "file-not-found": (
        "絵のファイルが見つかりません。",
        "The picture's file cannot be found.",
    ),
    "use-not-svg": (
        "<use> で使えるのは SVG だけです。写真や絵は <image> で置いてください。",
        "<use> takes SVG only; place photographs and paintings with <image>.",
    ),
    "icon-not-svg": ("アイコンに使えるのは SVG だけです。", "Icons have to be SVG."),
    "svg-unsupported": (
        "この SVG の {what} には対応していません。パスと単色の塗りにして保存し直してください。",
        "{what} in this SVG is not supported: save it again as paths in plain colours.",
    ),
    "svg-unknown-id": (
        "この SVG にその id の要素はありません。",
        "This SVG has no element of that id.",
    ),
    "svg-recursion": (
        "この SVG の <use> が自分自身を使っています。",
        "A <use> of this SVG uses itself.",
    ),
    "svg-not-svg": (
        "SVG ではありません。いちばん外側は <svg> のはずです。",
        "This is no SVG: its outermost element has to be <svg>.",
    ),
    "svg-no-size": (
        "この SVG には viewBox も、幅と高さもありません。",
        "This SVG has neither a viewBox nor a width and height.",
    ),
    "picture-unknown": (
        "{file} は使える形式の絵ではありません。",
        "{file} is no picture of a kind that can be used.",
    ),
    "picture-broken": (
        "{file} は壊れているか、途中で切れています（{reason}）。",
        "{file} is damaged or cut short ({reason}).",
    ),
    "picture-too-big": (
        "{file} は大きすぎます（{width} × {height} ピクセル）。",
        "{file} is too big ({width} × {height} pixels).",
    ),
    "picture-coarse": (
        "{file} は刷り上がりで {dpi} dpi です。{wanted} dpi には {width} × {height} ピクセル要ります。",
        "{file} prints at {dpi} dpi; for {wanted} dpi it needs {width} × {height} pixels.",
    ),
    # ------------------------------------------------------------ layout: fonts
    "font-role-unused": (
        "この役割のフォントで組む文字がありません。",
        "No text is set in the fonts of this role.",
    ),
    "unknown-font-role": ("フォントの役割にこの名前はありません。", "There is no such role of fonts."),
    "font-missing": ("そのフォントは見つかりません。", "There is no such font."),
    "font-not-found": ("フォント {file} を読めません。", "The font {file} cannot be read."),
    "font-not-a-font": ("{file} はフォントではありません。", "{file} is not a font."),
    "font-cff-outlines": (
        "{file} は CFF（PostScript の輪郭）のフォントで、使えません。同じ書体の TrueType 版（.ttf）を"
        "ゲームの fonts/ に置くか、ほかの書体を選んでください。",
        "{file} has CFF (PostScript) outlines, which cannot be used: put the TrueType version (.ttf) of the "
        "face into the game's fonts/ or choose another face.",
    ),
    "font-variable": (
        "{file} は太さを変えられるバリアブルフォントです。太さの決まった .ttf を使ってください"
        "（作るには: fonttools varLib.instancer {file} wght=400 -o Regular.ttf）。",
        "{file} is a variable font: use a font of one weight (.ttf); "
        "to make one: fonttools varLib.instancer {file} wght=400 -o Regular.ttf",
    ),
    "font-collection-index": (
        "{file} にその番号のフォントはありません（{detail}）。",
        "{file} has no font of that number ({detail}).",
    ),
    "font-missing-tables": (
        "{file} はフォントとして欠けたところがあります（{detail}）。",
        "{file} is incomplete as a font ({detail}).",
    ),
    "font-no-embedding": (
        "{file} は PDF への埋め込みが許されていません（{detail}）。",
        "{file} may not be embedded in a PDF ({detail}).",
    ),
    # ------------------------------------------------------------ layout: text
    "text-unknown-field": (
        "<text> の field に、カードにない項目の名前があります。",
        "The field of this <text> is no field of the card.",
    ),
    "text-field-not-text": (
        "リストや組の項目は、そのまま文字にできません。"
        "テンプレートで {{{{ card.項目 }}}} から組み立ててください。",
        "A list or mapping cannot be set as it is: build the text from {{{{ card.field }}}} in the template.",
    ),
    "text-too-high": (
        "文字が枠に収まりません。{size} pt でも高さが {measured} mm あり、枠は {available} mm です"
        "（入らない部分: 「{overflow}」）。",
        "The text does not fit: even at {size} pt it is {measured} mm high, the box {available} mm "
        '(no room for: "{overflow}").',
    ),
    "text-too-wide": (
        "文字が枠に収まりません。{size} pt でも幅が {measured} mm あり、枠は {available} mm です"
        "（入らない部分: 「{overflow}」）。",
        "The text does not fit: even at {size} pt it is {measured} mm wide, the box {available} mm "
        '(no room for: "{overflow}").',
    ),
    "text-too-long": (
        "文字が枠に収まりません。{size} pt でも {measured} 行になり、許されるのは {available} 行です"
        "（入らない部分: 「{overflow}」）。",
        "The text does not fit: even at {size} pt it makes {measured} lines of {available} "
        '(no room for: "{overflow}").',
    ),
    "lettering-no-room": (
        "小さすぎて文字が入りません。size を大きくするか、言葉を短くしてください。",
        "There is no room for the words: a larger size or shorter words will do.",
    ),
    "no-glyph": (
        "フォントにない文字があります: {characters}（使ったフォント: {fonts}）。",
        "The fonts lack these characters: {characters} (fonts: {fonts}).",
    ),
    "imprint-no-glyph": (
        "シートの欄外や白いカードでは、フォントにない文字を省きます: {characters}（フォント: {fonts}）。",
        "Left out below the cards and on blank ones, as the fonts lack them: {characters} (fonts: {fonts}).",
    ),
    "text-broken-word": (
        "「{word}」が行の途中で切れています。",
        '"{word}" is broken between two lines.',
    ),
    "text-small-ruby": (
        "ルビが {size} pt になり、読みにくい大きさです。",
        "Ruby comes out at {size} pt, which is hard to read.",
    ),
    "unknown-colour": ("この色の名前はありません。", "There is no colour of that name."),
    "unknown-icon": (
        "このアイコンはありません。game.yaml の icons に加えてください。",
        "There is no such icon: add it under icons in game.yaml.",
    ),
    "text-unknown-token": (
        "[ ] の中の名前は icons にありません。括弧のままにするなら \\[ と書いてください。",
        "The name in [ ] is none of the icons; to have the bracket itself, write \\[ instead.",
    ),
    "markup-ruby-unclosed": (
        "{column} 文字目の ｜ のルビが閉じられていません（｜漢字《かんじ》）。",
        "The ruby that begins at character {column} with ｜ is not closed (｜漢字《かんじ》).",
    ),
    "markup-bold-unclosed": (
        "{column} 文字目の太字が閉じられていません（__太字__）。",
        "The bold type that begins at character {column} is not closed (__bold__).",
    ),
    "markup-dots-unclosed": (
        "{column} 文字目の傍点が閉じられていません（《《傍点》》）。",
        "The emphasis dots that begin at character {column} are not closed (《《dots》》).",
    ),
    "markup-span-unclosed": (
        "{column} 文字目の 〈〈 が閉じられていません（〈〈赤:文字〉〉）。",
        "The 〈〈 at character {column} is not closed (〈〈red:text〉〉).",
    ),
    "markup-crossed": (
        "{column} 文字目で、後から開いたものより先に閉じています。",
        "At character {column} something is closed before what was opened inside it.",
    ),
    # ------------------------------------------------------------ layout: legibility
    "text-faint": (
        "{side}の「{words}」の色は、地の色に近くて読みにくくなります"
        "（コントラスト {ratio}:1。この大きさの文字は {wanted}:1 以上に）。",
        'On the {side}, "{words}" is hard to read: its colour is too near to the ground\'s '
        "(contrast {ratio}:1; type of this size needs {wanted}:1).",
    ),
    "text-tiny": (
        "{side}の「{words}」は {size} pt で、小さすぎます（{wanted} pt 以上に）。",
        'On the {side}, "{words}" is {size} pt, which is too small: make it {wanted} pt at least.',
    ),
    "rows-colour-alone": (
        "{field} の {one} と {other} は色のほかに違いがなく、{vision}見分けられません。"
        "アイコンか文字を加えてください。",
        "{one} and {other} of {field} differ in nothing but colour and cannot be told apart {vision}: "
        "add a symbol or a word.",
    ),
    "cards-colour-alone": (
        "{one} と {other} は色のほかに違いがなく、{vision}見分けられません。アイコンか文字を加えてください。",
        "{one} and {other} differ in nothing but colour and cannot be told apart {vision}: "
        "add a symbol or a word.",
    ),
    "side-front": ("表", "front"),
    "side-back": ("裏", "back"),
    "vision-protanopia": ("1型（P型）の色覚では", "with protanopia"),
    "vision-deuteranopia": ("2型（D型）の色覚では", "with deuteranopia"),
    "vision-tritanopia": ("3型（T型）の色覚では", "with tritanopia"),
    "vision-grey": ("白黒の印刷では", "when printed in grey"),
    # ------------------------------------------------------------ history: what to compare with
    "manifest-broken": (
        "cardgen の manifest.json として読めません。",
        "This is not a manifest.json of cardgen.",
    ),
    "manifest-of-other-game": (
        "これは {other} の manifest.json です。",
        "This is the manifest.json of {other}.",
    ),
    "since-nowhere": (
        "「{found}」に manifest.json はありません。git の版を書くには、ゲームが git で管理されている必要が"
        "あります（{reason}）。",
        "There is no manifest.json at {found}, and for a git ref the game has to be under version control "
        "with git ({reason}).",
    ),
    "since-unknown": (
        "「{found}」に manifest.json はなく、その名前の git の版もありません。",
        "There is no manifest.json at {found}, and no git ref of that name.",
    ),
    "since-no-git": (
        "git が見つかりません。入っていれば版を指定できます。manifest.json なら git は要りません。",
        "git was not found: it is needed for a git ref, but not for a manifest.json.",
    ),
    "since-no-game": (
        "{ref} の版には、このゲームがまだありません。",
        "The game did not exist yet at {ref}.",
    ),
    "since-unreadable": (
        "{ref} の版のゲームは、いまの cardgen では作れません（{subject}: {first}誤りは {n} か所）。",
        "The game as of {ref} cannot be laid out by this cardgen ({subject}: {first} Faults: {n}).",
    ),
    "since-sheets-only": (
        "--since は sheets にだけ使えます。",
        "--since is for sheets only.",
    ),
    "sheets-only": (
        "シートにだけ効く指定です。--format sheets も付けてください。",
        "This changes sheets only: add --format sheets.",
    ),
    # ------------------------------------------------------------ impose
    "card-larger-than-paper": (
        "{card} mm のカードは {paper} mm の紙に入りません。"
        "四辺に {margin} mm の余白を取ると {room} mm です。"
        "大きい紙は --paper で、何枚かに分けるのは --tile で選べます。",
        "A card of {card} mm does not fit on {paper} mm: with margins of {margin} mm there is {room} mm. "
        "--paper takes larger paper, --tile several sheets for each.",
    ),
    "bleed-narrow": (
        "1枚の紙に {cards} 面を置くので、外側の塗り足しは {bleed} mm です"
        "（{wanted} mm に {short} mm 足りません）。"
        "広げるには、--gap か --margin を小さくするか、--paper で大きい紙を選びます。",
        "With {cards} on a sheet, the bleed outside of them is {bleed} mm ({short} mm short of {wanted} mm). "
        "A smaller --gap or --margin, or larger --paper, makes room.",
    ),
    "imprint-none": (
        "1枚の紙に {cards} 面を置くと、シートの番号と目盛りを刷る余白がありません。",
        "With {cards} on a sheet, there is no room for the number of the sheet and its ruler.",
    ),
    "marks-none": (
        "1枚の紙に {cards} 面を置くと、トンボを引く余白のない辺があります"
        "（{white} mm。{least} mm 要ります）。"
        "広げるには、--gap か --margin を小さくするか、--paper で大きい紙を選びます。",
        "With {cards} on a sheet, an edge has no room for trim marks ({white} mm of white; they take {least} "
        "mm). A smaller --gap or --margin, or larger --paper, makes room.",
    ),
    "counted-tiled": (
        "{card} mm は {paper} の1枚に入らないので、--tile で貼り合わせる {sheets} 枚として数えました。",
        "{card} mm does not fit on one sheet of {paper}: counted as the {sheets} sheets that --tile prints.",
    ),
    "card-not-of-die": (
        "{card} mm のカードは「{paper}」の型（{die} mm）に合いません。",
        'A card of {card} mm is not of the size of "{paper}", which is {die} mm.',
    ),
    "die-not-folded": (
        "型紙「{paper}」は、折って使えません。",
        'A die sheet ("{paper}") cannot be folded.',
    ),
    "die-has-gaps": (
        "型紙「{paper}」では、カードの間は変えられません。",
        'The gaps of a die sheet ("{paper}") are as they are.',
    ),
    "die-overlaps": (
        "{card} mm のカードが重なっています（左・上が {at} mm のものと {other} mm のもの）。",
        "Cards of {card} mm lie on each other (those with left and top at {at} mm and at {other} mm).",
    ),
    "die-outside-paper": (
        "{at} mm から始まる {card} mm のカードが {paper} mm の紙からはみ出します。",
        "The card of {card} mm that begins at {at} mm reaches beyond the paper of {paper} mm.",
    ),
    "die-without-net": (
        "この面の数では、組み立てるダイスになりません。",
        "There is no net of a die with that number of sides.",
    ),
    "box-without-cards": (
        "箱に入れるカードがありません（同じ大きさのカードが {least} 枚から）。箱は作りませんでした。",
        "There are no cards for a box ({least} of a size at least): no box was made.",
    ),
    "fold-not-packed": (
        "--pack と --backs fold は一緒に使えません。",
        "--pack and --backs fold do not go together.",
    ),
    "packed": (
        "{sheets} 枚の紙にまとめました（まとめなければ {alone} 枚）。紙の {waste} が余ります。",
        "Sheets of paper: {sheets} ({alone} if not packed); {waste} of the paper is left over.",
    ),
    "printer-unnamed": (
        "プリンターの名前が空です。好きな名前を付けてください。",
        "The printer's name is blank: give it a name of your own.",
    ),
    "unknown-printer": (
        "そのプリンターはまだ調整されていません。cardgen calibrate で調整してください。",
        "That printer has not been calibrated: see cardgen calibrate.",
    ),
    "printer-not-for-flip": (
        "{printer} はこのとじ方では調整されていません。cardgen calibrate --printer {printer} --flip {flip} "
        "で調整してください。",
        "{printer} is not calibrated for this edge: see cardgen calibrate --printer {printer} --flip {flip}.",
    ),
    "calibration-file": (
        "プリンターの調整値を読めません。ファイルを消して、調整し直してください。",
        "The printers' values cannot be read: delete the file and calibrate again.",
    ),
    "calibration-too-large": (
        "{name} の {found} は大きすぎます（{most} まで）。読み取りの単位は mm と度です。",
        "{name} of {found} is too large (at most {most}): values are in mm and degrees.",
    ),
    "calibrated-card-lost": (
        "プリンターのずれ（右へ {dx} mm、下へ {dy} mm、回転 {rotation} 度）を直すと、裏のカードが、"
        "刷れる範囲（紙の端から {margin} mm 内側）を {out} mm はみ出して欠けます。"
        "端の近くまで刷れるなら --margin で、大きい紙は --paper で選べます。",
        "Moved for what the printer is off ({dx} mm to the right, {dy} mm down, {rotation} degrees), "
        "backs reach {out} mm beyond what can be printed ({margin} mm from the edges) and would be cut "
        "short. --margin says that it prints nearer the edge, --paper takes larger paper.",
    ),
    "calibrated-bleed-lost": (
        "プリンターのずれ（右へ {dx} mm、下へ {dy} mm、回転 {rotation} 度）を直すと、裏の塗り足しが、"
        "刷れる範囲（紙の端から {margin} mm 内側）を {out} mm はみ出します。"
        "カードは欠けませんが、塗り足しがその分細くなります。",
        "Moved for what the printer is off ({dx} mm to the right, {dy} mm down, {rotation} degrees), the "
        "bleed of backs reaches {out} mm beyond what can be printed ({margin} mm from the edges): no card "
        "is cut short, but there is so much less bleed.",
    ),
    "die-near-edge": (
        "この型紙のカードは紙の端から {at} mm の所まであります。端の {margin} mm を刷れないプリンターでは、"
        "最大 {out} mm が白く残ります。ふちなしで刷るか、刷れない幅を --margin で書いてください。",
        "Cards of this die sheet reach to {at} mm from the paper's edge: a printer that leaves {margin} mm "
        "white leaves up to {out} mm of them white. Print without borders, or say with --margin what yours "
        "leaves.",
    ),
    # ------------------------------------------------------------ export: online tables
    "picture-reduced": (
        "画像を {limit} MiB に収めるため、{wanted} dpi を {dpi} dpi に下げました。",
        "To keep the picture under {limit} MiB it was made at {dpi} dpi instead of {wanted}.",
    ),
    "die-side": (
        "ダイスの面を画像にできません。文字が長すぎるか、フォントにありません。",
        "The die's sides cannot be drawn: a word is too long for its side, or not in the font.",
    ),
    "nothing-made": (
        "--format {format} に入れられるコンポーネントがないので、何も書き出しませんでした。",
        "No component has a part in --format {format}: no file was made.",
    ),
    "without-template": (
        "front がないので、--format {format} には入りません。",
        "It has no front, and so no part in --format {format}.",
    ),
    "die-rolled-again": (
        "Tabletop Simulator に {sides} 面のダイスはないので {solid} 面にし、余る面は振り直しとしました。",
        "Tabletop Simulator has no die of {sides} sides: it is one of {solid}, the rest to be rolled again.",
    ),
    "die-left-out": (
        "Tabletop Simulator に {sides} 面のダイスはないので、書き出しませんでした。",
        "Tabletop Simulator has no die of {sides} sides: it is left out.",
    ),
    "too-many-widgets": (
        "playingcards.io の1部屋に置けるのは約 {limit} 個までです。--only で分けてください。",
        "A room of playingcards.io takes about {limit} objects: divide the game with --only.",
    ),
    # ------------------------------------------------------------ export: print shops
    "unknown-profile": ("その印刷所プロファイルはありません。", "There is no such profile of a print shop."),
    "shop-no-profile": (
        "--format shop には --profile で印刷所を指定してください。",
        "--format shop needs a print shop: name it with --profile.",
    ),
    "profile-makes-nothing": (
        "pdf が false なら pictures が必要です。このままでは何も書き出されません。",
        "With pdf: false there have to be pictures, else nothing would be written.",
    ),
    "shop-not-asked": (
        "--format shop を付けたときだけ使えます。",
        "This is of use with --format shop only.",
    ),
    "icc-not-used": (
        "{shop} は RGB で刷るので、ICC プロファイルは使いません。",
        "{shop} prints from RGB: the ICC profile is not used.",
    ),
    "shop-needs-icc": (
        "{shop} に渡すには、印刷条件の ICC プロファイルを --icc で指定してください。",
        "{shop} needs the ICC profile of the press: give its file with --icc.",
    ),
    "icc-broken": ("ICC プロファイルとして読めません。", "This is no readable ICC profile."),
    "icc-not-cmyk": (
        "CMYK の ICC プロファイルではありません（{space}）。",
        "This ICC profile is not for CMYK ({space}).",
    ),
    "picture-profile": (
        "画像に埋め込まれたカラープロファイルを使えません。sRGB で保存し直してください。",
        "The colour profile inside the picture cannot be used. Save the picture again as sRGB.",
    ),
    "picture-needs-icc": (
        "RGB の画像を CMYK にするには ICC プロファイルが要ります。--icc で指定してください。",
        "Turning an RGB picture into CMYK needs an ICC profile: give its file with --icc.",
    ),
    "shop-size": (
        "{shop} に {size} mm のカードはありません。最も近いのは {near} mm です。",
        "{shop} does not cut {size} mm; its nearest size is {near} mm.",
    ),
    "shop-no-back": (
        "{shop} は全カードに裏面を求めますが、裏面がありません。",
        "{shop} wants a back for every card, and there is none.",
    ),
    "edge-left": ("左", "left"),
    "edge-top": ("上", "top"),
    "edge-right": ("右", "right"),
    "edge-bottom": ("下", "bottom"),
    "text-cut-off": (
        "{side}面: 「{text}」が{edge}の仕上がりから {beyond} mm はみ出し、断裁で切れます。{also}",
        '{side}: "{text}" is cut off: it reaches {beyond} mm beyond the {edge} trim.{also}',
    ),
    "also-cards": ("同じもの: {cards}。", " Likewise: {cards}."),
    "short-of-bleed": (
        "{side}面: {edge}の塗り足しが足りません。"
        "絵柄は仕上がりの外 {reach} mm まで。{wanted} mm 要ります。{also}",
        "{side}: the art reaches {reach} mm beyond the {edge} trim; {wanted} mm of bleed are needed.{also}",
    ),
    "near-trim-text": (
        "{side}面: 「{text}」が{edge}の仕上がりから {distance} mm です。{wanted} mm 空けてください。{also}",
        '{side}: "{text}" is {distance} mm from the {edge} trim; keep {wanted} mm clear.{also}',
    ),
    "near-trim-icon": (
        "{side}面: アイコンが{edge}の仕上がりから {distance} mm です。{wanted} mm 空けてください。{also}",
        "{side}: an icon is {distance} mm from the {edge} trim; keep {wanted} mm clear.{also}",
    ),
    "shop-small-type": (
        "{side}面: 「{text}」が {size} pt です。{least} pt 以上にしてください。{also}",
        '{side}: "{text}" is set at {size} pt; {least} pt is the least.{also}',
    ),
    "shop-small-ruby": (
        "{side}面: ルビや傍点の「{text}」が {size} pt です。{least} pt 以上にしてください。{also}",
        '{side}: the ruby or dots "{text}" are set at {size} pt; {least} pt is the least.{also}',
    ),
    "cannot-flatten": (
        "不透明度 {opacity} の下が単色でないため、透明を使わずに表せません。{also}",
        "What lies beneath {opacity} opacity is not one colour: "
        "it cannot be drawn without transparency.{also}",
    ),
    "cannot-flatten-picture": (
        "透けた画像の下が単色でないため、透明を使わずに表せません。{also}",
        "What lies beneath the clear parts of a picture is not one colour: "
        "it cannot be drawn without transparency.{also}",
    ),
    "page-of": ("{file} の {page} ページ（{side}）", "{file}, page {page} ({side})"),
    "also-pages": ("ほかのページ: {pages}。", " Also on pages {pages}."),
    "preflight-unreadable": (
        "書き出した PDF を読めません（{reason}）。",
        "The PDF cannot be read ({reason}).",
    ),
    "preflight-unreadable-page": (
        "{where}: ページの内容を読めません（{reason}）。{also}",
        "{where}: what the page paints cannot be read ({reason}).{also}",
    ),
    "preflight-pages": (
        "{found} ページあります。{expected} ページのはずです。",
        "There are {found} pages; there should be {expected}.",
    ),
    "preflight-no-intent": ("出力インテントがありません。", "There is no output intent."),
    "preflight-active": (
        "印刷用の PDF に入れてはならないものがあります（{what}）。",
        "There is what a PDF for print must not hold ({what}).",
    ),
    "preflight-annotation": (
        "{where}: 注釈があります（{kinds}）。印刷用の PDF には入れられません。{also}",
        "{where}: there are annotations ({kinds}); a PDF for print must not hold any.{also}",
    ),
    "preflight-user-unit": (
        "{where}: ページの単位（UserUnit）が {unit} です。1 のはずです。{also}",
        "{where}: the page has a unit of its own (UserUnit {unit}); it should be 1.{also}",
    ),
    "preflight-bleed": (
        "{where}: {edge}の塗り足しが足りません。"
        "絵柄は仕上がりの外 {reach} mm まで。{wanted} mm 要ります。{also}",
        "{where}: the art reaches {reach} mm beyond the {edge} trim; {wanted} mm of bleed are needed.{also}",
    ),
    "preflight-spot": (
        "{where}: 特色「{name}」があります。CMYK の 4 版だけのはずです。{also}",
        '{where}: there is a spot colour, "{name}"; the four plates of CMYK should be all.{also}',
    ),
    "preflight-white-overprint": (
        "{where}: 白がオーバープリント（ノセ）です。印刷すると消えます。{also}",
        "{where}: white is set to overprint: it would disappear in print.{also}",
    ),
    "preflight-hairline": (
        "{where}: 線の太さが 0 です。機械ごとに違う、最も細い線になります。{also}",
        "{where}: a line has no width: it is as thin as each device can make it.{also}",
    ),
    "preflight-no-box": ("{where}: {box} がありません。{also}", "{where}: there is no {box}.{also}"),
    "preflight-box": (
        "{where}: {box} が {size} mm です。{wanted} mm のはずです。{also}",
        "{where}: {box} measures {size} mm; it should be {wanted} mm.{also}",
    ),
    "preflight-box-outside": (
        "{where}: 仕上がり・塗り足し・用紙の枠が正しい間隔で入れ子になっていません。{also}",
        "{where}: trim, bleed and media box do not lie one inside the other at the right distance.{also}",
    ),
    "preflight-rotated": (
        "{where}: ページが {angle} 度回転しています。{also}",
        "{where}: the page is turned by {angle} degrees.{also}",
    ),
    "preflight-transparency": (
        "{where}: 透明が使われています（{what}）。このプロファイルでは使えません。{also}",
        "{where}: transparency is used ({what}), which the profile forbids.{also}",
    ),
    "shop-coarse": (
        "{side}面: {picture} は {dpi} dpi です。{least} dpi 以上にしてください。{also}",
        "{side}: {picture} prints at {dpi} dpi; {least} dpi is the least.{also}",
    ),
    "preflight-coarse": (
        "{where}: 画像 {picture} px が {dpi} dpi です。{least} dpi 以上にしてください。{also}",
        "{where}: the picture of {picture} px prints at {dpi} dpi; {least} dpi is the least.{also}",
    ),
    "preflight-rgb": (
        "{where}: RGB の色（{parts}）があります。CMYK のはずです。{also}",
        "{where}: there is a colour in RGB ({parts}); all should be CMYK.{also}",
    ),
    "preflight-rgb-picture": (
        "{where}: RGB の画像 {picture} px があります。CMYK のはずです。{also}",
        "{where}: the picture of {picture} px is in RGB; it should be CMYK.{also}",
    ),
    "preflight-ink": (
        "{where}: インキの総量が {ink} % です（CMYK {inks}）。{most} % までです。{also}",
        "{where}: {ink} % ink in all (CMYK {inks}); {most} % is the most.{also}",
    ),
    "preflight-picture-ink": (
        "{where}: 画像 {picture} px のインキの総量が {ink} % です。{most} % までです。{also}",
        "{where}: the picture of {picture} px has {ink} % ink; {most} % is the most.{also}",
    ),
    "preflight-type-left": (
        "{where}: アウトライン化されていない文字があります（{font}）。{also}",
        "{where}: type is not outlined ({font}).{also}",
    ),
    "preflight-font": (
        "{where}: フォント {font} が埋め込まれていません。{also}",
        "{where}: the font {font} is not embedded.{also}",
    ),
    "preflight-type": (
        "{where}: 文字が {size} pt です。{least} pt 以上にしてください。{also}",
        "{where}: type of {size} pt; {least} pt is the least.{also}",
    ),
    "preflight-ruby": (
        "{where}: ルビや傍点が {size} pt です。{least} pt 以上にしてください。{also}",
        "{where}: ruby or dots of {size} pt; {least} pt is the least.{also}",
    ),
    "preflight-line": (
        "{where}: 線が {width} mm です。{least} mm 以上にしてください。{also}",
        "{where}: a line of {width} mm; {least} mm is the least.{also}",
    ),
    # ------------------------------------------------------------ cli: faults
    "unknown-game": ("そのゲームはありません。", "There is no such game."),
    "no-games": (
        "ゲームがひとつもありません。フォルダーごとに game.yaml を置いてください。",
        "There is no game here: a game is a folder with a game.yaml.",
    ),
    "unknown-part": ("そのコンポーネントはありません。", "There is no such component."),
    "unknown-format": ("その書き出し形式はありません。", "There is no such output format."),
    "unknown-paper": ("その用紙はありません。", "There is no such paper."),
    "cannot-write": ("書き込めません（{reason}）。", "It cannot be written ({reason})."),
    "cannot-write-denied": (
        "書き込めません。権限がないか、ほかのソフトで開いています。",
        "It cannot be written: there is no permission, or another program has it open.",
    ),
    "cannot-write-full": (
        "書き込めません。空き容量が足りません。",
        "It cannot be written: the disk is full.",
    ),
    "process-lost": (
        "システムが処理の一つを止めました。多くの場合、メモリーの不足です。ゲームかコンポーネント（--only）を分けて、もう一度お試しください。",
        "The system ended one of the processes, as a rule for want of memory. Try again with fewer games, "
        "or one component at a time (--only).",
    ),
    "cannot-write-in-the-way": (
        "書き込めません。同じ名前のファイルかフォルダーが邪魔をしています。",
        "It cannot be written: a file or folder of that name is in the way.",
    ),
    "cannot-write-long": (
        "書き込めません。名前が長すぎます。",
        "It cannot be written: the name is too long.",
    ),
    "cannot-write-gone": (
        "書き込めません。その場所はないか、途中でなくなりました。",
        "It cannot be written: there is no such place, or it went away.",
    ),
    "cannot-write-read-only": (
        "書き込めません。読み取り専用の場所です。",
        "It cannot be written: the place is read-only.",
    ),
    "same-file-twice": (
        "二つのものが同じファイル {found} に書き出されます。コンポーネントの id を変えてください。",
        "Two things would be written to the same file {found}. Change the id of a component.",
    ),
    "same-game-twice": (
        "同じ名前のゲームが二つあります（{first} と {second}）。別々に作ってください。",
        "Two games have the same name ({first} and {second}). Build them one at a time.",
    ),
    "game-exists": ("同じ名前のゲームがもうあります。", "A game of that name exists already."),
    "bad-game-name": (
        "ゲームの名前には文字・数字・「-」「_」だけが使えます。",
        "A game's name is made of letters, digits, '-' and '_'.",
    ),
    # ------------------------------------------------------------ cli: what is told
    "error": ("エラー", "error"),
    "failed": (
        "誤りが {errors} か所あります。何も書き出していません。",
        "Faults: {errors}. Nothing was written; earlier output is as it was.",
    ),
    "internal": (
        "cardgen の不具合です（{what}、{at}）。お手数ですが、この行を添えて報告してください。",
        "This is a defect of cardgen itself ({what}, {at}). Please report it with this line.",
    ),
    "interrupted": ("中断しました。出力は前のままです。", "Interrupted. Earlier output is as it was."),
    "step": ("{game}: {step}", "{game}: {step}"),
    "step-load": ("1-2 読み込み", "1-2 load"),
    "step-check": ("3 構成チェック", "3 check the composition"),
    "step-test": ("4 ルールのテスト", "4 test the rules"),
    "step-layout": ("5 レイアウト", "5 lay out"),
    "step-write": ("6-8 面付けと書き出し", "6-8 impose and write"),
    "played": (
        "{game}: 自動対戦 {players}人 {games} ゲーム（{moves} 手）: {outcomes}",
        "{game}: self-play with {players} players, {games} games ({moves} moves): {outcomes}",
    ),
    "changes": (
        "{title}: {since} と比べて、新規 {new}、変更 {changed}、追加 {more}、減 {fewer}、"
        "廃止 {removed}、変わらず {unchanged}（デザインの数）",
        "{title}: since {since}: new {new}, changed {changed}, more copies {more}, fewer {fewer}, "
        "removed {removed}, unchanged {unchanged} (designs)",
    ),
    "changes-none": (
        "{title}: {since} から変わったカードはありません。何も書き出していません。",
        "{title}: no card has changed since {since}. Nothing was written.",
    ),
    "changes-nothing-to-print": (
        "刷り直すカードはありません。何も書き出していません。",
        "There is nothing to print. Nothing was written.",
    ),
    "change-new": ("新規　{component} / {card} × {copies}", "new      {component} / {card} × {copies}"),
    "change-changed": ("変更　{component} / {card} × {copies}", "changed  {component} / {card} × {copies}"),
    "change-more": ("追加　{component} / {card} × {copies}", "more     {component} / {card} × {copies}"),
    "change-fewer": (
        "減　　{component} / {card} × {copies}（手元から抜く）",
        "fewer    {component} / {card} × {copies} (take out)",
    ),
    "change-removed": (
        "廃止　{component} / {card} × {copies}（手元から抜く）",
        "removed  {component} / {card} × {copies} (take out)",
    ),
    "ink-used": (
        "{file}: インクの面積率 {pages}（1ページごと、4色の合計）",
        "{file}: ink coverage {pages} (page by page, all four inks)",
    ),
    "summary": (
        "{title}　{draft}: 構成チェック {checks}、計算例 {examples}、"
        "自動対戦 {games} ゲーム（{moves} 手）、すべて問題なし",
        "{title} {draft}: {checks} checks, {examples} worked examples, {games} self-played games "
        "({moves} moves), all sound",
    ),
    "summary-no-plays": (
        "{title}　{draft}: 構成チェック {checks}、計算例 {examples}、すべて問題なし（自動対戦なし）",
        "{title} {draft}: {checks} checks, {examples} worked examples, all sound (no self-play)",
    ),
    "summary-no-rules": (
        "{title}　{draft}: 構成チェック {checks}、問題なし（ルールのテストなし）",
        "{title} {draft}: {checks} checks, all sound (no rules to test)",
    ),
    "files-in": ("{folder}（{number} ファイル）", "{folder} ({number} files)"),
    "count-component": ("コンポーネント", "component"),
    "count-declared": ("宣言", "declared"),
    "count-found": ("実数", "found"),
    "count-players": ("{players}人", "{players}p"),
    "count-sheets": ("{paper}の枚数", "sheets of {paper}"),
    "count-total": ("合計", "total"),
    "count-extra": ("（付録）", " (extra)"),
    "new-next": (
        "次は data/{name}/game.yaml を開いて書きかえ、cardgen build {name} で印刷用の PDF を作ってください。",
        "Now open data/{name}/game.yaml, change it, and make the sheets with: cardgen build {name}",
    ),
    "usage-error": ("使い方が正しくありません（{what}）。", "Usage error: {what}"),
    "usage-no-option": ("{option} というオプションはありません。", "There is no option {option}."),
    "usage-no-value": ("{option} の後に値が必要です。", "{option} needs a value."),
    "usage-no-values": ("{option} の後に値が {count} つ必要です。", "{option} needs {count} values."),
    "usage-bad-value": ("{option} の値が正しくありません。", "The value of {option} is not valid."),
    "usage-not-number": ("{option} には数を書いてください。", "{option} takes a number."),
    "usage-not-integer": ("{option} には整数を書いてください。", "{option} takes a whole number."),
    "usage-out-of-range": (
        "{option} には {least} から {most} までの数を書いてください。",
        "{option} takes a number from {least} to {most}.",
    ),
    "usage-bad-choice": ("{option} に書ける言葉は決まっています。", "{option} takes only certain words."),
    "usage-missing": ("{name} が必要です。", "{name} is missing."),
    "usage-surplus": ("余分な言葉があります。", "There are words too many."),
    "usage-see-help": ("使い方は {command} --help で表示します。", "See {command} --help."),
    "unknown-command": ("そのコマンドはありません。", "There is no such command."),
    # ------------------------------------------------------------ cli: help
    "head-usage": ("使い方:", "Usage:"),
    "head-options": ("オプション", "Options"),
    "head-commands": ("コマンド", "Commands"),
    "head-examples": ("例", "Examples"),
    "help-cardgen": (
        "日本語のカードゲームを、YAML からチェックし、ルールをテストし、印刷します。",
        "Card games in Japanese, from YAML: checked, rule-tested and printed.",
    ),
    "help-cardgen-examples": (
        "cardgen build                   data/ のすべてのゲームを作る\n"
        "cardgen new mygame              自分のゲームを始める\n"
        "cardgen count terror48-d5       枚数を数える",
        "cardgen build                   make every game under data/\n"
        "cardgen new mygame              start a game of your own\n"
        "cardgen count terror48-d5       count the components",
    ),
    "help-build": (
        "チェックとルールのテストを通してから、印刷用の PDF と付録を書き出します。\n"
        "GAME を省くと data/ のすべてのゲームを、data/ がなければ付属のゲームを作ります。\n"
        "どこかに誤りがあれば、何も書き出しません。",
        "Check and test the rules, then write the print sheets and the appendix.\n"
        "Without GAME: every game under data/, or the bundled games where there is no data/.\n"
        "If anything is wrong, nothing is written.",
    ),
    "help-build-examples": (
        "cardgen build terror48-d5 --backs duplex --flip short\n"
        "cardgen build terror48-d5 --only event --only time --paper A3\n"
        "cardgen build mygame --format appendix --out ~/Desktop/cards\n"
        "cardgen build mygame --since v3 --revision r4 --ink saver",
        "cardgen build terror48-d5 --backs duplex --flip short\n"
        "cardgen build terror48-d5 --only event --only time --paper A3\n"
        "cardgen build mygame --format appendix --out ~/Desktop/cards\n"
        "cardgen build mygame --since v3 --revision r4 --ink saver",
    ),
    "help-check": (
        "構成チェック、ルールのテスト、レイアウトだけを行います。\n何も書き出しません。",
        "Check the composition, test the rules and lay out.\nWrites nothing.",
    ),
    "help-check-examples": (
        "cardgen check\ncardgen check terror48-d5 --json",
        "cardgen check\ncardgen check terror48-d5 --json",
    ),
    "help-count": (
        "コンポーネントの数と、印刷に要る用紙の枚数を表にします。\n"
        "宣言は game.yaml の count、実数はカードの一覧の枚数です。",
        "Tabulate the components and the sheets of paper they take.\n"
        "Declared is what count says in game.yaml, found what the card lists hold.",
    ),
    "help-count-examples": (
        "cardgen count --pack\ncardgen count terror48-d5 --paper A3 --json",
        "cardgen count --pack\ncardgen count terror48-d5 --paper A3 --json",
    ),
    "help-calibrate": (
        "プリンターの両面印刷のずれを測り、直します。\n"
        "値がなければ測るためのシートを作り、あれば（--offset、--rotation）保存します。",
        "Measure and undo how a printer misplaces the back of a sheet.\n"
        "Without values: write the test sheet. With --offset or --rotation: keep what was read.",
    ),
    "help-calibrate-examples": (
        "cardgen calibrate --printer home\n"
        "cardgen calibrate --printer home --offset 0.5 -1\n"
        "cardgen build mygame --backs duplex --printer home",
        "cardgen calibrate --printer home\n"
        "cardgen calibrate --printer home --offset 0.5 -1\n"
        "cardgen build mygame --backs duplex --printer home",
    ),
    "help-calibrate-printer": ("プリンターの名前（自由につける）", "a name of your own for the printer"),
    "help-offset": (
        "裏のずれ: 右へ何 mm、下へ何 mm（左と上はマイナス。省くと前の値）",
        "where the back lies: mm to the right and down (left and up are negative; else as before)",
    ),
    "help-rotation": (
        "裏の回転: 時計回りに何度（省くと前の値）",
        "turn of the back, degrees clockwise (else as before)",
    ),
    "calibrate-kept": (
        "{printer}（--flip {flip}）の調整値: 右へ {dx} mm、下へ {dy} mm、回転 {rotation} 度。",
        "{printer} (--flip {flip}): {dx} mm to the right, {dy} mm down, turned by {rotation} degrees.",
    ),
    "calibrate-next": (
        "倍率100 %・両面で刷り、紙に書いてある手順で読んだ値を cardgen calibrate --printer {printer} "
        "--offset 右 下 で保存してください。",
        "Print it at 100 %, on both sides, and keep what you read: "
        "cardgen calibrate --printer {printer} --offset RIGHT DOWN",
    ),
    "help-schema": (
        "game.yaml の JSON Schema を出力します。\nエディターの入力補完に使えます。",
        "Print the JSON Schema of game.yaml.\nEditors complete and check by it.",
    ),
    "help-schema-examples": (
        "cardgen schema --out game.schema.json",
        "cardgen schema --out game.schema.json",
    ),
    "help-schema-out": ("書き込むファイル", "file to write"),
    "help-specimen": (
        "組版の見本を PDF に書き出します。\n"
        "禁則、約物、ルビ、縦組み、題名、収まりなどの一つ一つを、期待する結果と並べて示します。",
        "Write a specimen of the typesetting as a PDF.\n"
        "Every rule (line breaks, punctuation, ruby, vertical lines, titles, fitting) is shown beside what "
        "is "
        "expected of it.",
    ),
    "help-specimen-examples": (
        "cardgen specimen\ncardgen specimen --out ~/Desktop/specimen.pdf",
        "cardgen specimen\ncardgen specimen --out ~/Desktop/specimen.pdf",
    ),
    "help-specimen-out": (
        "書き込むフォルダーか PDF ファイル（省くと output）",
        "folder or PDF file to write to (else output)",
    ),
    "help-new": (
        "すぐに印刷できる小さなゲームを data/NAME/ に作ります。\nここから書きかえてください。",
        "Start a game of your own in data/NAME/.\nIt is small, prints at once, and is meant to be changed.",
    ),
    "help-new-examples": ("cardgen new mygame", "cardgen new mygame"),
    "help-completion": (
        "シェルの補完の設定を出力します。\n読み込むと、コマンドやゲームの名前を Tab キーで補えます。",
        "Print the completion script for a shell.\nOnce it is read, Tab completes commands and games.",
    ),
    "help-completion-examples": (
        'eval "$(cardgen completion bash)"                       ~/.bashrc に書く\n'
        'eval "$(cardgen completion zsh)"                        ~/.zshrc に書く\n'
        "cardgen completion fish > ~/.config/fish/completions/cardgen.fish",
        'eval "$(cardgen completion bash)"                       in ~/.bashrc\n'
        'eval "$(cardgen completion zsh)"                        in ~/.zshrc\n'
        "cardgen completion fish > ~/.config/fish/completions/cardgen.fish",
    ),
    "help-help": ("この説明を表示して終わる", "show this help and exit"),
    "help-lang": ("メッセージの言語（省くとシステムに従う）", "language of the messages (else the system's)"),
    "help-json": ("結果を JSON で出力する", "print the result as JSON"),
    "help-trust": (
        "ゲームが持っている rules.py を実行してよい",
        "allow a game's own rules.py to be run",
    ),
    "help-seed": ("自動対戦の乱数の種（省くと 0）", "seed of the self-play (else 0)"),
    "help-paper": (
        "用紙: A3、A4、B5、Letter、名刺10面、120x180 など。自分の sheets/*.yaml の名前も（省くと A4）",
        "paper: A3, A4, B5, Letter, a-one-51002, 120x180, ... or a sheets/*.yaml of your own (else A4)",
    ),
    "help-quiet": ("うまくいったら何も表示しない", "say nothing when all is well"),
    "help-verbose": ("手順とテストの内容を表示する", "tell each step and what was tested"),
    "help-out": ("書き出し先のフォルダー（省くと output）", "folder to write to (else output)"),
    "help-backs": (
        "裏面: なし、別ファイル（省くとこれ）、表と交互、表の隣（折って貼る）",
        "backs: none, in files of their own (the default), after each front, or beside it to fold and glue",
    ),
    "help-guides": (
        "切る所: トンボ（省くとこれ）、紙の端までの線、両方、なし",
        "where to cut: trim marks (the default), lines to the paper's edge, both, none",
    ),
    "help-gap": ("カードの間の mm（省くと 0）", "mm between cards (else 0)"),
    "help-margin": (
        "紙の端の刷れない mm（省くと 5、または用紙の定義による）",
        "mm at the paper's edges that cannot be printed (else 5, or as the sheet says)",
    ),
    "help-pack": (
        "大きさの違うコンポーネントを同じ紙に刷り、紙を減らす",
        "let components of different sizes share sheets",
    ),
    "help-tile": (
        "紙より大きいものを、何枚かに分けて刷って貼り合わせる",
        "print what is larger than the paper over several sheets to be glued",
    ),
    "help-printer": (
        "このプリンターのずれを直す（cardgen calibrate を参照）",
        "undo what this printer does to backs (see cardgen calibrate)",
    ),
    "help-flip": (
        "両面印刷でとじる辺: 長辺（省くとこれ）、短辺",
        "edge the paper is flipped on (else long)",
    ),
    "help-only": (
        "このコンポーネントだけ（くり返し指定できる）",
        "only this component (repeatable)",
    ),
    "help-format": (
        "この形式だけ: sheets、appendix、images、svg など（くり返し指定できる）",
        "only this format: sheets, appendix, images, svg, ... (repeatable)",
    ),
    "help-dpi": ("カード画像の解像度（省くと 300）", "resolution of pictures of cards (else 300)"),
    "help-profile": (
        "印刷所プロファイルの名前か YAML ファイル（--format shop）",
        "print shop: the name of a profile or its YAML file (--format shop)",
    ),
    "help-icc": ("印刷条件の ICC プロファイル（--format shop）", "ICC profile of the press (--format shop)"),
    "help-stamp": ("余白に今日の日付を刷る", "print today's date in the margin"),
    "help-since": (
        "この時から変わったカードだけを changed/ に: manifest.json、それのあるフォルダー、git の版",
        "only the cards that changed since then, into changed/: a manifest.json, its folder, or a git ref",
    ),
    "help-fill-blanks": (
        "最後のシートの余りに、書き込める白紙のカードを刷る",
        "fill up the last sheet with blank cards to write on",
    ),
    "help-revision": (
        "カードの表の下端に刷る、版の名前",
        "words to print at the foot of each card, such as a revision",
    ),
    "help-ink": (
        "シートのインク: そのまま（省くとこれ）、節約、白黒",
        "ink of the sheets: full (the default), saver, grey",
    ),
    "help-version": ("バージョンを表示して終わる", "show the version and exit"),
}
