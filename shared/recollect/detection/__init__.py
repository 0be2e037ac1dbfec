"""Detection: what must not be shown in knowledge. Credentials, and data about people."""
