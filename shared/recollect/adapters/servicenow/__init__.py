"""ServiceNow."""
