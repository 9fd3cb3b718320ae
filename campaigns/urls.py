"""URLs of the record: those of its rooms."""

from django.urls import URLPattern

from campaigns.accounts.urls import PREFERENCES
from campaigns.calendar import urls as calendar
from campaigns.chronicle import urls as chronicle
from campaigns.core import urls as core
from campaigns.downtime import urls as downtime
from campaigns.experience import urls as experience
from campaigns.handouts import urls as handouts
from campaigns.imports import urls as imports
from campaigns.notices import urls as notices
from campaigns.people import urls as people
from campaigns.quick_text import urls as quick_text
from campaigns.series import urls as series
from campaigns.sessions import urls as sessions
from campaigns.sheets import urls as sheets
from campaigns.threads import urls as threads

urlpatterns: list[URLPattern] = [
    *PREFERENCES,
    *core.urlpatterns,
    *series.urlpatterns,
    *sessions.urlpatterns,
    *calendar.urlpatterns,
    *chronicle.urlpatterns,
    *notices.urlpatterns,
    *sheets.urlpatterns,
    *experience.urlpatterns,
    *imports.urlpatterns,
    *quick_text.urlpatterns,
    *people.urlpatterns,
    *handouts.urlpatterns,
    *threads.urlpatterns,
    *downtime.urlpatterns,
]
