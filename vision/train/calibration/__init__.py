"""How sure the reader is: fitted on known tables."""
