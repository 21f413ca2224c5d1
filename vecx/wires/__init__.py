"""What the wires between the VIA and the beam did over time.

    waves.py   recorded from a machine: levels, and the cycles at which they changed
    lanes.py   as lanes on an axis of cycles, with what follows from them: routines, timers, holds
    page.py    a page for the browser that shows them
"""
