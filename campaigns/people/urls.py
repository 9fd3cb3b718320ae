"""URLs of people and places, ties and portraits."""

from django.urls import URLPattern, path

from campaigns.people import views
from campaigns.people.portraits import views as portraits
from campaigns.people.ties import views as ties

urlpatterns: list[URLPattern] = [
    path("characters/<key:pk>/portrait/", portraits.portrait_edit, name="portrait_edit"),
    path("characters/<key:pk>/portrait.webp", portraits.portrait, name="portrait"),
    path("characters/<key:pk>/face.webp", portraits.face, name="face"),
    path("series/<key:pk>/people/", views.SUBJECT_PAGES.list_view, name="people"),
    path("series/<key:pk>/people/new/", views.SUBJECT_PAGES.new_view, name="subject_new"),
    path("series/<key:pk>/people/names.json", views.names, name="names"),
    path("people/<key:pk>/", views.SUBJECT_PAGES.page_view, name="subject"),
    path("people/<key:pk>/edit/", views.SUBJECT_PAGES.edit_view, name="subject_edit"),
    path("people/<key:pk>/remove/", views.SUBJECT_PAGES.remove_view, name="subject_remove"),
    path("people/<key:pk>/portrait.webp", views.subject_portrait, name="subject_portrait"),
    path("people/<key:pk>/face.webp", views.subject_face, name="subject_face"),
    path("people/<key:pk>/secrets/new/", views.SECRET_PAGES.new_view, name="secret_new"),
    path("secrets/<key:pk>/edit/", views.SECRET_PAGES.edit_view, name="secret_edit"),
    path("secrets/<key:pk>/remove/", views.SECRET_PAGES.remove_view, name="secret_remove"),
    path("series/<key:pk>/ties/", ties.PAGES.list_view, name="ties"),
    path("series/<key:pk>/ties/new/", ties.PAGES.new_view, name="tie_new"),
    path("ties/<key:pk>/edit/", ties.PAGES.edit_view, name="tie_edit"),
    path("ties/<key:pk>/remove/", ties.PAGES.remove_view, name="tie_remove"),
]
