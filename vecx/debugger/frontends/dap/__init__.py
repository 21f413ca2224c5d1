"""The debugger for an editor, which speaks the Debug Adapter Protocol."""
