"""A profile to look at: where cycles, strokes and travel went, call by call.

    report.py      a profile as data, in a file of JSON, and two of them compared
    flame.py       the call tree as a flame graph: an SVG that opens alone
    speedscope.py  the call tree for speedscope
    callgrind.py   routines, lines and calls for KCachegrind and its like
"""
