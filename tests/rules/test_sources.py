"""Who may say a number: laws over the declarations of every form, and over running fights (2E-670 to 2E-677)."""

from collections.abc import Iterator
from dataclasses import MISSING, dataclass, replace
from typing import Any, NamedTuple, get_origin

import pytest

from rules import get_system
from rules.battle import STORYTELLER, Field, Offer, Seat
from rules.battle.declare import UNSAID, DeclaredField, FieldSpec, ask, known, list_declared, powered, rated, ruled
from rules.battle.seats import Numbers
from rules.battle.sources import NeedsRuling, check_sources, list_said, may_say
from rules.battle.standing_orders import list_turn_offers
from rules.codec import encode
from rules.dice import SeededRoller
from rules.errors import BadInput, RulesError
from rules.laws import ADA, BEN, Trial

GAMES = ("exalted2e", "exalted3e", "wod2004", "v20da")
USUAL, TRUSTING = Numbers("usual"), Numbers("trusting")
SMALL = {
    "bonus": "dice",
    "modifier": "dice",
    "circumstances": "dice",
    "tools": "dice",
    "difficulty": "difficulty",
    "act_difficulty": "difficulty",
    "act2_difficulty": "difficulty",
    "difficulties": "difficulty",
    "stunt": "stunt",
    "stunts": "stunt",
}
"""All that may count at once where a series lets small numbers count: never successes, target numbers, Speed, DV
penalties, cover, surprise, or what magic gives (2E-674)."""
ALWAYS = {
    "exalted2e": {
        "speed",
        "penalty",
        "dv_penalty",
        "surprise",
        "unblockable",
        "undodgeable",
        "magic_successes",
        "magic_dice",
        "magic_damage",
        "magic_post_damage",
        "magic_reroll",
        "magic_late",
        "charm_successes",
        "target",
        "soak",
        "hardness",
        "enables",
        "counter",
        "third",
        "levels",
        "magical",
    },
    "exalted3e": {
        "successes",
        "surprise",
        "unblockable",
        "undodgeable",
        "magic",
        "area",
        "staged",
        "forced",
        "supporting",
        "changes",
        "amount",
        "counter",
        "level",
    },
    "wod2004": {"again", "rote", "ignore_wounds", "helpers", "pressure"},
    "v20da": {"difficulty", "modifier"},
}
"""By game: what a player never says alone on some form (tables A6, M4, W3 and X3 of the rules)."""


class Ruled(NamedTuple):
    """A field that a player may not fill alone, in a form of a game."""

    game: str
    form: type[Any]
    declared: DeclaredField
    asked: FieldSpec

    @property
    def usual(self) -> Any:
        return self.declared.default if self.asked.usual is None else self.asked.usual

    def __str__(self) -> str:
        return f"{self.game}.{self.form.__name__}.{self.declared.name}"

    def list_values(self) -> Iterator[tuple[Any, bool]]:
        """Yield values other than the usual one, and whether each only hurts who says it."""
        asked, usual = self.asked, self.usual
        if get_origin(self.declared.hint) is tuple:
            yield from (((2,), False), ((5, 6), False))
        elif self.declared.hint is bool or isinstance(self.declared.default, bool):
            yield (not (self.declared.default if usual is UNSAID else usual)), False
        elif asked.choices:
            values = [choice.value for choice in asked.choices]
            for place, value in enumerate(values):
                if value != usual:
                    yield value, usual is not UNSAID and self._is_worse(value, place, values)
        elif self.declared.hint is str:
            yield "Anything", False
        else:
            base: int = 6 if usual is None else usual
            for number in {asked.low, base - 1, base + 1, base + 2, asked.high} - {base}:
                if asked.low <= number <= asked.high:
                    more, less = asked.worse == "more", asked.worse == "less"
                    yield number, (more and number > base) or (less and number < base)

    def _is_worse(self, value: str, place: int, values: list[str]) -> bool:
        if isinstance(self.asked.worse, tuple):
            return value in self.asked.worse
        at = values.index(self.usual)
        return {"more": place > at, "less": place < at}.get(self.asked.worse, False)

    def make(self, value: Any) -> Any:
        """The form with this value; all that has no default is filled with anything."""
        dummies = {
            one.name: () if get_origin(one.hint) is tuple else "x"
            for one in list_declared(self.form)
            if one.default is MISSING
        }
        return self.form(**{**dummies, self.declared.name: value})

    def facts(self) -> dict[str, Any]:
        """What a battle knows of a form whose own usual value is left to it."""
        return {self.declared.name: 6} if self.usual is None else {}


