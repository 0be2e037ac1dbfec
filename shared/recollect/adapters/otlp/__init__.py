"""Traces for whoever collects them by OpenTelemetry's protocol."""
