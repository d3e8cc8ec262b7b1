"""The result shown: staircase, montage, overlays of pairs, and the report page."""
