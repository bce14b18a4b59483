"""An uploaded file while its preview is looked at."""

from uuid import uuid4

import pytest

from tests.factories import make_director
from tournament.snapshots.uploads import keep_upload, upload_of

pytestmark = pytest.mark.django_db


def test_processes_that_share_a_folder_find_what_another_one_has_taken_in(settings, tmp_path):
    director, key = make_director(), uuid4()
    settings.UPLOADS_DIR = tmp_path / "shared" / "uploads"
    keep_upload([b"a club"], by=director, key=key, look=lambda file: None)

    settings.DATA_DIR = tmp_path / "of another process"

    assert upload_of(director, key).read_bytes() == b"a club"


def test_without_one_a_file_lies_in_the_data_folder(data_folder):
    director, key = make_director(), uuid4()

    keep_upload([b"a club"], by=director, key=key, look=lambda file: None)

    assert upload_of(director, key).parent == data_folder / "uploads"
