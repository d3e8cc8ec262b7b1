"""The evidence shown: staircase, montage, overlays, tables, and the report that holds them."""
