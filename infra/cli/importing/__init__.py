"""What other systems export, as rows that Recollect takes: `recollect import`."""
