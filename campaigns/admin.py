"""The record for whoever runs the server."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from campaigns.models import Character, Downtime, Episode, Invite, Membership, Scene, Series, Story, User

admin.site.register(User, UserAdmin)
admin.site.register([Series, Membership, Invite, Story, Episode, Scene, Downtime, Character])
