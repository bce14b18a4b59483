"""More viewers than the file that Debian gives nginx has room for."""

import socket
from contextlib import ExitStack, closing

import pytest

from tests.installed import nginx
from tests.ports import lasting_port
from tests.proxy import in_front_of

pytestmark = pytest.mark.skipif(nginx() is None, reason="nginx is not installed")
VIEWERS = 1500
ASKING = b"GET /healthz HTTP/1.1\r\nHost: club.example\r\n\r\n"


def test_nginx_as_documented_answers_every_viewer_while_all_stay_connected(tmp_path):
    """Nobody stands behind it, so each is told that; one more than it has room for would be told nothing."""
    with in_front_of(lasting_port(), folder=tmp_path) as port, ExitStack() as open_connections:
        viewers = []
        for _viewer in range(VIEWERS):
            viewer = open_connections.enter_context(closing(socket.create_connection(("127.0.0.1", port), timeout=60)))
            viewer.sendall(ASKING)
            viewers.append(viewer)
        answers = [viewer.recv(12) for viewer in viewers]

    assert answers == [b"HTTP/1.1 502"] * VIEWERS
