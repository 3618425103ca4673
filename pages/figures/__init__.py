"""The figures of the archive: which games they count, charts and tables."""
