"""The paper's Table 2 on simulated books of the same shapes."""
