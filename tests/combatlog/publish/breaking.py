"""Between a client and a wiki: everything goes through, and one answer is lost on the way."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx

_OF_THE_LINE = {"host", "connection", "content-length", "transfer-encoding", "content-encoding"}


@contextmanager
def breaking(url: str, when: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """Where the wiki at `url` can be asked, and what was asked that has `when` in it; the first of
    that is done by the wiki, and the connection ended before anybody hears so."""
    heard: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            sent = {k: v for k, v in self.headers.items() if k.lower() not in _OF_THE_LINE}
            with httpx.Client(trust_env=False, timeout=20) as client:
                answer = client.request(self.command, url + self.path, content=body, headers=sent)
            if when in body:
                heard.append(body)
            if when in body and len(heard) == 1:
                self.close_connection = True
                return
            self.send_response(answer.status_code)
            for name, value in answer.headers.multi_items():
                if name.lower() not in _OF_THE_LINE:
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.content)))
            self.end_headers()
            self.wfile.write(answer.content)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *said: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", heard
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