def list_ruled(game: str) -> list[Ruled]:
    system = get_system(game)
    forms = [cls for cls in system.battle.moves.classes.values() if not cls.terms.storyteller]
    return [
        Ruled(game, form, one, one.asked)
        for form in (system.rolls.request, *forms)
        for one in list_declared(form)
        if one.asked is not None and one.asked.waits
    ]


ALL = [one for game in GAMES for one in list_ruled(game)]
every = pytest.mark.parametrize("one", ALL, ids=str)


@pytest.mark.parametrize("game", GAMES)
def test_the_tables_of_who_says_what_are_declared(game: str) -> None:
    assert ALWAYS[game] <= {one.declared.name for one in ALL if one.game == game}


@every
def test_what_helps_a_player_waits_and_what_hurts_counts(one: Ruled) -> None:
    values = list(one.list_values())
    assert values, f"{one} has no value to try"
    for value, is_worse in values:
        said = judge(one, value, ADA)
        assert said.result == ("now" if is_worse else "waits"), f"{value!r}: {said}"
        assert not said.counted
        assert (one.declared.name in list_refused(one, value)) is not is_worse


@every
def test_a_usual_series_lets_small_dice_and_steps_count_and_nothing_else(one: Ruled) -> None:
    assert one.asked.small == SMALL.get(one.declared.name, "") or one.asked.small == ""
    assert not (one.asked.small and one.asked.source == "power")
    for value, is_worse in one.list_values():
        said = judge(one, value, replace(ADA, numbers=USUAL))
        is_small = bool(one.asked.small) and one.usual is not UNSAID and is_near(one, value)
        assert said.result == ("now" if is_worse or is_small else "waits"), f"{value!r}: {said}"
        assert said.counted == (is_small and not is_worse)


@every
def test_a_trusting_series_lets_all_count_and_names_it(one: Ruled) -> None:
    for value, is_worse in one.list_values():
        said = judge(one, value, replace(ADA, numbers=TRUSTING))
        assert (said.result, said.counted) == ("now", not is_worse)
        check_sources(one.make(value), replace(ADA, numbers=TRUSTING), one.facts())


@every
def test_the_storyteller_says_what_she_likes_and_what_she_grants_counts(one: Ruled) -> None:
    seats = STORYTELLER, replace(ADA, granted=frozenset({one.declared.name}))
    for value, _ in one.list_values():
        for seat in seats:
            said = judge(one, value, seat)
            assert (said.result, said.counted) == ("now", False)
        check_sources(one.make(value), STORYTELLER, one.facts())


def list_refused(one: Ruled, value: Any) -> set[str]:
    """What a form with this value waits for: a form that always does, like that of cover, names that too."""
    waiting = {each.name for each in list_said(one.make(value), ADA, one.facts()) if each.result == "waits"}
    if not waiting:
        check_sources(one.make(value), ADA, one.facts())
        return waiting
    with pytest.raises(NeedsRuling) as refused:
        check_sources(one.make(value), ADA, one.facts())
    assert refused.value.code == "storyteller_only"
    return waiting


def judge(one: Ruled, value: Any, seat: Seat) -> Any:
    facts: dict[str, Any] = {"known": 6} if one.facts() else {}
    return may_say(one.form, one.declared.name, value, seat, seat.numbers, **facts)


