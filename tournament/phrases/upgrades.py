"""What an upgrade of the database has done."""

from django.utils.translation import gettext as _


def upgrade_sentence(version: str, backup: str) -> str:
    """To which version; `backup` is the file with everything as it was before, if there is one."""
    if not backup:
        return _("The tournaments have been brought to version %(version)s of the program.") % {"version": version}
    return _(
        "The tournaments have been brought to version %(version)s of the program. The backup from before is %(file)s."
    ) % {"version": version, "file": backup}
