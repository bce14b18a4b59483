"""Where the style sheet and the scripts come from."""

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage


class CollectedOrAsTheyLie(CompressedManifestStaticFilesStorage):
    """Compressed files under names that say what is in them; before they have been collected, those of the folders."""

    def stored_name(self, name: str) -> str:
        return str(super().stored_name(name)) if settings.IS_COLLECTED else name
