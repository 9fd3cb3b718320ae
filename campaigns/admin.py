"""The accounts, for whoever runs the server. What is played is the table's business: see the staff page."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from campaigns.models import User

admin.site.register(User, UserAdmin)
