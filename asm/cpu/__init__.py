"""The 6809: its instruction set as the programming card, and the decoding of bytes."""
