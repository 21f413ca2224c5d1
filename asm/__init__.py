"""The 6809 assembler and disassembler: standard library only, imports nothing of vecx."""
