"""The console around the chips: what is in the slot, what enters, what leaves, who looks on.

The chips know nothing of it, and it knows nothing of screens, files of others' kinds or rules.
"""
