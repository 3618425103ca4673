"""Trains the judge, which says what each find is (`vision.judge`)."""
