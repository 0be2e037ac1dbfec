"""Sends traces to a collector that speaks OpenTelemetry's protocol."""
