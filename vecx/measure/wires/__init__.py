"""The levels of the wires between the VIA and the beam, over time.

waves.py   recorded from a machine: levels, and the cycles at which they changed
lanes.py   lanes on an axis of cycles, with derived ones: routines, timers, holds
page.py    a page for the browser that shows them
"""
