"""An HTTP server that answers some requests and is in trouble from then on.

Every request is a line of the log, which outlives the process.
"""
import argparse
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

parser = argparse.ArgumentParser()
parser.add_argument("--listen", required=True)
parser.add_argument("--log", required=True)
parser.add_argument("--after", type=int, required=True)
parser.add_argument("--trouble", choices=["errors", "delay"], required=True)
options = parser.parse_args()

lock = threading.Lock()
log = open(options.log, "w", buffering=1)
print(f"pid {os.getpid()}", file=log)
received = 0


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        global received
        healthy = True
        if self.path == "/work":
            with lock:
                received += 1
                healthy = received <= options.after
                print("healthy" if healthy else "in trouble", file=log)
        if not healthy:
            # An error takes some time too: a warm-up of thousands is not over within a second.
            time.sleep(1 if options.trouble == "delay" else 0.05)
        self.send_response(500 if not healthy and options.trouble == "errors" else 200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *ignored):
        pass


host, port = options.listen.rsplit(":", 1)
server = ThreadingHTTPServer((host, int(port)), Handler)
server.daemon_threads = True
server.serve_forever()
