"""The console around the chips: its parts, the cartridge slot, inputs and outputs.

The chips do not import it, and it does not import screens, rules or tools.
"""
