"""SCS: what a specialist may see of the evidence, and how much of it fits (seed: SCS)."""
