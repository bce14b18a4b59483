"""The program as a WSGI application."""

import os

from django.core.wsgi import get_wsgi_application

from tournament.machine.installation import open_data_folder, write_for_this_user_alone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
write_for_this_user_alone()
open_data_folder()
application = get_wsgi_application()
