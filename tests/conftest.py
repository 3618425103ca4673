"""What all tests share."""

from contextlib import suppress

with suppress(ModuleNotFoundError):  # the environment for training has no Hypothesis
    from hypothesis import HealthCheck, settings

    # A busy machine is no failure: no test depends on time.
    settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.load_profile("steady")
