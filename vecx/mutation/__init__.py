"""Small changes to a program, and whether its tests notice.

    mutants.py  which changes there are
    trial.py    one process that runs the tests of one change
    session.py  all changes: which tests, so many at a time, what has been tried before
"""
