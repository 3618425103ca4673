"""The entry of the app: navigation, and what all pages share."""

from pathlib import Path

import streamlit as st

HERE = Path(__file__).parent

st.set_page_config(page_title="Shelfmark", page_icon=HERE / "pages" / "icon.svg", layout="wide")
st.html(HERE / "pages" / "style.css")
st.navigation(
    [st.Page(HERE / "pages" / "score.py", title="Score by photo", default=True)], position="hidden"
).run()
