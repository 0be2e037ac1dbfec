"""The platform on a laptop: gateway, event bus, the functions' processes, and emulators."""
