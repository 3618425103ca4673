"""Which detections are cards, and which side they show."""
