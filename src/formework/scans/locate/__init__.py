"""Where the running title stands on each page."""
