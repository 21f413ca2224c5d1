"""The strict machine: finds mistakes that fail on real hardware, while a program runs."""
