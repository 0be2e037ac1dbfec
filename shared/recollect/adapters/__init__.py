"""One module an outside system: the only place that knows its vendor."""
