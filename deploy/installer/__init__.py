"""What `deploy/install` does: it installs, upgrades and goes back, on Debian with systemd.

It runs before Storywheel is installed, so it needs nothing but Python and git. Releases lie beside each other:

    /srv/storywheel-source              the clone, which `git pull` brings up to date
    /srv/storywheel-releases/NAME/      the code of one release, with its own `.venv`
    /srv/storywheel                     a link to the release that runs
"""
