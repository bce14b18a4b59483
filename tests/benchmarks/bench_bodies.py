"""The largest form and the largest file of each kind, beside a form of a few fields: `make bench`.

How much memory each may take is tested in `tests/views/test_bounds.py`.
"""

import os
import time

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402

from tests.benchmarks.clock import machine, measure, report  # noqa: E402
from tests.factories import make_member  # noqa: E402
from tests.views.conftest import logged_in, set_up_evening  # noqa: E402
from tests.views.test_bounds import LARGEST_FILES, LARGEST_FORMS, WITH_FILE, with_file  # noqa: E402
from tests.views.test_every_address import AS_A_BROWSER_SENDS_IT, path  # noqa: E402


def main() -> None:
    print(machine())
    call_command("migrate", verbosity=0)
    tournament = set_up_evening()
    director = logged_in(make_member("director"))

    def sent(name, body, content_type):
        address = path(name, tournament)

        def run():
            with transaction.atomic():
                director.post(address, body, content_type)
                transaction.set_rollback(True)

        return run

    report(
        "Answers to the largest bodies",
        measure(
            {
                "a form of a few fields": sent("add_player", "name=Zoe&club=Ulm", AS_A_BROWSER_SENDS_IT),
                **{
                    f"the largest form: {kind}": sent("add_player", form, AS_A_BROWSER_SENDS_IT)
                    for kind, form in LARGEST_FORMS.items()
                },
                **{kind: sent(name, with_file(content), WITH_FILE) for kind, (name, content) in LARGEST_FILES.items()},
            },
            3,
            time.process_time,
        ),
        "a form of a few fields",
    )


if __name__ == "__main__":
    main()
