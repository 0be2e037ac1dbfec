"""Cannot be imported."""

raise LookupError("a setting is missing")
