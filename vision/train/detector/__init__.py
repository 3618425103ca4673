"""The networks that find cards: training and measuring."""
