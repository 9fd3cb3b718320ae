"""The benchmark's hand fills a form as a browser sends it untouched, and fetches what the page has not got."""

from typing import Any

import pytest

from benchmarks.report import percentile, ratios
from benchmarks.script import choose, fill_in


def _field(name: str, shape: str, *options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": f"m.{name}", "id": name, "label": name, "shape": shape, "options": list(options), **more}


def _option(value: str, **more: Any) -> dict[str, Any]:
    return {"value": value, "label": value, **more}


def _head(move: str, **more: Any) -> dict[str, Any]:
    return {"move": move, "rank": "usual", "hidden": [["m.actor", "c1"]], **more}


def _facts(*cards: dict[str, Any], **more: Any) -> dict[str, Any]:
    held = {f"card-{place}": card for place, card in enumerate(cards)}
    return {"hand": {"cards": held, "order": [*held], "waiting": []}, **more}


FORM: dict[str, Any] = {
    "offer": "o-strike",
    "main": [
        _field("target", "rows", _option("c1", reason="too far"), _option("c2"), required=True),
        _field("stunt", "pills", _option("0"), _option("1", chosen=True), required=True),
        _field("will", "select", _option("valor"), _option("guile")),
        _field("limbs", "checks", _option("arm"), _option("leg", chosen=True)),
    ],
    "more": [
        _field("late", "flag"),
        _field("sure", "flag", value="true"),
        _field("others", "list", _option("c4"), _option("c5"), places=[0, 1, 2], low=1),
        _field("blow", "only", _option("daiklave")),
        _field("pool", "number", value="3"),
    ],
    "asks": [_field("words", "area"), _field("why", "line", required=True)],
}
CARD: dict[str, Any] = {
    "title": "Ysane acts",
    "offers": {
        "o-flee": _head("TakeMove", reason="pinned"),
        "o-strike": _head("DeclareAttack"),
        "o-guard": _head("TakeGuard"),
    },
    "order": ["o-flee", "o-strike", "o-guard"],
}
CLOSED: dict[str, Any] = {"title": "Oskel acts", "offers": {}, "order": [], "is_closed": True}


def test_a_form_is_sent_as_the_page_gives_it() -> None:
    assert fill_in(CARD["offers"]["o-strike"], FORM, {}) == {
        "move": ["BattleMove"],
        "kind": ["DeclareAttack"],
        "m.actor": ["c1"],
        "m.target": ["c2"],
        "m.stunt": ["1"],
        "m.limbs": ["leg"],
        "m.sure": ["false", "true"],
        "m.others": ["c4", "", ""],
        "m.blow": ["daiklave"],
        "m.pool": ["3"],
        "m.words": [""],
        "m.why": ["Something"],
    }


def test_a_prompt_is_met_by_its_first_answer_that_is_open() -> None:
    answers = [
        {"offer": "o-defend", "name": "m.defense", "value": "dodge", "reason": "prone"},
        {"offer": "o-defend", "name": "m.defense", "value": "parry"},
    ]
    decides = _field("defense", "rows", _option("dodge", chosen=True), required=True, decides=True)
    form = {"offer": "o-defend", "main": [decides, _field("pool", "number", value="1")], "more": [], "asks": []}
    prompt = {"offers": {"o-defend": _head("AnswerDefense")}, "order": ["o-defend"], "answers": answers, "is_due": True}
    assert choose(_facts(CARD, prompt, form=form), 0, {}) == {
        "move": ["BattleMove"],
        "kind": ["AnswerDefense"],
        "m.actor": ["c1"],
        "m.pool": ["1"],
        "m.defense": ["parry"],
    }


@pytest.mark.parametrize(("turn", "offer"), [(0, "o-strike"), (1, "o-guard"), (2, "o-strike"), (5, "o-guard")])
def test_attacks_and_guards_take_turns(turn: int, offer: str) -> None:
    assert choose(_facts(CARD), turn, {}) == f"offers/{offer}"


def test_what_the_page_has_not_got_is_fetched_first() -> None:
    facts, opened = _facts(CLOSED), {"card": CARD, "form": FORM}
    assert choose(facts, 1, {}) == "cards/card-0"
    assert choose(facts, 1, {"cards/card-0": opened}) == "offers/o-guard"
    form = {"offer": "o-guard", "main": [], "more": [], "asks": []}
    guard = {"move": ["BattleMove"], "kind": ["TakeGuard"], "m.actor": ["c1"]}
    assert choose(facts, 1, {"cards/card-0": opened, "offers/o-guard": form}) == guard
    strike = choose(facts, 0, {"cards/card-0": opened})
    assert isinstance(strike, dict)
    assert strike["kind"] == ["DeclareAttack"]


def test_a_card_that_offers_nothing_leads_to_the_next() -> None:
    empty: dict[str, Any] = {"card": {"offers": {}, "order": []}}
    assert choose(_facts(CLOSED, CARD), 0, {"cards/card-0": empty}) == "offers/o-strike"
    assert choose(_facts(CLOSED), 0, {"cards/card-0": empty}) is None


def test_percentiles_and_ratios_are_those_of_the_run() -> None:
    assert percentile([0.001 * n for n in range(1, 101)], 0.99) == 100.0
    assert percentile([], 0.5) == 0.0
    ours = {"name": "x", "ticks_s": 50, "p50": 8, "cpu_tick": 4}
    assert ratios(ours, {"ticks_s": 100, "p50": 2, "cpu_tick": 1}) == {
        "name": "x",
        "ticks_s": 0.5,
        "p50": 0.25,
        "cpu_tick": 0.25,
    }
