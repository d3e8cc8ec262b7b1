"""Titles found again: the same setting of type in two books of one printer and text.

Each title is measured against the letters of one reference, so that the titles of
all books can be compared as vectors. Nearest neighbours are candidates; these are
read together, like the titles of one book, and weighed by the same evidence.
"""
