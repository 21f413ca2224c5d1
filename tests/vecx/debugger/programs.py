"""What the debugger's test programs share."""

# From the cartridge's header on; a program follows.
HEADER = """\
 org 0
 fcc "g GCE 2026"
 fcb $80
 fdb Music_1
 fcb 0
"""
