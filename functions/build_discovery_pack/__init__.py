"""The Lambda function `build_discovery_pack`."""
