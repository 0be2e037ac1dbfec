"""The code of the synthetic check, which shares nothing with what it watches."""
