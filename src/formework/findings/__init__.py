"""What the sequence of skeletons shows: observations, and what they are consistent with."""
