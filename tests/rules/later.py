"""Vectors of the addenda that wait for work that is still to come, by what they wait for.

This is the one place where they are listed. A vector leaves the list when it passes: `test_vectors.py` fails as long as
one that passes is still here.
"""

from collections.abc import Mapping

PERFECT = (
    "M2E-001 M2E-002 M2E-004 M2E-005 M2E-007 M2E-008 M2E-010 M2E-011 M2E-013 M2E-014 M2E-016 M2E-017 M2E-019 M2E-020"
    " M2E-022 M2E-023"
    " M3E-001 M3E-002 M3E-004 M3E-005 M3E-007 M3E-008 M3E-010 M3E-016 M3E-017 M3E-019 M3E-020 M3E-028"
)
EXCELLENCIES = "M2E-025 M2E-026 M2E-028 M2E-029 M2E-031 M2E-032 M2E-034 M3E-041 M3E-043 M3E-044 M3E-046 M3E-047"
POWERS = (
    "M2E-035 M2E-037 M2E-038 M2E-040 M2E-041 M2E-043 M2E-044 M2E-046 M2E-047 M2E-070 M2E-071 M2E-073 M2E-074 M2E-076"
    " M2E-077 M2E-079 M2E-080 M2E-082 M2E-083 M2E-085 M2E-086"
    " M3E-011 M3E-013 M3E-014 M3E-022 M3E-031 M3E-032 M3E-034 M3E-035 M3E-037 M3E-038 M3E-040 M3E-059 M3E-061 M3E-062"
    " M3E-064 M3E-065 M3E-067"
    " MWD-002 MWD-004 MWD-005 MWD-008 MWD-016 MWD-017"
    " MVD-008 MVD-011 MVD-022 MVD-023 MVD-025 MVD-026"
)
WAR = "M2E-052 M2E-053 M2E-055 M2E-056 M2E-058 M2E-059 M2E-061"
SHEETS = "MVD-013 MVD-014 MVD-016 MVD-017"

LATER: Mapping[str, str] = {
    id: why
    for why, ids in {
        "perfect attacks and defenses": PERFECT,
        "Excellencies by the kind of Exalt": EXCELLENCIES,
        "keywords and effects of powers": POWERS,
        "mass combat: ratings, rout, formations": WAR,
        "clans, Nature and the return of Willpower": SHEETS,
    }.items()
    for id in ids.split()
}
"""Why each of them does not pass yet, by its id."""
