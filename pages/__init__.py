"""The pages of the app and what they remember: they lay out widgets; scorer and vision decide."""

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

# Streamlit takes a folder of this name for its older kind of pages, and then runs a page's file without
# app.py until somebody has opened the first page. The first page that a server shows corrects that, and
# starts again.
_older, PagesManager.uses_pages_directory = PagesManager.uses_pages_directory, False
if _older and get_script_run_ctx(suppress_warning=True):
    st.rerun()
