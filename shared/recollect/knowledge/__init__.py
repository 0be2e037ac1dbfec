"""Knowledge: what is brought in to be found as evidence."""
