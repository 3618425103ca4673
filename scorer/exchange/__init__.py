"""Results for other programs: CSV, JSON schemas, a link that records the play in BG Stats, QR codes."""
