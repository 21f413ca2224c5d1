"""What drives a session: lines of commands, a whole terminal, an editor.

Each front end uses the public methods and events of a session only.
"""
