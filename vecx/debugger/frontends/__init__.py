"""Front ends of a session: lines of commands, a whole terminal, an editor.

Each uses only the public methods and events of a session.
"""
