"""The debugger: a session that runs forward and back in time, and the front ends that drive it.

session.py is independent of screens and protocols, which are in frontends/.
"""
