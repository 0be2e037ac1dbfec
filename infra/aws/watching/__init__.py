"""What rings when something is wrong, what it means, and where to look."""
