"""From characters to statements: sources, lines, expressions, macros, dialects, diagnostics."""
