"""The book as paper: what was printed together, before any picture is looked at."""
