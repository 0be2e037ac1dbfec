"""Learning from outcomes: pure rules for belief, agreement, exploration, uplift and influence."""
