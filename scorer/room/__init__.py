"""The room of an app: how it is called, who comes in, and by which code."""
