"""Tasks outside of combat: the rolls that are asked for, how far each has come, and rulings on it."""

from collections.abc import Sequence
from itertools import chain

from django.utils.translation import gettext as _

from play.plain.parts import (
    Button,
    Part,
    PlainForm,
    Row,
    join,
    make_button,
    make_line,
    make_number,
    make_select,
    say,
)
from play.plain.table import PlainTable
from play.stage.shape import Ask, Input, Pad, Side, Stunt, Task
from rules.text import isolate_name

MAX_REASON, MAX_RATING, MAX_TOTAL, MAX_PARTS = 200, 30, 500, 1000


def list_asked(table: PlainTable) -> list[Part]:
    """Return the rolls, answers and stunts that wait for this person."""
    tasks = table.facts.get("tasks")
    if tasks is None:
        return []
    pads = [make_pad(pad, tasks["items"]) for pad in tasks["pads"] if not _is_others(table, pad)]
    asks = [_make_ask(ask, tasks["items"]) for ask in tasks["asks"]]
    return [*pads, *asks, *(_make_stunt(stunt) for stunt in tasks["stunts"] if stunt.get("is_asked"))]


def _is_others(table: PlainTable, pad: Pad) -> bool:
    """Return whether a roll is a player's, which the Storyteller can make for them."""
    return table.is_storyteller and "owner" in pad


def make_pad(pad: Pad, tasks: dict[str, Task]) -> Part:
    """Return what a character may do for a task."""
    hidden = [("task", pad["task"]), ("character", pad["character"])]
    helps, forms = pad.get("helps", False), []
    if helps or pad.get("rolls"):
        forms.append(
            PlainForm(
                "HelpTask" if helps else "RollForTask",
                [Button(say("help" if helps else "roll"), is_main=True)],
                hidden,
                pad.get("main", []),
                pad.get("more", []),
                pad.get("asks", []),
            )
        )
    if pad.get("automatic"):
        forms.append(make_button("RollForTask", say("automatic_success"), [*hidden, ("automatic", "true")]))
    if pad.get("may_yield"):
        forms.append(make_button("GiveIn", say("give_in"), hidden))
    if pad.get("may_look"):
        forms.append(make_button("LookFirst", say("look_first"), hidden))
    if helps:
        forms.append(make_button("HelpTask", say("decline"), [*hidden, ("declines", "true")]))
    if "group" in pad:
        forms.append(make_button("RollForAll", say("roll_all"), [("group", pad["group"])]))
    if pad.get("rates"):
        rating = make_number("rating", say("rating"), 0, MAX_RATING)
        forms.append(PlainForm("HelpTask", [Button(say("apply"))], hidden, [rating]))
    task = tasks[pad["task"]]
    title = ": ".join(filter(None, [isolate_name(pad["name"]), pad.get("traits") or task["title"]]))
    detail = task["title"] if "traits" in pad else task["kind_says"]
    return Part(pad["id"], title, [*filter(None, [detail, pad.get("note")])], forms=forms, is_due=True)


def _make_ask(ask: Ask, tasks: dict[str, Task]) -> Part:
    task, hidden = tasks[ask["task"]], [("task", ask["task"]), ("character", ask["character"])]
    form = PlainForm(ask["move"], [Button(say("answer"), is_main=True)], hidden, ask["main"], ask["more"])
    notes = [*filter(None, [task["kind_says"], ask.get("stand")])]
    return Part(ask["id"], f"{isolate_name(ask['name'])}: {task['title']}", notes, forms=[form], is_due=True)


def _make_stunt(stunt: Stunt) -> Part:
    return Part(f"stunt-{stunt['id']}", stunt["says"], forms=_list_stunt_forms(stunt), is_due=True)


def _list_stunt_forms(stunt: Stunt) -> list[PlainForm]:
    """Return what this person can decide about a stunt: its rating, its reward, or that it is taken back."""
    if "move" not in stunt:
        return []
    is_reward = stunt["move"] == "TakeReward"
    hidden = [("stunt", stunt["id"])] if is_reward else [("claim", stunt["id"]), ("character", stunt["character"])]
    name = "choice" if is_reward else "rating"
    buttons = [Button(choice["label"], name, choice["value"]) for choice in stunt.get("choices", [])]
    return [PlainForm(stunt["move"], buttons, hidden)]


