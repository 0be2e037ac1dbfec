"""Knowledge: evidence, resolved cases and business contexts, stored so that they can be found."""
