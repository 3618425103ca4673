"""The entry of the app."""

from pages.warming import alone

with alone():
    from pages.shell import shell

    shell()
