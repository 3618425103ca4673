"""Scenes drawn by Blender's path tracer."""
