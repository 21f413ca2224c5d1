"""The language server: what an editor shows while the user types a source."""
