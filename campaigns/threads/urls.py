"""URLs of threads."""

from django.urls import URLPattern, path

from campaigns.threads import views

urlpatterns: list[URLPattern] = [
    path("series/<key:pk>/threads/", views.PAGES.list_view, name="threads"),
    path("series/<key:pk>/threads/new/", views.PAGES.new_view, name="thread_new"),
    path("threads/<key:pk>/", views.PAGES.page_view, name="thread"),
    path("threads/<key:pk>/edit/", views.PAGES.edit_view, name="thread_edit"),
    path("threads/<key:pk>/fill/", views.thread_fill, name="thread_fill"),
    path("threads/<key:pk>/resolve/", views.thread_resolve, name="thread_resolve"),
    path("threads/<key:pk>/remove/", views.PAGES.remove_view, name="thread_remove"),
]
