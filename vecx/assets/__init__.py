"""Converts files from other tools to assembler source: drawings, music, effects and samples.

ASSET names a file in a source; `convert` turns it into labels and bytes.  Drawings pass through
svg.py or wavefront.py, curves.py, order.py, forms.py; tunes through the reader of their format,
notes.py, and rom_tune.py or player_tune.py.
"""
