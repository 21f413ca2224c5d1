"""The console around the chips: its parts, what is in the slot, what enters and what leaves.

The chips know nothing of it, and it knows nothing of screens, rules or other programs' files.
"""
