"""Profiles: how many cycles and strokes, and how much beam travel, each call took.

    report.py      a profile as data, in a JSON file, and the comparison of two
    flame.py       the call tree as a flame graph, a self-contained SVG
    speedscope.py  the call tree for speedscope
    callgrind.py   routines, lines and calls for KCachegrind and similar tools
"""
