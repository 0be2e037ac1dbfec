"""`recollect doctor`: `doctor` checks everything, `stores` both stores; `diagnosis` prints it."""
