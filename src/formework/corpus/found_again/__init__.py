"""Titles found again: the same setting of type in two books of one printer and text.

Each title is measured against the letters of one reference, so that titles of all
books can be compared as vectors; nearest neighbours are candidates; candidates
are read together, as the titles of one book are, and weighed by the same evidence.
"""
