"""The shop's front: lists items and fills carts, and asks the service prices for every price.

A request to /items or /cart makes exactly one call to prices, a request to any other page none. There are
no retries: a failed call is answered with 503.
"""

import argparse
import hmac
import http.client
import json
import os
import re
import select
import signal
import socketserver
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler

ITEM = re.compile(r"[a-z]{1,32}")
# A proxy joins its spans to one trace by these headers, if the service passes them on.
TRACE = ("traceparent", "tracestate", "baggage", "b3", "x-request-id", "x-b3-traceid", "x-b3-spanid",
         "x-b3-parentspanid", "x-b3-sampled", "x-b3-flags")

# A member of the baggage names the arm where several share this process.
ARM = re.compile(r"(?:^|,)\s*meshgauge\.arm=(\d\d)")


def arm(baggage):
    """The number of a request's arm; 0 without one."""
    member = ARM.search(baggage)
    return int(member.group(1)) if member else 0


class Prices:
    """Kept connections to the service prices; each carries one request at a time."""

    # The server closes connections that were idle for 30 s.
    IDLE_SECONDS = 10

    def __init__(self, host, port):
        self.host = host
        self.port = port
        self.lock = threading.Lock()
        self.kept = []

    def get(self, path, headers):
        """Status and body of one request; OSError or HTTPException if there is no answer."""
        connection = self.take()
        try:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            body = answer.read()
        except BaseException:
            connection.close()
            raise
        if answer.will_close:
            connection.close()
        else:
            with self.lock:
                self.kept.append((time.monotonic(), connection))
        return answer.status, body

    def take(self):
        """The connection used last, unless its peer has closed it; a new one if there is none."""
        while True:
            with self.lock:
                if not self.kept:
                    return http.client.HTTPConnection(self.host, self.port, timeout=5)
                since, connection = self.kept.pop()
            if time.monotonic() - since < self.IDLE_SECONDS and not readable(connection.sock):
                return connection
            connection.close()


def readable(sock):
    """An idle connection can be read only at its end. (select() is limited to 1,024 descriptors.)"""
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return bool(poll.poll(0))


class Counters:
    """Requests served, by page and status."""

    def __init__(self):
        self.lock = threading.Lock()
        self.served = {}

    def count(self, page, status):
        with self.lock:
            self.served[page, status] = self.served.get((page, status), 0) + 1

    def text(self):
        with self.lock:
            served = sorted(self.served.items())
        lines = ["# HELP cart_requests_total Requests served.", "# TYPE cart_requests_total counter"]
        lines += [f'cart_requests_total{{page="{page}",code="{status}"}} {n}' for (page, status), n in served]
        return "\n".join(lines) + "\n"


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # The whole answer in one segment, sent at once.
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self):
        if self.body() is None:
            self.close_connection = True
        path = self.path.partition("?")[0]
        if path == "/items":
            self.items()
        elif path == "/admin":
            self.admin()
        elif path == "/healthz":
            self.answer(200 if self.server.is_ready() else 503, b"\n", "text/plain")
        elif path == "/metrics":
            self.answer(200, self.server.counters.text().encode(), "text/plain; version=0.0.4")
        else:
            self.say("other", 404, {"error": "no such page"})

    def do_POST(self):
        body = self.body()
        if body is None:
            self.close_connection = True
            self.say("other", 411, {"error": "a body needs its length"})
        elif self.path == "/cart":
            self.cart(body)
        else:
            self.say("other", 404, {"error": "no such page"})

    def items(self):
        status, body = self.ask("/prices")
        if status == 200:
            self.say("items", 200, {"items": json.loads(body)})
        else:
            self.say("items", 503, {"error": "no prices"})

    def cart(self, body):
        try:
            item = json.loads(body)["item"]
        except (ValueError, KeyError, TypeError):
            item = None
        if not isinstance(item, str) or not ITEM.fullmatch(item):
            self.say("cart", 400, {"error": 'expected {"item": NAME}'})
            return
        status, body = self.ask("/prices/" + item)
        if status == 200:
            self.say("cart", 201, {"item": item, "cents": json.loads(body)})
        elif status == 404:
            self.say("cart", 404, {"error": "no such item"})
        else:
            self.say("cart", 503, {"error": "no price"})

    def admin(self):
        token = os.environ.get("ADMIN_TOKEN", "")
        given = self.headers.get("authorization", "")
        if token and hmac.compare_digest(given.encode(), f"Bearer {token}".encode()):
            self.say("admin", 200, {"threads": threading.active_count()})
        else:
            self.say("admin", 403, {"error": "not allowed"})

    def ask(self, path):
        headers = {name: self.headers[name] for name in TRACE if name in self.headers}
        try:
            prices = self.server.prices
            number = arm(headers.get("baggage", "")) if len(prices) > 1 else 0
            return prices[number].get(path, headers)
        except (OSError, IndexError, http.client.HTTPException):
            return 503, b""

    def body(self):
        """The whole body, so that the next request of the connection starts behind it."""
        if "transfer-encoding" in self.headers:
            return None
        length = self.headers.get("content-length", "0")
        return self.rfile.read(int(length)) if length.isdigit() and len(length) < 7 else None

    def say(self, page, status, values):
        # Counted first: once the client has the answer, /metrics shows its request.
        self.server.counters.count(page, status)
        self.answer(status, json.dumps(values).encode(), "application/json")

    def answer(self, status, body, kind):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, form, *values):
        """Requests are counted, not logged."""


class Server(socketserver.ThreadingTCPServer):
    """A thread for each connection."""

    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address, prices, counters):
        super().__init__(address, Shop)
        self.prices = prices
        self.counters = counters
        self.ready = False

    def is_ready(self):
        """Once prices has been ready, and from then on, so that probes cause no calls under load."""
        self.ready = self.ready or any(map(answers, self.prices))
        return self.ready

    def handle_error(self, request, client_address):
        """A client that closes its connection early is not worth a stack trace."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            print(f"web: {error!r}", file=sys.stderr, flush=True)


def answers(prices):
    try:
        return prices.get("/healthz", {})[0] == 200
    except (OSError, http.client.HTTPException):
        return False


def address(text):
    host, _, port = text.rpartition(":")
    return host.strip("[]"), int(port)


def several(kind):
    """Values that commas separate; none of an empty text."""
    return lambda text: [kind(one) for one in text.split(",") if one]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listen", type=address, required=True, metavar="HOST:PORT")
    parser.add_argument("--further-ports", type=several(int), default=[], metavar="PORT,...",
                        help="at which further arms call")
    parser.add_argument("--prices", type=several(address), required=True, metavar="HOST:PORT,...",
                        help="one, or one for each arm")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    prices = [Prices(*one) for one in options.prices]
    counters = Counters()
    for port in options.further_ports:
        further = Server((options.listen[0], port), prices, counters)
        threading.Thread(target=further.serve_forever, daemon=True).start()
    with Server(options.listen, prices, counters) as server:
        print("web: listening on {}:{}".format(*options.listen), file=sys.stderr, flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
