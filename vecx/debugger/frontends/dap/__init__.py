"""The debugger for an editor that speaks the Debug Adapter Protocol."""
