"""Where the running title is on each page: surveyed page by page, decided by the whole book."""
