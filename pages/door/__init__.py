"""Who and what comes in from the network: asked before Streamlit hears of it."""
