"""The language server: what an editor shows of a source while it is typed."""
