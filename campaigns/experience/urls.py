"""URLs of experience."""

from django.urls import URLPattern, path

from campaigns.experience import views

urlpatterns: list[URLPattern] = [
    path("characters/<key:pk>/experience/", views.character_experience, name="experience"),
    path("characters/<key:pk>/experience/propose/", views.experience_propose, name="experience_propose"),
    path("characters/<key:pk>/experience/plan/", views.experience_plan, name="experience_plan"),
    path("series/<key:pk>/experience/", views.series_experience, name="series_experience"),
    path("proposals/<key:pk>/answer/", views.proposal_answer, name="proposal_answer"),
    path("proposals/<key:pk>/retry/", views.proposal_retry, name="proposal_retry"),
    path("proposals/<key:pk>/reverse/", views.proposal_reverse, name="proposal_reverse"),
    path("proposals/<key:pk>/withdraw/", views.proposal_withdraw, name="proposal_withdraw"),
    path("entries/<key:pk>/reverse/", views.entry_reverse, name="entry_reverse"),
]
