"""From titles to sheet sides: arrangement, ways to stand, agreement, the paper's norm."""
