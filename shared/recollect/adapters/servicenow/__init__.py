"""ServiceNow as the service desk: its tables of tickets, configuration items and customers."""
