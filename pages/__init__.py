"""The pages of the app and what they remember: they lay out widgets; scorer and vision decide."""
