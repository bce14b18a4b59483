"""What the notices of an installation are called."""

from django.utils.translation import gettext_lazy as _

from tournament.machine.notices import IMPRINT, PRIVACY

NOTICE_TITLES = {IMPRINT: _("Imprint"), PRIVACY: _("Privacy")}
