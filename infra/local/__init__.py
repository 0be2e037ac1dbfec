"""The platform on a laptop: gateway, event bus, emulators and the command line."""
