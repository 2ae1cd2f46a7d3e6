"""The sums of 24 −共鳴するテロル−: dice, strength, ranking, masterminds and points, on plain values.

Play and the worked examples call the same functions. Seats may be any hashable thing: play uses seat
numbers, an example the detectives' names. Headings in the docstrings are those of draft 13.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Annotated, Generic, Literal, NamedTuple, TypedDict, TypeVar

from pydantic import BeforeValidator, Field

from cardgen.engine.state import Params
from cardgen.games.ranking import best, places

Seat = TypeVar("Seat", bound=Hashable)
Face = int | Literal["hero"]
"""What an action card shows: hours, or ヒーロータイム."""

Event = tuple[str, int]
"""An event's suit and number."""

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]


def _bool(value: object) -> object:
    return {"yes": True, "no": False}.get(value, value) if isinstance(value, str) else value


def _yes_or_moves_up(value: object) -> object:
    return {True: "yes", False: "next_moves_up"}[value] if isinstance(value, bool) else value


YesNo = Annotated[bool, BeforeValidator(_bool)]
"""YAML 1.2 reads yes and no as words; whoever writes them means true and false."""


class Die(NamedTuple):
    """One challenge die: the strength that a success and a great success add, the injuries of a failure."""

    success: int
    great: int
    injuries: int


class Terror24Params(Params):
    """The numbers of draft 13, and the rulings where it is silent."""

    hands: Positive = 3
    columns: Positive = 5
    skills_from: Positive = 2
    die_sides: Annotated[int, Field(ge=2)] = 8
    green_success: Count = 1
    green_great: Count = 2
    green_injuries: Count = 1
    red_success: Count = 2
    red_great: Count = 3
    red_injuries: Count = 2
    hospital_at: Positive = 2
    stand_bonus: Count = 1
    clash_number: Count = 0
    scotch_clash: Count = 3
    wolf_bonus: Count = 1
    dokaben_injuries: Count = 1
    mastermind: int = 5
    set_size: Positive = 3
    set_points: int = 5
    martyr_base: int = 6

    injury_supply: Literal["unlimited"] | Count = "unlimited"
    assist_supply: Literal["unlimited"] | Count = "unlimited"
    hand2_reshuffle: YesNo = False
    unclaimed: Literal["discard", "removed"] = "discard"
    tie_consumes_ranks: Annotated[Literal["yes", "next_moves_up"], BeforeValidator(_yes_or_moves_up)] = "yes"
    tie_assist: Literal["ranks_1_2", "any"] = "ranks_1_2"
    absent_hero_bumps: YesNo = False
    both_dice: Literal["together", "sequential"] = "together"
    critical_on: Literal["modified", "natural"] = "modified"
    recovery: Literal["one", "all"] = "one"
    hand3_mastermind: YesNo = True
    hand3_style: Literal["coop", "none"] = "coop"
    style_unit: Literal["card", "hand"] = "card"
    won_events: Literal["open", "hidden"] = "open"
    lloyd_looks: Literal["all"] | Positive = "all"
    assist_wild: Literal["one", "all"] = "one"
    min_real_in_set: Count = 1


class Strengths(TypedDict, Generic[Seat]):
    """The only seat with a ヒーロータイム, if there is just one; power and first card of each seat."""

    hero: Seat | None
    power: dict[Seat, int]
    first: dict[Seat, int]


class Ranking(TypedDict, Generic[Seat]):
    """Who takes the first and the second event (None: nobody), and who is consoled with an assist card."""

    events: list[Seat | None]
    assists: list[Seat]


class Roll(TypedDict):
    """What one challenge brings: strength gained, injuries taken."""

    power: int
    injuries: int


def strengths(
    params: Terror24Params,
    placed: Mapping[Seat, Sequence[Face]],
    skill: Seat | None = None,
    absent_heroes: int = 0,
) -> Strengths[Seat]:
    """捜査力 of each seat from its two cards, first card first («３：解決フェイズ», ヒーロータイム).

    Two or more heroes clash: each counts `params.clash_number`, that of the seat with スコッチ's `skill`
    `params.scotch_clash`. `absent_heroes` are those of seats in hospital, where they are ruled to clash too.
    """
    heroes = [seat for seat, faces in placed.items() if "hero" in faces]
    alone = len(heroes) == 1 and not absent_heroes

    def number(seat: Seat, face: Face) -> int:
        if face != "hero":
            return face
        return params.scotch_clash if seat == skill and not alone else params.clash_number

    numbers = {seat: [number(seat, face) for face in faces] for seat, faces in placed.items()}
    return {
        "hero": heroes[0] if alone else None,
        "power": {seat: sum(pair) for seat, pair in numbers.items()},
        "first": {seat: pair[0] for seat, pair in numbers.items()},
    }


def challenge_order(power: Mapping[Seat, int], registration: Mapping[Seat, int]) -> list[Seat]:
    """Weakest first; of equals the smaller 登録ナンバー («３：解決フェイズ»)."""
    return sorted(power, key=lambda seat: (power[seat], registration[seat]))


