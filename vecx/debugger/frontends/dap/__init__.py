"""The debugger for an editor, by the Debug Adapter Protocol."""
