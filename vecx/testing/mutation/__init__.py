"""Mutation testing: make small changes to a program and see whether its tests notice them.

    mutants.py  the possible changes
    survey.py   a run of the tests without changes: which test runs each line; kept in a file
    trial.py    one process that runs the tests of one change
    session.py  all changes: several at a time, with a record of earlier results
"""
