"""Which detections are cards, and which side they show: face up, face down, a strip, or a category card."""
