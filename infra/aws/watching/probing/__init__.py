"""The code of the synthetic check, which shares no code with the service that it watches."""
