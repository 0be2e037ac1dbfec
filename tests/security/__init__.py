"""What the red team tried, and what must hold from now on."""
