"""The one Django app of the program, and what of other apps is served."""

from django.apps import AppConfig
from django.contrib.staticfiles.apps import StaticFilesConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    default_auto_field = "django.db.models.BigAutoField"


class ServedFilesConfig(StaticFilesConfig):
    """Without what no page asks for: the fonts, which are for paper, and what libraries bring for other uses."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("fonts", "django_tables2", "htmax-*", "htmx-4*", "htmx-2.js", "ext"),
    ]
