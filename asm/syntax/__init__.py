"""Reads text into statements: sources, lines, expressions, macros, dialects and diagnostics."""
