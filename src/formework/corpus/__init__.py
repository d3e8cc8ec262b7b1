"""Many books: each is run in a separate process, then all are shown and compared."""
