"""The networks that read strips: training and measuring."""
