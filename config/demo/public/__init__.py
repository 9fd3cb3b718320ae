"""A demo for strangers (`manage.py serve --public-demo`): visitors without an account take a seat, until the night.

`tables` makes tables and removes them, `gate` keeps shut what strangers must not reach, `banner` shows on every page
when the demo is reset, `limits` are its settings.
"""
