"""Turns statements into bytes in several passes: items, encoding, layout, directives,
conditions."""
