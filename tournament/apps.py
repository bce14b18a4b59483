"""The program's one Django app, and which static files are not served."""

from django.apps import AppConfig, apps
from django.contrib.staticfiles import apps as staticfiles

# No page loads these: the fonts, which are for paper, and files that libraries bring for other uses.
NOT_SERVED = ("fonts", "django_tables2", "htmax-*", "htmx-4*", "htmx-2.js", "ext")


class TournamentConfig(AppConfig):
    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Exclude the files in `NOT_SERVED` from the static files."""
        served = apps.get_app_config("staticfiles")
        assert isinstance(served, staticfiles.StaticFilesConfig)
        served.ignore_patterns = [*staticfiles.StaticFilesConfig.ignore_patterns, *NOT_SERVED]
