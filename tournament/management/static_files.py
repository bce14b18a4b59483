"""Collects the static files: few, compressed, with a hash in their names."""

from contextlib import closing, suppress

from django.conf import settings
from django.core.management import call_command

from tournament.machine.installation import InstallationError, is_collected, lock_static_files


def collect_static_files() -> None:
    """In a clone of the repository, collect static files that have changed, before the server starts.

    Where the folder is not writable, or another process is collecting, the source files are served.
    """
    if settings.IS_COLLECTED:
        return
    with suppress(InstallationError, OSError):
        settings.STATIC_ROOT.mkdir(exist_ok=True)
        with closing(lock_static_files(settings.STATIC_ROOT)):
            if not is_collected(settings.STATIC_ROOT, settings.STATICFILES_DIRS):
                call_command("collectstatic", interactive=False, verbosity=0)
        # These settings were read at the start; nothing has been served by them yet.
        settings.IS_COLLECTED, settings.WHITENOISE_USE_FINDERS = True, False
