"""How Sphinx makes a site of these pages (`make docs`). The decision 40 says why it is Sphinx."""

project = "Storywheel"
author = project_copyright = "The Storywheel authors"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Storywheel"
html_logo = "../static/img/icon.svg"
html_favicon = "../static/img/icon.svg"
html_copy_source = False
html_show_sphinx = False
myst_heading_anchors = 4
"""Headings down to this level can be linked to, as on the pages of a repository."""
nitpicky = True
