"""The way back: which bytes are code, and their text."""
