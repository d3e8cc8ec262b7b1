"""From titles to sheet sides: arrangement in slots, agreement by evidence, the paper's norm."""
