"""Trains the judge, which says what each detection is (`vision.cards.judge`)."""
