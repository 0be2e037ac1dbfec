"""The service desk: tickets with their SLAs and changes, and configuration items."""
