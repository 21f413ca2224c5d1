"""The disassembler: which bytes are code, and their text."""
