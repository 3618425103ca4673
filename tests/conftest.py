"""What all tests share."""

from contextlib import suppress

with suppress(ModuleNotFoundError):  # the environment for training has no Hypothesis
    from hypothesis import HealthCheck, settings

    # A busy machine is no failure: no test depends on time. Nor on luck: the same examples in every run; to
    # look for new ones, `pytest --hypothesis-profile=default`.
    settings.register_profile(
        "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.load_profile("steady")
