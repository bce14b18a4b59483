"""What an upgrade did is told once, on the first page of whoever runs the installation."""

import pytest

from tournament.snapshots.versions import remember_upgrade, upgrade_to_tell
from tournament.version import VERSION

BEFORE = "2026-11-22_20-00-00_before-upgrade.sqlite3"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return tmp_path


def test_it_is_told_once(folder):
    remember_upgrade(folder / BEFORE)

    assert [upgrade_to_tell(), upgrade_to_tell()] == [(VERSION, str(folder / BEFORE)), None]


@pytest.mark.parametrize("held", ["", "[]", '{"version": "1"}'])
def test_what_cannot_be_read_is_not_told(folder, held):
    (folder / "upgrade.json").write_text(held, "utf-8")

    assert upgrade_to_tell() is None


@pytest.mark.django_db
def test_the_first_page_says_where_the_backup_is(folder, client, admin_user, django_user_model):
    remember_upgrade(folder / BEFORE)
    said = f"The tournaments have been brought to version {VERSION} of the program. The backup from before is "
    pages = []

    for user in (django_user_model.objects.create_user("Bo", password="x"), admin_user, admin_user):
        client.force_login(user)
        pages.append(client.get("/", follow=True, headers={"accept-language": "en"}).content.decode())

    assert [said in page for page in pages] == [False, True, False]
