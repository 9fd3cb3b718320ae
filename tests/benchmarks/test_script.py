"""The benchmark's hand fills a form as a browser sends it untouched."""

from benchmarks.report import percentile, ratios
from benchmarks.script import choose, fill_in

STRIKE = """<form class="offer__form" id="o-1-form"><input type="hidden" name="csrfmiddlewaretoken" value="">
<input type="hidden" name="move" value="BattleMove"><input type="hidden" name="kind" value="DeclareAttack">
<input type="radio" name="m.target" value="c1" disabled><input type="radio" name="m.target" value="c2">
<input type="radio" name="m.stunt" value="0"><input type="radio" name="m.stunt" value="1" checked>
<select name="m.will"><option value="">None</option><option value="valor" selected>Valor &amp; more</option></select>
<input type="checkbox" name="m.late" value="true"><input type="checkbox" name="m.sure" value="true" checked>
<input name="m.text" value="a &lt; b"><textarea name="m.stunt_text"></textarea></form>"""
GUARD = STRIKE.replace("DeclareAttack", "TakeGuard")
ANSWER = STRIKE.replace("DeclareAttack", "AnswerDefense").replace('name="m.text"', 'name="m.prompt"')


def test_a_form_is_sent_as_the_page_gives_it() -> None:
    assert fill_in(STRIKE) == {
        "m.target": ["c2"],
        "move": ["BattleMove"],
        "kind": ["DeclareAttack"],
        "m.stunt": ["1"],
        "m.will": ["valor"],
        "m.sure": ["true"],
        "m.text": ["a < b"],
        "m.stunt_text": [""],
    }


def test_a_prompt_is_answered_before_anything_else() -> None:
    chosen = choose(ANSWER + STRIKE + GUARD, 0)
    assert isinstance(chosen, dict)
    assert chosen["kind"] == ["AnswerDefense"]


def test_attacks_and_guards_take_turns() -> None:
    chosen = [choose(STRIKE + GUARD, turn) for turn in range(3)]
    kinds = [form["kind"] for form in chosen if isinstance(form, dict)]
    assert kinds == [["DeclareAttack"], ["TakeGuard"], ["DeclareAttack"]]


def test_what_lies_behind_a_fold_is_opened_first() -> None:
    guard = '<details id="o-c1-TakeGuard-Guard"><a href="folds/o-c1-TakeGuard-Guard/">Show it</a></details>'
    card = '<details id="card-c2"><a href="folds/card-c2/">Show it</a></details>'
    assert choose(card + STRIKE + guard, 1) == "o-c1-TakeGuard-Guard"
    assert isinstance(choose(card + STRIKE + guard, 0), dict)
    assert choose(card, 0) == "card-c2"


def test_without_a_form_there_is_nothing_to_click() -> None:
    assert choose("<p>over</p>", 3) is None


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
