"""URLs of downtimes and projects."""

from django.urls import URLPattern, path

from campaigns.downtime import views
from campaigns.downtime.projects import views as projects

urlpatterns: list[URLPattern] = [
    path("downtime/<key:pk>/days/", views.downtime_days, name="downtime_days"),
    path("downtime/<key:pk>/act/", views.downtime_act, name="downtime_act"),
    path("downtime/<key:pk>/recall/", views.downtime_recall, name="downtime_recall"),
    path("downtime/<key:pk>/progress/", views.downtime_progress, name="downtime_progress"),
    path("doings/<key:pk>/remove/", views.doing_remove, name="doing_remove"),
    path("results/<key:pk>/", views.downtime_result, name="downtime_result"),
    path("characters/<key:pk>/projects/new/", projects.project_new, name="project_new"),
    path("projects/<key:pk>/", projects.project, name="project"),
]
