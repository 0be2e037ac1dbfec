"""How property tests run."""

from hypothesis import HealthCheck, settings

# No example fails, and none is left out, for being slow: others may use the machine too.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")
