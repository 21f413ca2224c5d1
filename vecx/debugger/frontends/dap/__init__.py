"""The debugger for an editor: a server for the Debug Adapter Protocol."""