def list_tasks(table: PlainTable) -> Part:
    """Return how far the tasks have come, the newest first, and the stunts that wait for nobody here."""
    tasks = table.facts.get("tasks")
    if tasks is None:
        return Part("tasks", "")
    rows = [_make_task(table, id, tasks["items"][id]) for id in reversed(tasks["order"])]
    theirs = [pad for pad in tasks["pads"] if _is_others(table, pad)]
    rows += [Row(pad["name"], links=[table.link(say("act_for"), "pad", pad["id"])]) for pad in theirs]
    idle = [stunt for stunt in tasks["stunts"] if not stunt.get("is_asked")]
    rows += [Row(stunt["says"], forms=_list_stunt_forms(stunt)) for stunt in idle]
    return Part("tasks", _("Tasks"), rows=rows)


def _make_task(table: PlainTable, id: str, task: Task) -> Row:
    hidden = say("hidden_difficulty") if task.get("is_hidden") else ""
    pressure = say("under_pressure") if task.get("has_pressure") else ""
    notes = [task.get("verdict") or join(task["kind_says"], task.get("time"), hidden, pressure)]
    sides = [Row(side["name"], [_say_reached(side)]) for side in task["sides"]]
    helpers = [Row(helper["name"], [*filter(None, [helper.get("says")])]) for helper in task["helpers"]]
    listeners = [
        Row(listener["name"], [listener.get("said") or (say("ruling_waits") if listener.get("unruled") else "")])
        for listener in task["listeners"]
    ]
    may_rule = table.facts["tasks"].get("may_rule", False)
    links = [table.link(say("rulings"), "task", id)] if may_rule else []
    return Row(task["title"] or task["kind_says"], notes, links, rows=[*sides, *helpers, *listeners])


def _say_reached(side: Side) -> str:
    """Return what a side has: of a target so much, else the successes of its roll."""
    now = side.get("successes", side.get("total") if side["target"] > 1 else None)
    reached = "" if now is None else f"{now} / {side['target']}" if side["target"] > 1 else str(now)
    return join(side.get("note") or ("" if "successes" in side else say("not_rolled")), reached)


def make_rulings(table: PlainTable, id: str) -> Part | None:
    """Return what the Storyteller can do with a task; None where the seat cannot."""
    tasks = table.facts.get("tasks")
    if tasks is None or not tasks.get("may_rule") or id not in tasks["items"]:
        return None
    task, hidden = tasks["items"][id], [("task", id)]
    forms = [*chain.from_iterable(_list_side_forms(id, side, task) for side in task["sides"])]
    if task.get("is_confided"):
        forms.append(make_button("RevealTask", say("reveal_difficulty"), hidden))
    if task["status"] == "open":
        forms.append(make_button("EndTask", say("cancel_task"), hidden))
    else:
        forms.append(make_button("TryAgain", say("try_again"), hidden))
        forms.append(make_button("TryAgain", say("start_fresh"), [*hidden, ("waive", "true")]))
    return Part("rulings", task["title"] or task["kind_says"], forms=forms)


def _list_side_forms(id: str, side: Side, task: Task) -> list[PlainForm]:
    """Return the forms that change the work of a side: its total, and an interruption."""
    hidden, forms = [("task", id), ("character", side.get("character", ""))], []
    if "total_for" in side:
        total = make_number("total", side["total_for"], 0, MAX_TOTAL, side.get("total", 0))
        reason = make_line("reason", say("reason"), MAX_REASON)
        forms.append(PlainForm("RuleTask", [Button(say("set"))], hidden, [total, reason]))
    if "interrupts" in side:
        forms.append(PlainForm("InterruptTask", [Button(side["interrupts"])], hidden, _list_losses(task)))
    return forms


def _list_losses(task: Task) -> Sequence[Input]:
    """Return what is asked of an interruption in a game that has rules for it."""
    if not task.get("ways"):
        return []
    parts = max(2, task.get("interval", 0))
    asked = [
        make_select("way", say("result"), [(loss["value"], loss["label"]) for loss in task["ways"]]),
        make_number("done", say("parts_done"), 0, MAX_PARTS - 1, parts // 2),
        make_number("of", say("parts_all"), 1, MAX_PARTS, parts),
    ]
    if len(task["sides"]) == 1:
        asked.append(make_number("penalty", say("dice_lost"), 0, MAX_RATING, required=False))
        effect = make_number("effect", say("effect_parts"), 0, MAX_PARTS, required=False)
        asked.append({**effect, "help": say("parts_hint")})
    return asked
