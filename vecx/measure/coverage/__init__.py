"""Coverage: which source lines of a program ran, and which outcomes its branches had.

    listing.py   the lines and branches that can run
    follower.py  those that ran on one machine
    total.py     totals over machines, tests and processes; files for coverage.py
    reports.py   reports by coverage.py: text, HTML, lcov, Cobertura; only this file imports it
"""
