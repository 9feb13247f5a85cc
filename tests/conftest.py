"""What every test file shares."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # the first example builds tables, and no test measures time
settings.load_profile("untimed")
