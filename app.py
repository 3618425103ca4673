"""The entry of the app: what `streamlit run` serves, and what each run of a page does."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.frame.warming import alone

with alone():
    if get_script_run_ctx(suppress_warning=True):
        from pages.frame.shell import shell

        shell()
    else:
        from pages.door.guard import DOOR, door_open, noted

        app = st.App(__file__, middleware=DOOR, lifespan=door_open, on_script_error=noted)
