"""The demo's downtimes."""

from campaigns.core.records.save import save_record
from campaigns.models import Character, Downtime, Membership, Project, Series
from campaigns.services import downtime
from config.demo.characters import OSKEL, YSANE
from config.demo.chronicle import HIGH_WATER, UPRIVER
from config.demo.people import STORYTELLER, People

PLANS: dict[str, tuple[tuple[str, downtime.Plan], ...]] = {
    UPRIVER: (
        (OSKEL, downtime.Plan("rest", 1, 8, text="The knees first, then the ribs.")),
        (YSANE, downtime.Plan("free", 1, 10, text="She poles the barge.", secret="She counts the toll posts.")),
    ),
    HIGH_WATER: (
        (YSANE, downtime.Plan("train", 1, 5)),
        (YSANE, downtime.Plan("free", 6, 2, text="A visit home.", secret="She asks who sold her brother.")),
    ),
}
"""What is put in for which downtime. The first is over."""
HOSPITAL = {
    "title": "Beds for the salt porters",
    "request": {"attribute": "intelligence", "ability": "medicine"},
    "difficulty": 2,
    "goal": 8,
    "interval": 2,
}


def make_downtimes(series: Series, characters: dict[str, Character], people: People) -> None:
    """Create a published downtime, in which a mortal's wounds have healed, and an open one."""
    petra = Membership.objects.select_related("user", "series").get(series=series, user=people[STORYTELLER])
    hospital = save_record(downtime.PROJECTS, petra, Project(character=characters[OSKEL]), HOSPITAL)
    for title, plans in PLANS.items():
        place = Downtime.objects.get(story__series=series, title=title)
        for name, plan in plans:
            downtime.put_in(petra, place, characters[name], plan)
        if title == UPRIVER:
            run = downtime.start_run(petra, place)
            downtime.work_out(run.pk)
            result = run.results.select_related("character__series", "run").get(character=characters[OSKEL])
            save_record(downtime.RESULTS, petra, result, {"words": "The river is slow, and nobody asks for you."})
            downtime.publish(petra, place)
        else:
            work = downtime.Plan("project", 1, 10, hospital.pk, "Straw, vinegar and a roof.")
            downtime.put_in(petra, place, characters[OSKEL], work)
    series.refresh_from_db()
