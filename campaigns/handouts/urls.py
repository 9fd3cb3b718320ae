"""URLs of handouts, attachments and private notes."""

from django.urls import URLPattern, path

from campaigns.handouts import views
from campaigns.handouts.attachments import views as attachments
from campaigns.handouts.private_notes import views as private_notes

urlpatterns: list[URLPattern] = [
    path("series/<key:pk>/handouts/", views.PAGES.list_view, name="handouts"),
    path("series/<key:pk>/handouts/new/", views.PAGES.new_view, name="handout_new"),
    path("handouts/<key:pk>/show/", views.handout_show, name="handout_show"),
    path("handouts/<key:pk>/hide/", views.handout_hide, name="handout_hide"),
    path("handouts/<key:pk>/edit/", views.PAGES.edit_view, name="handout_edit"),
    path("handouts/<key:pk>/remove/", views.PAGES.remove_view, name="handout_remove"),
    path("handouts/<key:pk>/picture.webp", views.handout_picture, name="handout_picture"),
    path("series/<key:pk>/pictures/", attachments.PAGES.new_view, name="pictures"),
    path("attachments/<key:pk>/", attachments.attachment, name="attachment"),
    path("attachments/<key:pk>/edit/", attachments.PAGES.edit_view, name="attachment_edit"),
    path("attachments/<key:pk>/remove/", attachments.PAGES.remove_view, name="attachment_remove"),
    path("series/<key:pk>/notes/", private_notes.private_notes, name="private_notes"),
    path("scene/<key:pk>/note/", private_notes.private_note, name="private_note"),
]
