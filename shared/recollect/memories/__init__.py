"""Support memories: decisions that are stored, found again, corrected, and judged by outcomes."""