def is_near(one: Ruled, value: Any) -> bool:
    most = {"stunt": 3, "dice": 3, "difficulty": 1}[one.asked.small]
    base = 6 if one.usual is None else one.usual
    values, bases = (value, [0] * len(value)) if isinstance(value, tuple) else ([value], [base])
    return all(abs(each - other) <= most for each, other in zip(values, bases, strict=True))


@dataclass(frozen=True)
class Toy:
    """A form with a field of each kind."""

    own: int = ask("Own", 0, 9, default=0)
    dice: int = ruled("Dice", -9, 9, worse="less", small="dice")
    magic: int = powered("Magic", 0, 9)
    far: int = known("Far", 0, 9, worse="more")
    stunt: int = rated("Stunt", 0, 3)


def test_a_choice_is_the_players_and_a_stunt_is_rated_by_the_game() -> None:
    assert list_said(Toy(own=9), ADA) == ()
    (stunt,) = list_said(Toy(stunt=2), ADA)
    assert (stunt.result, stunt.is_rated, stunt.source) == ("waits", True, "ruling")
    check_sources(Toy(stunt=2), ADA)  # the game itself asks for the rating


def test_one_refusal_names_all_that_waits() -> None:
    with pytest.raises(NeedsRuling) as refused:
        check_sources(Toy(dice=2, magic=1, far=1, stunt=2), ADA)
    assert refused.value.sentence == "Only the Storyteller can set these: Dice, Magic."
    assert [(one.name, one.is_rated) for one in refused.value.said] == [("dice", 0), ("magic", 0), ("stunt", 1)]


def test_what_the_fight_knows_needs_no_ruling_and_what_a_power_gives_is_paid() -> None:
    assert may_say(Toy, "far", 4, ADA, known=4).result == "now"
    assert may_say(Toy, "far", 3, ADA, known=4).result == "waits"
    assert may_say(Toy, "far", 5, ADA, known=4).result == "now"
    assert may_say(Toy, "far", 0, ADA, known=UNSAID).result == "waits"
    assert may_say(Toy, "magic", 3, ADA).result == "waits"
    assert may_say(Toy, "magic", 3, ADA, from_power=True).result == "now"


def test_nobody_asks_of_a_field_that_is_none() -> None:
    with pytest.raises(BadInput, match="no field"):
        may_say(Toy, "luck", 1, ADA)


def test_a_player_who_gives_no_rating_leaves_it_to_the_storyteller_in_every_series() -> None:
    assert [replace(ADA, numbers=how).rates(0) for how in (USUAL, TRUSTING)] == [False, False]
    assert [replace(ADA, numbers=USUAL).rates(rating) for rating in (1, 3, 4)] == [True, True, False]
    assert replace(ADA, granted=frozenset({"stunts"})).rates(2)
    assert not ADA.rates(1)


