"""What outcomes teach: pure rules for belief, agreement, exploration, uplift and influence."""
