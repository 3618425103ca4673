"""A photo decoded, in several sizes, and its colours."""
