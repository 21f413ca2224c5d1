"""The strict machine: what hardware would not forgive, found while a program runs."""
