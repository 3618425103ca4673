"""What the games on screen share: questions and answers, records, forks, views, stories.

A game is a subclass of `scorer.engine.game.Game`. Its own folder holds its state, options and effects.
"""
