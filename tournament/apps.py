"""The one Django app of the program, and what of the files of other apps is served."""

from django.apps import AppConfig, apps
from django.contrib.staticfiles import apps as staticfiles

# No page asks for these: the fonts, which are for paper, and what libraries bring for other uses.
NOT_SERVED = ("fonts", "django_tables2", "htmax-*", "htmx-4*", "htmx-2.js", "ext")


class TournamentConfig(AppConfig):
    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Leave out of the collected files what nobody asks for."""
        served = apps.get_app_config("staticfiles")
        assert isinstance(served, staticfiles.StaticFilesConfig)
        served.ignore_patterns = [*staticfiles.StaticFilesConfig.ignore_patterns, *NOT_SERVED]
