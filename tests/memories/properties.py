"""How property tests run: as long as they need, since others may use the machine too."""

from hypothesis import HealthCheck, settings


def unhurried() -> None:
    """Let no example fail, and none be left out, for being slow."""
    settings.register_profile(
        "unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("unhurried")
