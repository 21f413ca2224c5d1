"""Which lines of a program's source have run, and which way its branches went.

    listing.py   what of a source can run: lines, and both ways of each conditional branch
    follower.py  what of it has run: follows one machine
    total.py     both, over machines, tests and processes; written for coverage.py
    reports.py   coverage.py's reports of it: text, HTML, lcov, Cobertura; the only file that needs
                 that package
"""