class Asking(Trial):
    """A random fight in which players ask for rulings: one helpful number in a form, all else as usual."""

    def __init__(self, *args: Any) -> None:
        self.asked: set[tuple[str, str]] = set()
        super().__init__(*args)

    def take_offer(self) -> None:
        for seat in (ADA, BEN):
            offers = [offer for offer in self.rules.legal_moves(self.state, seat) if not offer.reason]
            offers = [offer for offer in offers if any(one.waits and "." not in one.name for one in offer.fields)]
            if offers:
                self._ask(seat, self.random.choice(offers))
        super().take_offer()

    def _ask(self, seat: Seat, offer: Offer) -> None:
        waits = [field for field in offer.fields if field.waits]
        field = self.random.choice([one for one in waits if "." not in one.name])
        values = {name: value for name, value in self._fill(offer).items() if not name.startswith("stunt")}
        for other in waits:
            values.pop(other.name.partition(".")[0], None)
            if "." not in other.name and other.initial not in (None, ()):
                values[other.name] = encode(other.initial)
        value = self._choose_helpful(offer, field)
        if value is not None:
            self._check_asked(seat, {**values, field.name: value}, field.name)

    def _check_seat(self, *args: Any) -> None:
        """What each seat may see is another law."""

    def _choose_helpful(self, offer: Offer, field: Field) -> Any:
        """A value that the form takes and that is better than the one it begins with; None if there is none."""
        form = self.rules.moves.classes[offer.move]
        asked = next(each.asked for each in list_declared(form) if each.name == field.name)
        assert asked is not None
        if field.kind == "flag":
            return not field.initial
        if field.kind == "text":
            return "Anything"
        low, high, now = field.low, field.high, field.initial
        found: list[Any]
        if field.kind == "choice":
            found = [choice.value for choice in field.choices if choice.value not in (now, *asked.worse)]
        else:
            found = list(range(low, now) if asked.worse == "more" else range((now or 0) + 1, high + 1))
        return self.random.choice(found) if found else None

    def _check_asked(self, seat: Seat, move: dict[str, Any], name: str) -> None:
        before, faces = self.stored, self.random.randrange(1000)
        outcome = self._decide(seat, move, faces)
        if isinstance(outcome, NeedsRuling):
            granted = replace(seat, granted=frozenset(one.name for one in outcome.said))
            assert self._decide(granted, move, faces) == self._decide(STORYTELLER, move, faces), (seat, move)
            self.asked.add((move["kind"], name))
        else:
            assert not isinstance(outcome, list) or self._is_known(move, name), f"{name} counted unasked in {move}"
        assert before == self.stored

    def _is_known(self, move: dict[str, Any], name: str) -> bool:
        made = self.rules.moves.decode(move)
        return bool(self.rules.known(self.state, made).get(name) == getattr(made, name))

    def _decide(self, seat: Seat, move: dict[str, Any], seed: int) -> Any:
        try:
            return list(self.rules.decide(self.state, seat, self.rules.moves.decode(move), SeededRoller(seed)))
        except NeedsRuling as refusal:
            return refusal
        except RulesError as refusal:
            return refusal.sentence


@pytest.mark.parametrize("game", GAMES)
def test_in_a_fight_a_number_that_helps_waits_and_counts_once_it_is_granted(game: str) -> None:
    asked, enough = set[tuple[str, str]](), {"exalted2e": 12, "exalted3e": 8, "wod2004": 3, "v20da": 1}[game]
    for seed in range(1, 13):
        trial = Asking(get_system(game), seed)
        trial.play(40, hostile=0)
        asked |= trial.asked
        if len(asked) >= enough and seed > 1:
            break
    assert len(asked) >= enough, sorted(asked)


@pytest.mark.parametrize("game", GAMES)
def test_forms_say_of_their_fields_what_the_moves_declare_and_ask_for_rulings_last(game: str) -> None:
    trial, seen, steps = Asking(get_system(game), 3), set[str](), 0
    while len(seen) < {"exalted2e": 12, "exalted3e": 6}.get(game, 2):
        steps += 1
        assert steps < 200, f"only {sorted(seen)} are asked for"
        trial.take_offer()
        for offer in (offer for seat in (ADA, BEN) for offer in trial.rules.legal_moves(trial.state, seat)):
            _check_form(trial.rules.moves.classes[offer.move], offer)
            seen |= {field.name for field in offer.fields if field.waits}
    _check_orders(trial)


def _check_orders(trial: Trial) -> None:
    """No order that a player may give asks for a ruling."""
    for id, seat in (("a1", ADA), ("b1", BEN)):
        _turn, offers = list_turn_offers(trial.rules, trial.state, seat, trial.state.get(id))
        for offer in offers:
            assert not any(field.waits for field in offer.fields), offer.label
            assert offer.move not in ("TakeCover", "Stabilize"), offer.label


def _check_form(form: type[Any], offer: Offer) -> None:
    declared = {one.name: one.asked for one in list_declared(form) if one.asked is not None}
    for field in offer.fields:
        asked = declared.get(field.name.partition(".")[0])
        if asked is not None:
            assert (field.source, field.waits) == (asked.source, asked.waits), f"{offer.label}: {field.name}"
    own = [field.waits for field in offer.fields if not field.beside]
    assert own == sorted(own), f"{offer.label} asks for a ruling before the last choice"
