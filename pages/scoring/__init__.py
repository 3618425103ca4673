"""The steps of scoring a table: who played, the photos, the check, the form."""
