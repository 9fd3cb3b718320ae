"""The rehearsal: machines are installed, upgraded, restored and rolled back for real. `make rehearsal` runs it.

It needs root, a Debian, some ten minutes, and the way to Debian's and PyPI's packages. It is not part of `make check`.
"""
