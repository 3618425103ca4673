"""The entry of the app."""

from pages.frame.warming import alone

with alone():
    from pages.frame.shell import shell

    shell()
