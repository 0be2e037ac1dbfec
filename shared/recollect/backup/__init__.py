"""Everything that both stores keep, page by page into a folder, and back into empty stores."""
