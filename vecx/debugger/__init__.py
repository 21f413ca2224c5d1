"""The debugger: a session that goes both ways in time, and its faces: plain lines, an editor.

session.py knows no screen and no protocol; what shows it stands above.
"""
