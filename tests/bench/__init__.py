"""Benchmarks: `make bench`. Nothing here is a test, since speed depends on the machine."""
