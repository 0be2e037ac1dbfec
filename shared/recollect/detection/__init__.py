"""Detection of credentials, personal data and prompt injections in what is brought in."""
