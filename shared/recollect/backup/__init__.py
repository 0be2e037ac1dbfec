"""Backs up everything in both stores, page by page into a folder, and restores it to empty ones."""
