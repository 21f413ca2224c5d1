"""Searching for inputs: `vecx fuzz` finds faults, `vecx solve` finds the shortest way to a state.

    plays.py      timed inputs, their text form, entering them into a machine
    target.py     the machine that plays them: coverage, states, faults
    mutators.py   changes to a play, and which of them to prefer
    search.py     one round of a search: which play to change next
    minimise.py   the shortest play with the same fault
    corpus.py     the plays and the coverage so far, on disk
    finds.py      a fault as a movie and a test
    session.py    rounds on one core or many, until it ends
    solve.py      breadth-first and beam search
"""
