"""The background work of a shared server: `manage.py work`.

One process loads the program and forks its parts: tasks, posts to servers of others, and the clock. So the parts share
what was loaded, and none of them can hold up another.
"""
