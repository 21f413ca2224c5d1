"""What a program did and what it cost: traces, signals, budgets, profiles, coverage and hangs."""
