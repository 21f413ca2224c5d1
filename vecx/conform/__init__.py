"""Replay of reference data: what the parts do against what silicon and other models do."""
