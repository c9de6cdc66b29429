"""Makes every property test the same on every run and every machine."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "lanuno",
    database=None,
    deadline=None,
    derandomize=True,
    max_examples=200,
    print_blob=False,
    # Examples are whole stretches of games; two busy cores are slow at them, and may be.
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("lanuno")
