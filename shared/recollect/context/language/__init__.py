"""Language: sentences and words of whatever text evidence holds."""
