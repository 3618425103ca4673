"""The model files and the networks that run them."""
