"""The services of a queue over HTTP: a front, the queue, and a worker that takes jobs from it every 20 ms."""

import argparse
import http.client
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

options = argparse.ArgumentParser()
options.add_argument("--listen", type=int)
options.add_argument("--queue")
options.add_argument("--poll")
options = options.parse_args()
local = threading.local()
lock = threading.Lock()
jobs = 0
served = 0


def call(address, method):
    """Status of one request to the queue, on the thread's own connection."""
    if not hasattr(local, "peer"):
        local.peer = http.client.HTTPConnection(address, timeout=5)
    local.peer.request(method, "/job")
    answer = local.peer.getresponse()
    answer.read()
    return answer.status


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        global jobs, served
        status, text = 200, ""
        if self.path == "/metrics":
            with lock:
                text = "".join(f'http_server_requests_seconds_{it}{{uri="/job"}} {served}\n' for it in ("count", "sum"))
        elif self.path == "/job" and options.queue:
            status = call(options.queue, "POST")
        elif self.path == "/job":
            with lock:
                served += 1
                status = 201 if self.command == "POST" else 200 if jobs else 404
                jobs = jobs + 1 if self.command == "POST" else max(0, jobs - 1)
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


while options.poll:
    call(options.poll, "GET")
    time.sleep(0.02)
ThreadingHTTPServer(("127.0.0.1", options.listen), Service).serve_forever()
