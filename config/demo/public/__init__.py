"""A demo for strangers (`manage.py serve --public-demo`): visitors without an account take a seat, until the night.

`tables` makes tables and removes them, `gate` keeps shut what strangers must not reach, `banner` tells every page when
the demo begins anew, `limits` are the settings that hold meanwhile.
"""
