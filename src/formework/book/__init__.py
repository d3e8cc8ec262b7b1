"""The book as paper: formula, imposition, and the files of a book folder; no pixels."""
