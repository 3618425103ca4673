"""Which finds are cards, and which side they show."""
