"""HTTP and events in and out. Knows no store and no capability: what it needs is handed in."""
