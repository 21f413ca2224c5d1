"""Small changes to a program, and whether its tests notice.

    mutants.py  which changes there are
    survey.py   the tests without any change: which run each line, kept as long as it holds
    trial.py    one process that runs the tests of one change
    session.py  all changes: so many at a time, what has been tried before
"""
