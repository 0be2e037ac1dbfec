"""HTTP and events in and out. It knows no store and no capability: both are passed in."""
