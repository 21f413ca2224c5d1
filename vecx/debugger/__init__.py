"""The debugger: a session that goes both ways in time, and the front ends that drive it.

session.py knows no screen and no protocol; frontends/ has what shows it.
"""
