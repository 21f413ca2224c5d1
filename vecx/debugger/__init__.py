"""The debugger: a session that goes both ways in time, and the front ends that drive it.

session.py is independent of screens and protocols, which are in frontends/.
"""
