"""The 6809: its instruction set, written as a programming card, and the decoder of instructions."""
