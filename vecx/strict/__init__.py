"""The strict machine: while a program runs, finds mistakes that show on real hardware."""
