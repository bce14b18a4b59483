"""The static files as a phone wants them: few, compressed, under names that stay."""

from contextlib import closing, suppress

from django.conf import settings
from django.core.management import call_command

from tournament.machine.installation import InstallationError, hold_static_files, is_collected


def collect_static_files() -> None:
    """In a clone, collect what was changed since, before the server begins.

    Where the folder cannot be written, or somebody else is at it, the files are served as they lie.
    """
    if settings.IS_COLLECTED:
        return
    with suppress(InstallationError, OSError):
        settings.STATIC_ROOT.mkdir(exist_ok=True)
        with closing(hold_static_files(settings.STATIC_ROOT)):
            if not is_collected(settings.STATIC_ROOT, settings.STATICFILES_DIRS):
                call_command("collectstatic", interactive=False, verbosity=0)
        # They were asked for at the beginning; nothing has been served by them yet.
        settings.IS_COLLECTED, settings.WHITENOISE_USE_FINDERS = True, False
