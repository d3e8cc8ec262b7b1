"""The collation formula: from text to gatherings, and back."""
