"""Learns from the owner's corrections."""
