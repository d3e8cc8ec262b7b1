"""Many books: each run in a process of its own, then shown and compared together."""