def die_bonus(
    params: Terror24Params, stand: Sequence[str], case_suits: Sequence[str], skill: bool = False
) -> int:
    """What is added to each die: one per 【スタンド】 card of a suit of this case, and ウルフ's skill."""
    matching = sum(suit in case_suits for suit in stand)
    return matching * params.stand_bonus + (params.wolf_bonus if skill else 0)


def _judge(params: Terror24Params, die: Die, natural: int, case: int, bonus: int) -> Roll:
    value = min(params.die_sides, natural + bonus)
    if value <= case:
        return {"power": 0, "injuries": die.injuries}
    top = value if params.critical_on == "modified" else natural
    return {"power": die.great if top == params.die_sides else die.success, "injuries": 0}


def challenge(
    params: Terror24Params,
    case: int,
    bonus: int = 0,
    green: int | None = None,
    red: int | None = None,
    skill: bool = False,
) -> Roll:
    """A チャレンジ at case number `case` with the faces rolled; a die not rolled is None.

    A die succeeds above the case number; the top face is a great success. `skill` is ドカベン's:
    failing with red injures like green.
    """
    green_die = Die(params.green_success, params.green_great, params.green_injuries)
    injuries = params.dokaben_injuries if skill else params.red_injuries
    red_die = Die(params.red_success, params.red_great, injuries)
    rolled = [(die, face) for die, face in ((green_die, green), (red_die, red)) if face is not None]
    results = [_judge(params, die, face, case, bonus) for die, face in rolled]
    return {
        "power": sum(result["power"] for result in results),
        "injuries": sum(result["injuries"] for result in results),
    }


def odds(params: Terror24Params, bonus: int = 0) -> dict[int, list[int]]:
    """By case number: how many faces of a die succeed, and how many of these are a great success."""
    faces = range(1, params.die_sides + 1)
    found = {}
    for case in range(1, params.columns + 1):
        gains = [challenge(params, case, bonus, green=face)["power"] for face in faces]
        found[case] = [sum(gain > 0 for gain in gains), gains.count(params.green_great)]
    return found


def injuries_after(params: Terror24Params, before: int, taken: int) -> int:
    """Injury cards held after taking more; at `hospital_at` it is hospital and there is no more to take."""
    return min(params.hospital_at, before + taken)


def recovered(params: Terror24Params, injuries: int) -> int:
    """Injury cards held after ◎回復."""
    return max(0, injuries - 1) if params.recovery == "one" else 0


def ranking(
    params: Terror24Params,
    power: Mapping[Seat, int],
    first: Mapping[Seat, int],
    hero: Seat | None = None,
) -> Ranking[Seat]:
    """１位 and ２位: the lone hero, then power, then the first card; seats equal in all get no event.

    Equals use up as many ranks as they are (1, 1, 3), or none where the next is ruled to move up.
    """

    keys = {seat: (seat == hero, power[seat], first[seat]) for seat in power}
    alone = {seat: key for seat, key in keys.items() if list(keys.values()).count(key) == 1}
    rank = places(keys, keys if params.tie_consumes_ranks == "yes" else alone)
    owners = {rank[seat]: seat for seat in alone}
    level = [seat for seat in sorted(keys, key=lambda seat: keys[seat], reverse=True) if seat not in alone]
    return {
        "events": [owners.get(1), owners.get(2)],
        "assists": [seat for seat in level if rank[seat] <= 2 or params.tie_assist == "any"],
    }


def arrested(params: Terror24Params, hand: int, suit: str, stand: Sequence[str]) -> bool:
    """Whether a 黒幕 won in this hand is kept (◎黒幕処理): from hand 2 on, with its suit in 【スタンド】."""
    if hand == params.hands and not params.hand3_mastermind:
        return True
    return hand >= 2 and suit in stand


def sets(params: Terror24Params, coop: Sequence[str], assists: int = 0, suits: int = 6) -> int:
    """〇功労者: the suits of which 【コープ】 holds a set, the wild assist cards dealt out for the most.

    `coop` lists the suits of the events there, `suits` is how many the game has. Every set is worth the
    same, so helping the suits that lack least is best.
    """
    counts = [coop.count(suit) for suit in dict.fromkeys(coop)]
    counts += [0] * (suits - len(counts))
    missing = [max(0, params.set_size - n) for n in counts if n >= params.min_real_in_set]
    if params.assist_wild == "all":
        return sum(lack <= assists for lack in missing)
    complete = 0
    for lack in sorted(missing):
        assists -= lack
        complete += assists >= 0
    return complete


def martyrdom(params: Terror24Params, case: int) -> int:
    """〇有終の美: the points for falling at this case number in the last hand."""
    return params.martyr_base - case


def points(
    params: Terror24Params,
    assist_number: int,
    stand: Sequence[Event] = (),
    coop: Sequence[Event] = (),
    assists: int = 0,
    martyr: int = 0,
    suits: int = 6,
) -> int:
    """ＶＰ: the numbers of all cards won, wherever they lie, the 功労者 sets, and 有終の美."""
    numbers = sum(number for _, number in (*stand, *coop)) + assists * assist_number
    return numbers + martyr + params.set_points * sets(params, [suit for suit, _ in coop], assists, suits)


def winners(points: Mapping[Seat, int]) -> list[Seat]:
    """Most ＶＰ wins; equals share the win."""
    return best(points)
